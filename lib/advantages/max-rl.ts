import { fail } from "../core/check.js";
import { checkGroup, meanOf } from "./group.js";

/**
 * Advantage that follows the gradient of the log-likelihood of being right, truncated at the group's size.
 *
 * `A_i = (r_i - mean r) / mean r`; where no response is right (mean 0) the advantages are 0. Hard prompts weigh more
 * than under GRPO: the divisor is the success rate, not its standard deviation.
 *
 * @param rewards one reward >= 0 per response of the group [n]
 * @returns [n]
 * @throws RangeError when the group is empty or a reward is not finite or negative.
 * @example maxRlAdvantage([1, 0, 0, 0]) // [3, -1, -1, -1]
 * @source MaxRL: Tajwar et al. (arXiv 2602.02710), its on-policy estimator.
 */
export function maxRlAdvantage(rewards: ArrayLike<number>): Float32Array {
  checkGroup("maxRlAdvantage", rewards);
  for (let i = 0; i < rewards.length; i++) {
    if (rewards[i] < 0) fail("maxRlAdvantage", `rewards[${i}]`, ">= 0 (use 0/1 rewards)", rewards[i]);
  }
  const mean = meanOf(rewards);
  return Float32Array.from(rewards, (r) => (mean === 0 ? 0 : (r - mean) / mean));
}
