import { checkArray, checkNumber } from "../core/check.js";

/**
 * Holm's step-down adjustment of p values that were tested together.
 *
 * The r-th smallest of m becomes the largest of (m - s + 1) p_s over s <= r, at most 1: those at or below alpha are
 * rejected with a family-wise error of at most alpha, however the tests depend on each other.
 *
 * @param pValues In any order, `[m]`.
 * @returns The adjusted values in the same order.
 * @throws RangeError for a value outside [0, 1].
 * @example holm([0.01, 0.04, 0.03]) // [0.03, 0.06, 0.06]
 * @source Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979)
 */
export function holm(pValues: ArrayLike<number>): number[] {
  checkArray("holm", "pValues", pValues);
  const p = Array.from(pValues);
  for (const [i, value] of p.entries()) checkNumber("holm", `pValues[${i}]`, value, { low: 0, high: 1 });
  const adjusted = new Array<number>(p.length);
  let largest = 0;
  for (const [rank, i] of inOrder(p).entries()) {
    largest = Math.max(largest, Math.min(1, (p.length - rank) * p[i]));
    adjusted[i] = largest;
  }
  return adjusted;
}

/**
 * The confidence at which each test's interval says what Holm's procedure decides: 1 - alpha / (m - k + 1), where k is the
 * test's rank by p, or the rank at which the procedure stops if that comes first.
 *
 * A rejected test is judged at its own rank. From the first one that is not rejected on nothing is, so all of these share
 * its level: none of their intervals can exclude the hypothesis, as their p are larger still.
 *
 * @param pValues In any order, `[m]`; those of the tests that the intervals belong to.
 * @param options `alpha` .05.
 * @returns Confidences in the same order.
 * @throws RangeError for a value outside [0, 1], or alpha outside (0, 1).
 * @example holmConfidence([0.5, 0.001, 0.2]) // [0.975, 0.9833333, 0.975]
 * @source Holm (1979); the choice of level after the stop: this project
 */
export function holmConfidence(pValues: ArrayLike<number>, { alpha = 0.05 } = {}): number[] {
  checkArray("holmConfidence", "pValues", pValues);
  checkNumber("holmConfidence", "alpha", alpha, { low: 0, high: 1, open: "both" });
  const p = Array.from(pValues);
  for (const [i, value] of p.entries()) checkNumber("holmConfidence", `pValues[${i}]`, value, { low: 0, high: 1 });
  const confidence = new Array<number>(p.length);
  let left = p.length;
  for (const i of inOrder(p)) {
    confidence[i] = 1 - alpha / left;
    if (p[i] <= alpha / left) left = Math.max(1, left - 1);
    else break;
  }
  return Array.from(confidence, (value) => value ?? 1 - alpha / left);
}

/** Places by rising p; equal ones in the order given. */
const inOrder = (p: readonly number[]): number[] => [...p.keys()].sort((a, b) => p[a] - p[b] || a - b);
