/** The contents page: every public name, in pipeline order. */
export * from "./core/types.js";
export * from "./core/random.js";
export * from "./verifiers/verdict.js";
export * from "./verifiers/step-task.js";
export * from "./verifiers/countdown.js";
export * from "./verifiers/pancake.js";
export * from "./verifiers/steps.js";
