// How a loss per token becomes one number

export {
  type Aggregation,
  type AggregationOptions,
  aggregate,
  batchDenominators,
  type Denominators,
  tokenWeights,
} from "./aggregate.js";
export * from "./sum-terms.js";

// Policy gradients

export * from "./cispo.js";
export * from "./clip-cov.js";
export * from "./gspo.js";
export * from "./reinforce.js";
export {
  type ClipOptions,
  clippedSurrogate,
  type SurrogateInputs,
  type SurrogateOptions,
  type SurrogateTerm,
} from "./surrogate.js";

// Divergences

export * from "./importance.js";
export * from "./kl.js";
export * from "./kl-cov.js";

// Entropy

export * from "./adaptive.js";
export * from "./anchored-entropy.js";
export {
  type EntropyBonusOptions,
  type EntropyInputs,
  type EntropyKind,
  type EntropyTerm,
  entropyBonus,
} from "./entropy-bonus.js";
export * from "./lower-bound.js";
