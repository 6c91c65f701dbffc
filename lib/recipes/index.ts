/** The recipes by name: one composition a method. */

// A group of responses a prompt

export { maxRl, passAtK, reinforce, rloo } from "./advantages.js";
export { dapo } from "./dapo.js";
export { drGrpo, grpo, grpoPlusPlus } from "./group.js";
export { cispo, gspo } from "./surrogates.js";

// Entropy in the loss

export { adaptiveEntropy, naiveEntropy, steppedEntropy } from "./entropy.js";
export { siren } from "./siren.js";
export {
  sirenAdaptive,
  sirenAnchorOnly,
  sirenLowerBound,
  sirenNoAnchor,
  sirenNoPeakMask,
  sirenNoTopP,
  sirenTokenFirst,
} from "./siren-variants.js";

// Which tokens carry the gradient, and how much

export { clipCov, klCov } from "./covariance.js";
export { entropyAdvantage, forkingTokens, forkingTokensOverAll } from "./tokens.js";

// Branching

export { aepoBranching, arpoBranching, treePoBranching, treeRlBranching } from "./branching-rules.js";
export { fr3e } from "./fr3e.js";
export {
  fr3eBarePrompt,
  fr3eNoModulation,
  fr3eOnlyAbove,
  fr3eRelease,
  fr3eRightOnly,
  fr3eWithFirstReturns,
} from "./fr3e-variants.js";

// On top of any of them

export { randomReward, withKl } from "./controls.js";
