/** The recipes by name: one composition a method. */
export { naiveEntropy } from "./entropy.js";
export { fr3e } from "./fr3e.js";
export { drGrpo, grpo, grpoPlusPlus } from "./group.js";
export { siren } from "./siren.js";
