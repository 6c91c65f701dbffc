import { checkFinite, checkNumber, checkRows, fail } from "../core/check.js";

/**
 * The value of every state: the mean reward of the continuations sampled from it.
 *
 * `V(S_j) = (1/M) sum_m r_jm`; with rewards 0/1 the share of right continuations.
 *
 * @param rewardsByState one array of rewards per state, the prompt's first
 * @returns one value per state
 * @throws RangeError when there is no state, a state has no continuation, or a reward or their mean is not finite.
 * @example stateValues([[1, 0, 0, 0], [1, 1, 0, 0]]) // [0.25, 0.5]
 * @source FR3E (arXiv 2507.07017), Entropy-Eliciting Explore: empirical value of a state.
 */
export function stateValues(rewardsByState: readonly ArrayLike<number>[]): number[] {
  checkRows("stateValues", "rewardsByState", rewardsByState);
  if (rewardsByState.length === 0) fail("stateValues", "rewardsByState", "at least one state", rewardsByState);
  return rewardsByState.map((rewards, j) => {
    if (rewards.length === 0) fail("stateValues", `rewardsByState[${j}]`, "at least one reward", rewards);
    checkFinite("stateValues", `rewardsByState[${j}]`, rewards);
    return meanReward("stateValues", rewards, j);
  });
}

/** The mean of a state's rewards; throws where their sum overflows. */
export function meanReward(fn: string, rewards: ArrayLike<number>, state: number): number {
  const mean = Array.from(rewards).reduce((sum, r) => sum + r, 0) / rewards.length;
  checkNumber(fn, `the mean of rewardsByState[${state}]`, mean);
  return mean;
}
