import { checkInteger, fail } from "../core/check.js";
import { checkGroup } from "./group.js";

/**
 * Advantage of each response when the reward is that of a set of k: right if any of the k is.
 *
 * With c of n right: `rho = 1 - C(n-c,k)/C(n,k)`, `sigma = sqrt(rho (1-rho))`,
 * `A+ = (1-rho)/(sigma+1e-6)`, `A- = (1 - rho - C(n-c-1,k-1)/C(n-1,k-1))/(sigma+1e-6)`.
 *
 * @param rewards 1 (right) or 0 per response of the group [n]
 * @param options `k`, the size of the sets, in [1, n]
 * @returns [n]
 * @throws RangeError when the group is empty, a reward is neither 0 nor 1, or k is not an integer in [1, n].
 * @example passAtKAdvantage([1, 1, 0, 0, 0, 0, 0, 0], { k: 4 }).slice(1, 3) // [0.522232, -0.174077]
 * @source Pass@k training: Chen et al. (arXiv 2508.10751), analytical derivation.
 */
export function passAtKAdvantage(rewards: ArrayLike<number>, { k }: { k: number }): Float32Array {
  checkGroup("passAtKAdvantage", rewards);
  const n = rewards.length;
  checkInteger("passAtKAdvantage", "k", k, 1, n);
  let right = 0;
  for (let i = 0; i < n; i++) {
    if (rewards[i] !== 0 && rewards[i] !== 1) fail("passAtKAdvantage", `rewards[${i}]`, "0 or 1", rewards[i]);
    right += rewards[i];
  }
  const allWrong = chooseRatio(n - right, n, k);
  const sigma = Math.sqrt(allWrong * (1 - allWrong));
  const positive = allWrong / (sigma + 1e-6);
  const negative = (allWrong - chooseRatio(n - right - 1, n - 1, k - 1)) / (sigma + 1e-6);
  return Float32Array.from(rewards, (r) => (r === 1 ? positive : negative));
}

/** C(a,k) / C(b,k) for a <= b as a product: no factorial overflows, and a < k is exactly 0. */
function chooseRatio(a: number, b: number, k: number): number {
  let ratio = 1;
  for (let i = 0; i < k; i++) ratio *= Math.max(0, a - i) / (b - i);
  return ratio;
}
