import { fail } from "../core/check.js";

/** Answers that count as one: the samples that gave them, in the order of their first appearance. */
export interface VoteCluster<A> {
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
 * @example voteClusters(["1/2", "0.5", null, "0.5"]).map((c) => c.members) // [[0], [1, 3], [2]]
 * @example voteClusters(["a", "A"], { key: (a) => a.toLowerCase() }).length // 1
 * @source Wang et al. (arXiv 2203.11171), section 2 (self-consistency).
 */
export function voteClusters<A>(
  answers: readonly (A | null | undefined)[],
  { same, key }: Sameness<A> = {},
): VoteCluster<A>[] {
  const fn = "voteClusters";
  if (!answers?.length) fail(fn, "answers", "a list of at least one answer", answers);
  if (same && key) throw new TypeError(`${fn}: give either same or key, got both`);
  const clusters: VoteCluster<A>[] = [];
  const byKey = new Map<unknown, VoteCluster<A>>();
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
