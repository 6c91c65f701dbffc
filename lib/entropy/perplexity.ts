import { checkArray, checkNumber, fail } from "../core/check.js";
import { counts } from "./shape.js";

/**
 * Perplexity of a response under the policy that gave the log-probabilities: exp(-mean_t log pi(o_t)).
 *
 * @param logprobs Log-probabilities of the sampled tokens, nats, `[T]`.
 * @param mask 1 = counted, `[T]`; every token when absent.
 * @returns At least 1.
 * @throws RangeError for a value that is not finite or above 0, a mask of another length or not of 0 and 1, or no token counted.
 * @example perplexity([Math.log(0.5), Math.log(0.125)]) // 4
 * @example perplexity([Math.log(0.5), Math.log(0.125)], [1, 0]) // 2
 * @source Jelinek et al. (1977), "Perplexity - a measure of the difficulty of speech recognition tasks".
 */
export function perplexity(logprobs: ArrayLike<number>, mask?: ArrayLike<number>): number {
  const fn = "perplexity";
  checkArray(fn, "logprobs", logprobs);
  if (mask) checkArray(fn, "mask", mask);
  if (mask && mask.length !== logprobs.length) {
    throw new RangeError(`${fn}: mask must have one value per token (${logprobs.length}), got ${mask.length}`);
  }
  let sum = 0;
  let count = 0;
  for (let t = 0; t < logprobs.length; t++) {
    if (mask && !counts(fn, "mask", mask, t)) continue;
    // Rounding may lift the log-probability of a certain token slightly above 0.
    checkNumber(fn, `logprobs[${t}]`, logprobs[t], { high: 1e-5 });
    sum += logprobs[t];
    count++;
  }
  if (count === 0) fail(fn, mask ? "mask" : "logprobs", "at least one counted token", mask ?? logprobs);
  return Math.exp(-sum / count);
}
