export {
  type Aggregation,
  type AggregationOptions,
  aggregate,
  batchDenominators,
  type Denominators,
  tokenWeights,
} from "./aggregate.js";
export * from "./anchored-entropy.js";
export * from "./cispo.js";
export {
  type EntropyBonusOptions,
  type EntropyInputs,
  type EntropyKind,
  type EntropyTerm,
  entropyBonus,
} from "./entropy-bonus.js";
export * from "./gspo.js";
export * from "./kl.js";
export * from "./kl-cov.js";
export * from "./reinforce.js";
export * from "./sum-terms.js";
export {
  type ClipOptions,
  clippedSurrogate,
  type SurrogateInputs,
  type SurrogateOptions,
  type SurrogateTerm,
} from "./surrogate.js";
