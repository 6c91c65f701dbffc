import { checkArray, checkFinite, checkNumber, fail } from "../core/check.js";

/** Whether the group's spread is divided out. */
export interface GroupAdvantageOptions {
  /** Divide by the group's unbiased standard deviation (GRPO) or not (Dr.GRPO, GRPO++). */
  std?: boolean;
  epsilon?: number;
}

/**
 * Advantage of each response against its group: how much better than the mean.
 *
 * `A_i = (r_i - mean r) / (std r + epsilon)`, unbiased std; without `std` the centred reward alone.
 * A group of one, or of equal rewards, has advantages 0.
 *
 * @param rewards one reward per response of the group [n]
 * @returns [n], summing to 0
 * @throws RangeError when the group is empty, a reward is not finite or `epsilon` is negative.
 * @example groupAdvantage([0, 1], { std: false }) // [-0.5, 0.5]
 * @example groupAdvantage([0, 1]) // [-0.7071058, 0.7071058]
 * @source GRPO: DeepSeekMath (arXiv 2402.03300) section 4.1.2; without std: Dr.GRPO (arXiv 2503.20783) section 3.2.
 */
export function groupAdvantage(
  rewards: ArrayLike<number>,
  { std = true, epsilon = 1e-6 }: GroupAdvantageOptions = {},
): Float32Array {
  checkGroup("groupAdvantage", rewards);
  checkNumber("groupAdvantage", "epsilon", epsilon, { low: 0 });
  const mean = meanOf(rewards);
  const centred = Float64Array.from(rewards, (r) => r - mean);
  // Equal rewards whose mean rounds would otherwise be blown up to about +-1 by the division.
  if (isFlat(rewards)) return new Float32Array(rewards.length);
  if (!std) return Float32Array.from(centred);
  const deviation = Math.sqrt(centred.reduce((sum, c) => sum + c * c, 0) / (rewards.length - 1));
  return Float32Array.from(centred, (c) => c / (deviation + epsilon));
}

/** A group of rewards that an advantage can be taken of. */
export function checkGroup(fn: string, rewards: ArrayLike<number>): void {
  checkArray(fn, "rewards", rewards);
  if (rewards.length === 0) fail(fn, "rewards", "at least one reward", rewards);
  checkFinite(fn, "rewards", rewards);
}

/** The mean of a group. */
export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}

function isFlat(values: ArrayLike<number>): boolean {
  for (let i = 1; i < values.length; i++) if (values[i] !== values[0]) return false;
  return true;
}
