import { checkFinite, checkNumber, fail } from "../core/check.js";
import { type SignFlipOptions, signFlip } from "./sign-flip.js";
import { tBound } from "./student-t.js";

/** A mean difference with its interval and p. */
export interface PairedDifference {
  /** Mean of a - b over the units. */
  mean: number;
  low: number;
  high: number;
  /** Two-sided sign-flip p. */
  p: number;
  /** Units: pairs, or clusters of pairs. */
  n: number;
  /** Standard deviation of the units' differences (n - 1); NaN for a single unit. */
  sd: number;
}

/** Of the interval, and of its p beside. */
export interface PairedOptions extends SignFlipOptions {
  /** Of the interval. */
  confidence?: number;
  /** A label a pair; the pairs of one label are averaged first and count as one unit. */
  clusters?: ArrayLike<string | number>;
}

/**
 * Mean of paired differences a - b with a t interval and a sign-flip p; the unit is the pair (a base checkpoint), or the
 * cluster of pairs (a base's seeds, a prompt's bases).
 *
 * mean +- t(confidence, n - 1) sd / sqrt(n). One unit has no spread: its interval is the whole line and its p 1.
 * Differences that are all equal have sd 0 and an interval without width.
 *
 * @param a One value a pair, `[N]`.
 * @param b Its partners, `[N]`.
 * @param options `confidence` .95; `clusters`; `draws` and `random` of the p where there are more than 16 units.
 * @throws RangeError for no pair, lists of different length, a value that is not finite, or a confidence outside (0, 1).
 * @example pairedDifference([3, 5, 7, 9], [2, 3, 4, 5]) // {"mean": 2.5, "low": 0.4457397, "high": 4.5542603, "p": 0.125, "n": 4, "sd": 1.2909944}
 * @example pairedDifference([1, 3, 4, 4], [0, 0, 2, 2], { clusters: ["x", "x", "y", "y"] }).n // 2
 * @source Student (1908); Fisher, The Design of Experiments (1935), section 21
 */
export function pairedDifference(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  { confidence = 0.95, clusters, ...flips }: PairedOptions = {},
): PairedDifference {
  const fn = "pairedDifference";
  if (a?.length === 0) fail(fn, "a", "an array of at least one number", a);
  checkFinite(fn, "a", a);
  checkFinite(fn, "b", b);
  if (b.length !== a.length) fail(fn, "b", `an array of ${a.length} numbers, as a`, b);
  if (clusters && clusters.length !== a.length) fail(fn, "clusters", `an array of ${a.length} labels, as a`, clusters);
  checkNumber(fn, "confidence", confidence, { low: 0, high: 1, open: "both" });
  const pairs = Array.from(a, (value, i) => value - b[i]);
  const units = clusters ? clusterMeans(pairs, clusters) : pairs;
  const { mean, sd, n } = spread(units);
  const half = n === 1 ? Infinity : (tBound(confidence, n - 1) * sd) / Math.sqrt(n);
  return { mean, low: mean - half, high: mean + half, p: signFlip(units, flips), n, sd };
}

/** Mean and standard deviation (n - 1); deviations that are rounding alone count as none. */
export function spread(values: readonly number[]): { mean: number; sd: number; n: number } {
  const n = values.length;
  const mean = average(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const sd = n < 2 ? NaN : Math.sqrt(squares / (n - 1));
  const size = Math.max(...values.map(Math.abs));
  return { mean, sd: sd <= 1e-12 * size ? 0 : sd, n };
}

function clusterMeans(values: readonly number[], labels: ArrayLike<string | number>): number[] {
  const clusters = new Map<string | number, number[]>();
  for (const [i, value] of values.entries()) {
    const members = clusters.get(labels[i]);
    if (members) members.push(value);
    else clusters.set(labels[i], [value]);
  }
  return [...clusters.values()].map(average);
}

const average = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
