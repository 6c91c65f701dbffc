import type { LossTerm } from "../core/types.js";
import { tokenWeights } from "./aggregate.js";
import { checkBatch, clampedLogRatio, weightedTokens } from "./per-token.js";
import type { PolicyGradientOptions } from "./reinforce.js";
import { type ClipOptions, checkClip, type SurrogateInputs } from "./surrogate.js";

/**
 * REINFORCE with a clipped, constant importance weight: a clipped token keeps its gradient.
 *
 * `loss_t = -sg(clip(rho_t, 1-epsLow, 1+epsHigh)) A_t log pi(o_t)`. `epsLow` 1 is no lower bound, as in the paper.
 *
 * @param inputs as `clippedSurrogate`
 * @returns the loss, d loss / d logprob with the weight held constant, and the share of tokens whose weight was clipped
 * @throws RangeError when the shapes differ, a number is not finite, a mask is not 0/1 or an option is out of range.
 * @example cispo({ logprobs: [[0]], oldLogprobs: [[-1]], advantages: [[1]], masks: [[1]] }).dLogprob // [[-1.2]]
 * @source MiniMax-M1 (arXiv 2506.13585) section 3.1; the paper leaves epsHigh open.
 */
export function cispo(
  { logprobs, oldLogprobs, advantages, masks }: SurrogateInputs,
  { epsLow = 1, epsHigh = 0.2, aggregation = "token-mean", ...rest }: ClipOptions & PolicyGradientOptions = {},
): LossTerm & { dLogprob: Float32Array[]; clipFraction: number } {
  checkBatch("cispo", masks, { logprobs, oldLogprobs, advantages });
  checkClip("cispo", epsLow, epsHigh);
  const counts = tokenWeights(masks, "token-mean", rest);
  let clipFraction = 0;
  const { value, derivative } = weightedTokens(tokenWeights(masks, aggregation, rest), (i, t) => {
    const ratio = Math.exp(clampedLogRatio(logprobs[i][t], oldLogprobs[i][t]).logRatio);
    const weight = Math.min(1 + epsHigh, Math.max(1 - epsLow, ratio));
    if (weight !== ratio) clipFraction += counts[i][t];
    return [-weight * advantages[i][t] * logprobs[i][t], -weight * advantages[i][t]];
  });
  return { value, dLogprob: derivative, clipFraction };
}
