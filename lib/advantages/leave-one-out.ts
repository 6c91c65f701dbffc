import { checkGroup, meanOf } from "./group.js";

/**
 * Advantage of each response against the mean of the others.
 *
 * `A_i = r_i - mean_{j != i} r_j = n/(n-1) (r_i - mean r)`; a group of one has advantage 0.
 *
 * @param rewards one reward per response of the group [n]
 * @returns [n]
 * @throws RangeError when the group is empty or a reward is not finite.
 * @example leaveOneOutAdvantage([1, 0, 0]) // [1, -0.5, -0.5]
 * @source RLOO: Ahmadian et al. (arXiv 2402.14740), the leave-one-out baseline.
 */
export function leaveOneOutAdvantage(rewards: ArrayLike<number>): Float32Array {
  checkGroup("leaveOneOutAdvantage", rewards);
  const n = rewards.length;
  const mean = meanOf(rewards);
  return n === 1 ? new Float32Array(1) : Float32Array.from(rewards, (r) => (n / (n - 1)) * (r - mean));
}
