import { fail } from "../core/check.js";

/** Answers that count as one: the samples that gave them, in the order of their first appearance. */
export interface AnswerCluster<A> {
  /** The first answer of the cluster; null: the samples without an answer. */
  answer: A | null;
  /** Indices of the samples. */
  members: number[];
}

/** How answers are told apart: by a predicate, or by a key (faster: one look-up an answer). */
export interface Sameness<A> {
  same?: (a: A, b: A) => boolean;
  key?: (answer: A) => string | number;
}

/**
 * Groups answers that are the same; null or undefined (no answer) is a cluster of its own.
 *
 * With `same`, an answer joins the first cluster whose first answer it equals; with `key`, the cluster of its key.
 *
 * @throws RangeError for an empty list. TypeError when both `same` and `key` are given.
 * @example clusterAnswers(["1/2", "0.5", null, "0.5"]).map((c) => c.members) // [[0], [1, 3], [2]]
 * @example clusterAnswers(["a", "A"], { key: (a) => a.toLowerCase() }).length // 1
 * @source Wang et al. (2022), arXiv 2203.11171 (self-consistency), section 2.
 */
export function clusterAnswers<A>(
  answers: readonly (A | null | undefined)[],
  { same, key }: Sameness<A> = {},
): AnswerCluster<A>[] {
  const fn = "clusterAnswers";
  if (!answers?.length) fail(fn, "answers", "a list of at least one answer", answers);
  if (same && key) throw new TypeError(`${fn}: give either same or key, got both`);
  const clusters: AnswerCluster<A>[] = [];
  const byKey = new Map<unknown, AnswerCluster<A>>();
  const none = Symbol("no answer");
  const keyOf = (answer: A | null) => (answer === null ? none : key ? key(answer) : answer);
  const find = (answer: A | null) =>
    same && answer !== null
      ? clusters.find((c) => c.answer !== null && same(c.answer, answer))
      : byKey.get(keyOf(answer));
  for (let i = 0; i < answers.length; i++) {
    const answer = answers[i] ?? null;
    let cluster = find(answer);
    if (!cluster) {
      cluster = { answer, members: [] };
      clusters.push(cluster);
      byKey.set(keyOf(answer), cluster);
    }
    cluster.members.push(i);
  }
  return clusters;
}

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
 * @source Wang et al. (2022), arXiv 2203.11171; as maj@k in arXiv 2509.25133, section 4.1.
 */
export function majorityAtK<A>(
  answers: readonly (A | null | undefined)[],
  gold: A,
  { same, key }: Sameness<A> = {},
): number {
  if (!answers?.length) fail("majorityAtK", "answers", "a list of at least one answer", answers);
  const clusters = clusterAnswers(answers, { same, key });
  const winner = clusters.reduce((best, c) => (c.members.length > best.members.length ? c : best));
  if (winner.answer === null) return 0;
  const [a, b] = key ? [key(winner.answer), key(gold)] : [winner.answer, gold];
  return (same ? same(winner.answer, gold) : a === b) ? 1 : 0;
}
