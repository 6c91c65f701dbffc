import type { LossTerm } from "../core/types.js";
import { type AggregationOptions, countOf, tokenWeights } from "./aggregate.js";
import { checkBatch } from "./per-token.js";
import { type ClipOptions, checkClip, clipped, type SurrogateInputs } from "./surrogate.js";

/**
 * The clipped surrogate with one ratio per response.
 *
 * `s_i = exp(mean_t (log pi - log pi_old))`, `loss_i = max(-A_i s_i, -A_i clip(s_i, 1-epsLow, 1+epsHigh))`, mean over
 * responses; `A_i` is the mean of the response's advantages. A response without a kept token counts 0.
 *
 * @param inputs as `clippedSurrogate`
 * @returns the loss, d loss / d logprob, the share of responses clipped and the mean over responses of `-log s` (nats)
 * @throws RangeError when the shapes differ, a number is not finite, a mask is not 0/1 or an option is out of range.
 * @example gspo({ logprobs: [[-1, -1]], oldLogprobs: [[-1, -1]], advantages: [[2, 2]], masks: [[1, 1]] }).value // -2
 * @source GSPO (arXiv 2507.18071) section 4.1, eq. 5 and 7; bounds 3e-4 and 4e-4 from its section 5.1.
 */
export function gspo(
  { logprobs, oldLogprobs, advantages, masks }: SurrogateInputs,
  { epsLow = 3e-4, epsHigh = 4e-4, ...rest }: ClipOptions & AggregationOptions = {},
): LossTerm & { dLogprob: Float32Array[]; clipFraction: number; approxKl: number } {
  checkBatch("gspo", masks, { logprobs, oldLogprobs, advantages });
  checkClip("gspo", epsLow, epsHigh);
  const weights = tokenWeights(masks, "seq-mean-token-mean", rest);
  const term = { value: 0, clipFraction: 0, approxKl: 0 };
  const dLogprob = masks.map((mask, i) => {
    if (countOf(mask) === 0) return new Float32Array(mask.length);
    const mean = (row: ArrayLike<number>) => {
      let sum = 0;
      for (let t = 0; t < mask.length; t++) sum += mask[t] * row[t];
      return sum / countOf(mask);
    };
    const token = clipped(mean(advantages[i]), mean(logprobs[i]), mean(oldLogprobs[i]), epsLow, epsHigh);
    const share = weights[i].reduce((sum, w) => sum + w, 0);
    term.value += share * token.loss;
    term.clipFraction += token.clips ? share : 0;
    term.approxKl -= share * token.logRatio;
    return Float32Array.from(weights[i], (w) => w * token.slope);
  });
  return { ...term, dLogprob };
}
