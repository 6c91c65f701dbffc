import { fail } from "../core/check.js";
import { type Sameness, voteClusters } from "./vote.js";

/**
 * How many different right solutions the samples of one prompt hold.
 *
 * Clusters of equal solutions among the right ones: pass@k counts a prompt solved once, this counts the ways.
 *
 * @param solutions One a sample; null where there is none.
 * @param verdicts Right or wrong, one a sample.
 * @param options `same(a, b)` tells whether two solutions are equal, or `key(a)` maps equal ones to one key; strict equality by default.
 * @throws RangeError for an empty list or lists of different length. TypeError when both `same` and `key` are given.
 * @example distinctCorrect(["1+2", "2+1", "9-6", "7"], [true, true, true, false]) // 3
 * @example distinctCorrect(["1+2", "2+1", "4-1"], [true, true, true], { key: (s) => [...s].sort().join("") }) // 2
 * @source This project.
 */
export function distinctCorrect<A>(
  solutions: readonly (A | null | undefined)[],
  verdicts: readonly boolean[],
  { same, key }: Sameness<A> = {},
): number {
  const fn = "distinctCorrect";
  if (!solutions?.length) fail(fn, "solutions", "a list of at least one solution", solutions);
  if (verdicts?.length !== solutions.length) fail(fn, "verdicts", `a list of ${solutions.length} verdicts`, verdicts);
  const right = solutions.filter((solution, i) => verdicts[i] && solution !== null && solution !== undefined);
  return right.length === 0 ? 0 : voteClusters(right, { same, key }).length;
}
