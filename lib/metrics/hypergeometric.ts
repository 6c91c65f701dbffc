import { checkInteger } from "../core/check.js";

/** C(c, k) / C(n, k): all of k drawn are among the c. */
export function chanceOfAll(n: number, c: number, k: number): number {
  if (c < k) return 0;
  // Factor by factor over the n - c others: no binomial overflows, and c = n gives exactly 1.
  let chance = 1;
  for (let i = c + 1; i <= n; i++) chance *= 1 - k / i;
  return chance;
}

/** Samples, how many are right, how many are drawn, each with its name; beyond 1e7 samples the product takes too long. */
export function checkCounts(
  fn: string,
  [samples, n]: [string, number],
  [correct, c]: [string, number],
  [drawn, k]: [string, number],
): void {
  checkInteger(fn, samples, n, 1, 1e7);
  checkInteger(fn, correct, c, 0, n);
  checkInteger(fn, drawn, k, 1, n);
}
