export { topKEntropyBounds, topKNucleusEntropy } from "./bounds.js";
export type { Nucleus } from "./membership.js";
export { nucleusEntropy } from "./nucleus.js";
export { perplexity } from "./perplexity.js";
export { type TokenStatistics, tokenStatistics } from "./statistics.js";
export { tokenEntropy } from "./token.js";
