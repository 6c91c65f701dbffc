export * from "./points.js";
export * from "./prefixes.js";
export * from "./values.js";
