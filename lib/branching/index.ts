// From a trajectory to its states

export * from "./points.js";
export * from "./prefixes.js";

// One trajectory's rule, and its neighbours': statistics of trajectories in, positions per trajectory out

export * from "./rules/arpo.js";
export * from "./rules/fr3e.js";
export * from "./rules/tree-po.js";
export * from "./rules/tree-rl.js";

// Which trajectories, which states, and what came of them

export * from "./explore.js";
export * from "./first-return.js";
export * from "./tree.js";
export { stateValues } from "./values.js";
