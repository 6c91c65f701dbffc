import { checkFinite, fail } from "../core/check.js";

/** R = -a exp(H) + b, and how well it fits. */
export interface EntropyFit {
  a: number;
  b: number;
  /** Share of the variance of R that the line explains; 1 when R is constant and met. */
  r2: number;
  /** R at H = 0, where all entropy is spent: b - a. */
  ceiling: number;
}

/**
 * Fits the exchange of entropy for performance: R = -a exp(H) + b, by least squares in x = exp(H).
 *
 * @param entropies H of several steps or runs, nats, `[N]`.
 * @param performances R of the same, `[N]`.
 * @returns a and b, R^2, and the ceiling that the fit predicts at H = 0.
 * @throws RangeError for fewer than two points, lists of different length, a value that is not finite, or entropies that are all equal.
 * @example fitEntropyLaw([0, Math.log(2), Math.log(3)], [0.9, 0.7, 0.5]) // {"a": 0.2, "b": 1.1, "r2": 1, "ceiling": 0.9}
 * @source Cui et al. (arXiv 2505.22617), R = -a exp(H) + b.
 */
export function fitEntropyLaw(entropies: ArrayLike<number>, performances: ArrayLike<number>): EntropyFit {
  const fn = "fitEntropyLaw";
  if (!(entropies?.length >= 2)) fail(fn, "entropies", "an array of at least two values", entropies);
  if (performances?.length !== entropies.length) {
    fail(fn, "performances", `an array of ${entropies.length} numbers, as entropies`, performances);
  }
  checkFinite(fn, "entropies", entropies);
  checkFinite(fn, "performances", performances);
  const x = Array.from(entropies, Math.exp);
  const y = Array.from(performances);
  const [meanX, meanY] = [mean(x), mean(y)];
  const sxx = sumOf(x, (v) => (v - meanX) ** 2);
  if (sxx <= 1e-24 * (1 + meanX * meanX)) fail(fn, "entropies", "at least two different values", entropies);
  const slope = sumOf(x, (v, i) => (v - meanX) * (y[i] - meanY)) / sxx;
  const b = meanY - slope * meanX;
  const residual = sumOf(x, (v, i) => (y[i] - b - slope * v) ** 2);
  const whole = sumOf(y, (v) => (v - meanY) ** 2);
  // Of a constant R rounding alone is left.
  const constant = whole <= 1e-24 * sumOf(y, (v) => v * v);
  return { a: -slope, b, r2: constant ? 1 : 1 - residual / whole, ceiling: b + slope };
}

function mean(values: readonly number[]): number {
  return sumOf(values, (v) => v) / values.length;
}

function sumOf(values: readonly number[], of: (value: number, i: number) => number): number {
  return values.reduce((sum, value, i) => sum + of(value, i), 0);
}
