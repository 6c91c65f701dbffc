import { checkNumber } from "../core/check.js";
import type { LossTerm } from "../core/types.js";
import { checkMasks, tokenWeights } from "./aggregate.js";
import { checkBatch, weightedTokens } from "./per-token.js";
import type { PolicyGradientOptions } from "./reinforce.js";

/**
 * KL-Cov's penalty on the tokens of the highest covariance.
 *
 * `loss_t = coefficient |log pi - log pi_old|` on selected tokens, 0 on others; all kept tokens count in the mean.
 * Exactly on-policy the derivative is taken as 0: the penalty acts from the second update on a batch on.
 *
 * @param inputs `selected` marks the tokens (`klCovMask`), `masks` those that count
 * @returns the loss and d loss / d logprob
 * @throws RangeError when the shapes differ, a number is not finite, a mask is not 0/1 or `coefficient` is negative.
 * @example klCovPenalty({ logprobs: [[-1, -1]], oldLogprobs: [[-2, -3]], selected: [[1, 0]], masks: [[1, 1]] }).value // 0.5
 * @source Cui et al. (arXiv 2505.22617), KL-Cov; the release has the absolute log-ratio for the KL.
 */
export function klCovPenalty(
  {
    logprobs,
    oldLogprobs,
    selected,
    masks,
  }: {
    logprobs: readonly ArrayLike<number>[];
    oldLogprobs: readonly ArrayLike<number>[];
    selected: readonly ArrayLike<number>[];
    masks: readonly ArrayLike<number>[];
  },
  { coefficient = 1, aggregation = "token-mean", ...rest }: PolicyGradientOptions & { coefficient?: number } = {},
): LossTerm & { dLogprob: Float32Array[] } {
  checkBatch("klCovPenalty", masks, { logprobs, oldLogprobs, selected });
  checkMasks("klCovPenalty", selected);
  checkNumber("klCovPenalty", "coefficient", coefficient, { low: 0 });
  const { value, derivative } = weightedTokens(tokenWeights(masks, aggregation, rest), (i, t) => {
    const d = selected[i][t] * (logprobs[i][t] - oldLogprobs[i][t]);
    return [coefficient * Math.abs(d), coefficient * Math.sign(d)];
  });
  return { value, dLogprob: derivative };
}
