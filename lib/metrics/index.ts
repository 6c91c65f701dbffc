export { averageAtK } from "./average.js";
export {
  type CorrectnessBuckets,
  type CorrectnessShares,
  correctnessBuckets,
  correctnessShares,
} from "./buckets.js";
export { type ClipFractions, clipFractions } from "./clip-fractions.js";
export { covarianceTerm } from "./covariance-term.js";
export { distinctCorrect } from "./diversity.js";
export { type EntropyFit, fitEntropyLaw } from "./entropy-fit.js";
export { expectedGroupShares, type GroupShares } from "./group-shares.js";
export { type Histogram, histogram } from "./histogram.js";
export { holm, holmConfidence } from "./holm.js";
export { type LengthSummary, lengthSummary } from "./lengths.js";
export { expectedMajorityAtK, majorityAtK } from "./majority.js";
export { type PairedDifference, type PairedOptions, pairedDifference } from "./paired.js";
export { passAtK, passPowerK } from "./pass-at-k.js";
export { selfPerplexity } from "./self-perplexity.js";
export { type SignFlipOptions, signFlip } from "./sign-flip.js";
export { type UsableBand, usableBand } from "./usable-band.js";
export { type Sameness, type VoteCluster, voteClusters } from "./vote.js";
