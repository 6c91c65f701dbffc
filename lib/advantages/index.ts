export * from "./entropy-shaped.js";
export { type GroupAdvantageOptions, groupAdvantage } from "./group.js";
export * from "./leave-one-out.js";
export * from "./max-rl.js";
export * from "./modulation.js";
export * from "./pass-at-k.js";
export * from "./spread.js";
