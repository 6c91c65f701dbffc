import type { LossTerm } from "../core/types.js";
import { type Aggregation, type AggregationOptions, tokenWeights } from "./aggregate.js";
import { checkBatch, weightedTokens } from "./per-token.js";
import type { SurrogateInputs } from "./surrogate.js";

/** How a loss per token is aggregated. */
export interface PolicyGradientOptions extends AggregationOptions {
  aggregation?: Aggregation;
}

/**
 * The plain policy gradient: no ratio, no clip.
 *
 * `loss_t = -A_t log pi(o_t)`, derivative `-A_t`.
 *
 * @param inputs as `clippedSurrogate`; the old log-probabilities are not read
 * @returns the loss and d loss / d logprob
 * @throws RangeError when the shapes differ, a number is not finite or a mask is not 0/1.
 * @example reinforce({ logprobs: [[-1, -2]], advantages: [[1, 0.5]], masks: [[1, 1]] }).value // 1
 * @source Williams (1992), Machine Learning 8, 229-256.
 */
export function reinforce(
  { logprobs, advantages, masks }: Omit<SurrogateInputs, "oldLogprobs"> & Partial<SurrogateInputs>,
  { aggregation = "token-mean", ...rest }: PolicyGradientOptions = {},
): LossTerm & { dLogprob: Float32Array[] } {
  checkBatch("reinforce", masks, { logprobs, advantages });
  const { value, derivative } = weightedTokens(tokenWeights(masks, aggregation, rest), (i, t) => [
    -advantages[i][t] * logprobs[i][t],
    -advantages[i][t],
  ]);
  return { value, dLogprob: derivative };
}
