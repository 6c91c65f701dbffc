import { eachMasked } from "./masked.js";

/**
 * Covariance of log-probability and advantage over the tokens of a batch: positive, and the next policy-gradient step
 * lowers the entropy.
 *
 * mean_t (A_t - mean A)(log pi_t - mean log pi) over all masked tokens; 0 when there are none.
 *
 * @param logprobs Log-probabilities of the sampled tokens, nats, one array `[T]` a response.
 * @param advantages Same shape.
 * @param masks 1 = counted; every token when absent.
 * @throws RangeError for an empty batch, arrays of different shape, masks not of 0 and 1, or a counted value that is not finite.
 * @example covarianceTerm([[-1, -3]], [[1, -1]]) // 1
 * @source Cui et al. (arXiv 2505.22617), the covariance that drives the change of entropy.
 */
export function covarianceTerm(
  logprobs: readonly ArrayLike<number>[],
  advantages: readonly ArrayLike<number>[],
  masks?: readonly ArrayLike<number>[],
): number {
  let [count, meanA, meanL, products] = [0, 0, 0, 0];
  // Welford's update: one pass, and no difference of large sums.
  eachMasked("covarianceTerm", ["logprobs", logprobs], [["advantages", advantages]], masks, (i, t) => {
    count++;
    const fromMean = advantages[i][t] - meanA;
    meanA += fromMean / count;
    meanL += (logprobs[i][t] - meanL) / count;
    products += fromMean * (logprobs[i][t] - meanL);
  });
  return count === 0 ? 0 : products / count;
}
