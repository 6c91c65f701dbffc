import { fail } from "../core/check.js";

/**
 * avg@k: the mean reward of the k samples of a problem; with verdicts, the share of right ones.
 *
 * @param rewards One number or verdict a sample.
 * @throws RangeError for no sample or a reward that is not finite.
 * @example averageAtK([1, 0, 0, 1]) // 0.5
 * @example averageAtK([true, false, false, false]) // 0.25
 * @source SIREN (arXiv 2509.25133), avg@k.
 */
export function averageAtK(rewards: ArrayLike<number | boolean>): number {
  if (!rewards?.length) fail("averageAtK", "rewards", "an array of at least one sample", rewards);
  let sum = 0;
  for (let i = 0; i < rewards.length; i++) {
    const reward = Number(rewards[i]);
    if (!Number.isFinite(reward)) fail("averageAtK", `rewards[${i}]`, "a finite number or a verdict", rewards[i]);
    sum += reward;
  }
  return sum / rewards.length;
}
