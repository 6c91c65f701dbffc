import { checkInteger, fail } from "../core/check.js";
import { below } from "../core/random.js";
import { type Sameness, voteClusters } from "./vote.js";

/**
 * maj@k: 1 when the most frequent answer of the k samples is the gold one, else 0.
 *
 * Samples without an answer (null) vote too, as a class that is never right; ties go to the answer seen first.
 *
 * @param answers Extracted answers, one a sample; null where there is none.
 * @param gold The right answer.
 * @param options `same(a, b)` tells whether two answers are equal, or `key(a)` maps equal answers to one key; strict equality by default.
 * @throws RangeError for an empty list. TypeError when both `same` and `key` are given.
 * @example majorityAtK(["2", "3", "2"], "2") // 1
 * @example majorityAtK([1, 2, 1.0001], 1, { same: (a, b) => Math.abs(a - b) < 0.01 }) // 1
 * @example majorityAtK([null, null, "2"], "2") // 0
 * @source Wang et al. (arXiv 2203.11171), section 2 (self-consistency); as maj@k in SIREN (arXiv 2509.25133).
 */
export function majorityAtK<A>(
  answers: readonly (A | null | undefined)[],
  gold: A,
  { same, key }: Sameness<A> = {},
): number {
  if (!answers?.length) fail("majorityAtK", "answers", "a list of at least one answer", answers);
  const clusters = voteClusters(answers, { same, key });
  const winner = clusters.reduce((best, c) => (c.members.length > best.members.length ? c : best));
  return winner.answer !== null && equal(winner.answer, gold, { same, key }) ? 1 : 0;
}

/**
 * maj@k of n >= k samples: the mean of maj@k over `draws` random subsets of k, drawn without replacement.
 *
 * A subset keeps the order of its draw, so that ties fall to either side alike.
 *
 * @param answers Extracted answers, n of them; null where there is none.
 * @param gold The right answer.
 * @param options `k`; `draws` default 200; `random` a generator; `same` or `key` as in `majorityAtK`.
 * @returns A share in [0, 1].
 * @throws RangeError for an empty list, k outside [1, n], or draws below 1. TypeError without `random`, or when both `same` and `key` are given.
 * @example expectedMajorityAtK(["2", "2", "2"], "2", { k: 2, random: generator(1) }) // 1
 * @source This project; the vote of Wang et al. (arXiv 2203.11171).
 */
export function expectedMajorityAtK<A>(
  answers: readonly (A | null | undefined)[],
  gold: A,
  { k, draws = 200, random, same, key }: Sameness<A> & { k: number; draws?: number; random: () => number },
): number {
  const fn = "expectedMajorityAtK";
  if (!answers?.length) fail(fn, "answers", "a list of at least one answer", answers);
  checkInteger(fn, "k", k, 1, answers.length);
  checkInteger(fn, "draws", draws, 1);
  if (typeof random !== "function") throw new TypeError(`${fn}: random must be a generator, e.g. generator(seed)`);
  // Clustered once: from here on an answer is the number of its cluster.
  const clusters = voteClusters(answers, { same, key });
  const labels: (number | null)[] = new Array(answers.length).fill(null);
  for (const [c, { answer, members }] of clusters.entries()) {
    if (answer !== null) for (const i of members) labels[i] = c;
  }
  const goldLabel = clusters.findIndex(({ answer }) => answer !== null && equal(answer, gold, { same, key }));
  let right = 0;
  for (let draw = 0; draw < draws; draw++) {
    for (let i = 0; i < k; i++) {
      const j = i + below(random, labels.length - i);
      [labels[i], labels[j]] = [labels[j], labels[i]];
    }
    right += majorityAtK(labels.slice(0, k), goldLabel);
  }
  return right / draws;
}

function equal<A>(a: A, b: A, { same, key }: Sameness<A>): boolean {
  if (same) return same(a, b);
  return key ? key(a) === key(b) : a === b;
}
