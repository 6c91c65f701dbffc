export { clipCovMask, covariances, klCovMask } from "./covariance.js";
export { forkingTokenMask } from "./forking.js";
export { peakEntropyMask } from "./peak.js";
export { quantile } from "./quantile.js";
export type { Masks } from "./tokens.js";
