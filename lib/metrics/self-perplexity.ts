import { fail } from "../core/check.js";
import { eachMasked } from "./masked.js";

/**
 * Self-perplexity of a batch: the perplexity of a policy on what it sampled itself.
 *
 * exp(-sum log pi / number of tokens), the token mean over the whole batch; its logarithm estimates the token entropy.
 *
 * @param logprobs Log-probabilities of the sampled tokens, nats, one array `[T]` a response.
 * @param masks 1 = counted; every token when absent.
 * @returns At least 1 up to rounding.
 * @throws RangeError for an empty batch, masks of another shape or not of 0 and 1, a value that is not finite, or no token counted.
 * @example selfPerplexity([[Math.log(0.5)], [Math.log(0.125), Math.log(0.25)]]) // 4
 * @source This project; perplexity as in Jelinek et al. (1977).
 */
export function selfPerplexity(logprobs: readonly ArrayLike<number>[], masks?: readonly ArrayLike<number>[]): number {
  let sum = 0;
  let count = 0;
  eachMasked("selfPerplexity", ["logprobs", logprobs], [], masks, (i, t) => {
    sum += logprobs[i][t];
    count++;
  });
  if (count === 0)
    fail("selfPerplexity", masks ? "masks" : "logprobs", "at least one counted token", masks ?? logprobs);
  return Math.exp(-sum / count);
}
