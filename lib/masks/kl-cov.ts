import { checkNumber } from "../core/check.js";
import { checkBatch, highest, type Masks, masksOf, selectionSize, tokensWithin } from "./tokens.js";

/**
 * Tokens that KL-Cov holds to the old policy: those of highest covariance.
 *
 * The max(floor(ratio N), 1) tokens of highest covariance, N the tokens within; ties go to the lowest index. 1 = selected.
 *
 * @param covariances As `covariances` returns them.
 * @param options `ratio` default 2e-3 (7B; 2e-4 for 32B), 0 selects none; `within` the response tokens.
 * @throws RangeError for an empty batch, a ratio outside [0, 1], masks of another shape or not of 0 and 1, or a covariance that is not finite.
 * @example klCovMask([[0, 2, 9]]) // [[0, 0, 1]]
 * @source Cui et al. (arXiv 2505.22617), KL-Cov; settings of its release (verl, `compute_policy_loss_kl_cov`).
 */
export function klCovMask(
  covariances: readonly ArrayLike<number>[],
  { ratio = 2e-3, within }: { ratio?: number; within?: readonly ArrayLike<number>[] } = {},
): Masks {
  const fn = "klCovMask";
  checkBatch(fn, "covariances", covariances, within);
  checkNumber(fn, "ratio", ratio, { low: 0, high: 1 });
  const tokens = tokensWithin(fn, "covariances", covariances, within);
  return masksOf(covariances, highest(tokens, selectionSize(ratio, tokens.length)));
}
