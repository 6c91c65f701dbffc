import { chanceOfAll, checkCounts } from "./hypergeometric.js";

/** Chances of the three kinds of group; they add to 1. */
export interface GroupShares {
  allRight: number;
  mixed: number;
  allWrong: number;
}

/**
 * The chance that a group drawn from N samples, c of them right, comes out all right, mixed, or all wrong.
 *
 * Hypergeometric: C(c, n) / C(N, n) and C(N - c, n) / C(N, n). Averaged over prompts it tells what share of groups of
 * any size carries a learning signal, from one evaluation.
 *
 * @param samples N.
 * @param correct c.
 * @param size n, the group's size, at most N.
 * @throws RangeError unless 0 <= correct <= samples <= 1e7 and 1 <= size <= samples, all integers.
 * @example expectedGroupShares(4, 2, 2) // {"allRight": 0.1666667, "mixed": 0.6666667, "allWrong": 0.1666667}
 * @source This project; All-Right and All-Wrong groups as in FR3E (arXiv 2507.07017).
 */
export function expectedGroupShares(samples: number, correct: number, size: number): GroupShares {
  checkCounts("expectedGroupShares", ["samples", samples], ["correct", correct], ["size", size]);
  const allRight = chanceOfAll(samples, correct, size);
  const allWrong = chanceOfAll(samples, samples - correct, size);
  return { allRight, mixed: Math.max(0, 1 - allRight - allWrong), allWrong };
}
