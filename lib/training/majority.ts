import type { Group } from "../core/types.js";
import { voteClusters } from "../metrics/vote.js";

/** Answers of responses, one array a group. */
export type Keys = readonly (readonly (string | null)[])[];

/** maj@k of every group, averaged over its disjoint runs of k samples; what is left over counts nothing. */
export function majorities(groups: readonly Group[], keys: Keys, k: number): number[] {
  return groups.map((group, i) => majority(group, keys[i], k));
}

/**
 * The answer named most often, first seen on ties, decides. No answer is a class of its own that never wins right.
 * Solutions with one key share their verdict.
 */
function majority({ rollouts }: Group, keys: readonly (string | null)[], k: number): number {
  let won = 0;
  let votes = 0;
  for (let from = 0; from + k <= rollouts.length; from += k, votes++) {
    const clusters = voteClusters(keys.slice(from, from + k));
    const winner = clusters.reduce((best, own) => (own.members.length > best.members.length ? own : best));
    if (winner.answer !== null && rollouts[from + winner.members[0]].verdict) won++;
  }
  return won / votes;
}
