/** The contents page: every public name, in pipeline order. The headings keep the sorter from mixing the rooms. */

// The nouns, and where randomness comes from

export * from "./core/random.js";
export * from "./core/types.js";

// Verifiers: is the answer right?

export * from "./verifiers/index.js";

// Entropy: how uncertain the policy was, token by token

export * from "./entropy/index.js";

// Masks: which tokens a term looks at

export * from "./masks/index.js";

// Branching: where exploration starts anew

export * from "./branching/index.js";

// Advantages: which responses were better than expected

export * from "./advantages/index.js";

// Losses: a value and its derivative in every token

export * from "./losses/index.js";

// Metrics: what a run achieved

export * from "./metrics/index.js";

// Figures: rows to Plotly specs, and pictures of them

export * from "./figures/index.js";

// Notebook: how a cell shows things

export * from "./notebook/index.js";
