import { checkArray, checkSameShape } from "../core/check.js";
import type { Floats } from "../core/types.js";
import { checkBatch, checkMasks, type TokenValue, tokensWithin } from "./tokens.js";

/**
 * Covariance term of every token: how much its log-probability and its advantage move together.
 *
 * cov_t = (A_t - mean A)(log pi_t - mean log pi), means over all masked tokens of the batch; 0 outside the mask. Its
 * batch mean is the covariance that drives the entropy down.
 *
 * @param logprobs Log-probabilities of the sampled tokens, nats, one array `[T]` a response.
 * @param advantages One array `[T]` a response, or one number a response (spread over its tokens).
 * @param masks 1 = a response token.
 * @returns One array `[T]` a response.
 * @throws RangeError for an empty batch, arrays of different shape, masks not of 0 and 1, or a masked value that is not finite.
 * @example covariances([[-1, -3]], [[1, -1]], [[1, 1]]) // [[1, 1]]
 * @example covariances([[-1], [-3]], [1, 0], [[1], [1]]) // [[0.5], [0.5]]
 * @source Cui et al. (arXiv 2505.22617), covariance of a token.
 */
export function covariances(
  logprobs: readonly ArrayLike<number>[],
  advantages: ArrayLike<ArrayLike<number> | number>,
  masks: readonly ArrayLike<number>[],
): Floats[] {
  const fn = "covariances";
  checkBatch(fn, "logprobs", logprobs);
  checkSameShape(fn, ["logprobs", logprobs], ["masks", masks]);
  checkMasks(fn, "masks", masks);
  checkArray(fn, "advantages", advantages);
  const spread = Array.from(advantages, (a, i) =>
    typeof a === "number" ? new Float64Array(logprobs[i]?.length ?? 0).fill(a) : a,
  );
  checkSameShape(fn, ["logprobs", logprobs], ["advantages", spread]);
  const ofLogprob = tokensWithin(fn, "logprobs", logprobs, masks);
  const ofAdvantage = tokensWithin(fn, "advantages", spread, masks);
  const meanLogprob = mean(ofLogprob);
  const meanAdvantage = mean(ofAdvantage);
  const out = logprobs.map((row) => new Float32Array(row.length));
  for (let i = 0; i < ofLogprob.length; i++) {
    const { response, token, value } = ofLogprob[i];
    out[response][token] = (ofAdvantage[i].value - meanAdvantage) * (value - meanLogprob);
  }
  return out;
}

function mean(tokens: readonly TokenValue[]): number {
  return tokens.reduce((sum, { value }) => sum + value, 0) / Math.max(1, tokens.length);
}
