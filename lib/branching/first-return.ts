import { checkArray, fail } from "../core/check.js";
import { below } from "../core/random.js";

/**
 * The trajectories of a prompt that exploration starts from: none where all are right or all are wrong, else one of
 * each.
 *
 * @param rollouts the prompt's first returns
 * @param options with `random` one of each kind is drawn, without it the first of each is taken
 * @returns no rollout, or a right and a wrong one in their order
 * @throws RangeError when there is no rollout.
 * @example selectFirstReturns([{ verdict: false }, { verdict: false }]) // []
 * @example selectFirstReturns([{ verdict: false, id: 1 }, { verdict: true, id: 2 }, { verdict: true, id: 3 }]) // [{"verdict": false, "id": 1}, {"verdict": true, "id": 2}]
 * @source FR3E (arXiv 2507.07017): prompts without a mixed outcome are dropped; one right and one wrong base, as its release keeps.
 */
export function selectFirstReturns<R extends { verdict: boolean }>(
  rollouts: readonly R[],
  { random }: { random?: () => number } = {},
): R[] {
  checkArray("selectFirstReturns", "rollouts", rollouts);
  if (rollouts.length === 0) fail("selectFirstReturns", "rollouts", "at least one rollout", rollouts);
  const kinds = [true, false].map((verdict) =>
    rollouts.map((_, i) => i).filter((i) => rollouts[i].verdict === verdict),
  );
  if (kinds.some((indices) => indices.length === 0)) return [];
  const chosen = kinds.map((indices) => indices[random ? below(random, indices.length) : 0]);
  return chosen.sort((a, b) => a - b).map((i) => rollouts[i]);
}
