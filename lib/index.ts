/** The contents page: every public name, in pipeline order. */
export * from "./core/types.js";
export * from "./core/random.js";
