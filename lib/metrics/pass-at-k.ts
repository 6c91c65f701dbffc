import { chanceOfAll, checkCounts } from "./hypergeometric.js";

/**
 * Unbiased pass@k: the chance that k samples drawn from n without replacement hold a right one.
 *
 * 1 - C(n - c, k) / C(n, k), as a product, so that no binomial overflows.
 *
 * @param n Samples of the problem.
 * @param correct c, how many of them are right.
 * @param k Samples drawn, at most n.
 * @throws RangeError unless 0 <= correct <= n <= 1e7 and 1 <= k <= n, all integers.
 * @example passAtK(4, 1, 2) // 0.5
 * @example passAtK(16, 3, 8) // 0.9
 * @source Chen et al. (arXiv 2107.03374), its unbiased estimator of pass@k.
 */
export function passAtK(n: number, correct: number, k: number): number {
  checkCounts("passAtK", ["n", n], ["correct", correct], ["k", k]);
  return 1 - chanceOfAll(n, n - correct, k);
}

/**
 * Unbiased pass^k: the chance that k samples drawn from n without replacement are all right.
 *
 * C(c, k) / C(n, k).
 *
 * @throws RangeError unless 0 <= correct <= n <= 1e7 and 1 <= k <= n, all integers.
 * @example passPowerK(4, 2, 2) // 0.1666667
 * @source Yao et al. (arXiv 2406.12045, tau-bench), pass^k.
 */
export function passPowerK(n: number, correct: number, k: number): number {
  checkCounts("passPowerK", ["n", n], ["correct", correct], ["k", k]);
  return chanceOfAll(n, correct, k);
}
