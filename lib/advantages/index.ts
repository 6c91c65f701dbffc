// Which groups and rewards

export * from "./filter.js";
export * from "./overlong.js";

// One advantage per response

export { type GroupAdvantageOptions, groupAdvantage } from "./group.js";
export * from "./leave-one-out.js";
export * from "./max-rl.js";
export * from "./pass-at-k.js";

// One per state and continuation

export * from "./modulation.js";
export * from "./tree.js";

// One per token

export * from "./entropy-shaped.js";
export * from "./spread.js";
