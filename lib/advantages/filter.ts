import { checkArray, fail } from "../core/check.js";

/**
 * The groups that teach something: at least one right and one wrong response. Verdicts are read, not rewards: a
 * shaped reward (length, format) must not make a uniform group look mixed.
 *
 * @param groups each with its rollouts' verdicts
 * @returns those groups, in their order
 * @throws RangeError when a group has no rollout.
 * @example mixedGroups([{ rollouts: [{ verdict: true }] }, { rollouts: [{ verdict: true }, { verdict: false }] }]).length // 1
 * @source DAPO (arXiv 2503.14476) section 3.2, dynamic sampling.
 */
export function mixedGroups<G extends { rollouts: readonly { verdict: boolean }[] }>(groups: readonly G[]): G[] {
  checkArray("mixedGroups", "groups", groups);
  return groups.filter(({ rollouts }, i) => {
    checkArray("mixedGroups", `groups[${i}].rollouts`, rollouts);
    if (rollouts.length === 0) fail("mixedGroups", `groups[${i}].rollouts`, "at least one rollout", rollouts);
    return rollouts.some((r) => r.verdict !== rollouts[0].verdict);
  });
}
