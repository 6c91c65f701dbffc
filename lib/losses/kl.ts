import { checkNumber, checkOneOf } from "../core/check.js";
import type { LossTerm } from "../core/types.js";
import { tokenWeights } from "./aggregate.js";
import { checkBatch, weightedTokens } from "./per-token.js";
import type { PolicyGradientOptions } from "./reinforce.js";

const estimators = ["k1", "k2", "k3"] as const;

/** Estimators of KL(pi || reference) from tokens sampled by pi. */
export type KlEstimator = (typeof estimators)[number];

/**
 * One token's estimate of KL(pi || reference) and its derivative in log pi.
 *
 * With `d = log pi - log ref`: `k1 = d`, `k2 = d^2 / 2`, `k3 = exp(-d) - 1 + d` (held at +-10, where its derivative is 0).
 * k1 and k3 are unbiased as values; as a loss only k2's derivative is an unbiased gradient of the KL, k1's has mean 0.
 *
 * @param logprob log pi of the sampled token, nats
 * @param reference log ref of it, nats
 * @returns [estimate, derivative], nats
 * @throws RangeError when a number is not finite or the estimator is unknown.
 * @example klEstimate(-1, -2, "k1") // [1, 1]
 * @example klEstimate(-1, -2, "k2") // [0.5, 1]
 * @example klEstimate(-1, -2, "k3") // [0.367879, 0.632121]
 * @source Schulman, "Approximating KL divergence" (2020); k3 as a loss: DeepSeekMath (arXiv 2402.03300) eq. 4.
 */
export function klEstimate(logprob: number, reference: number, estimator: KlEstimator = "k3"): [number, number] {
  checkNumber("klEstimate", "logprob", logprob);
  checkNumber("klEstimate", "reference", reference);
  checkOneOf("klEstimate", "estimator", estimator, estimators);
  const d = logprob - reference;
  if (estimator === "k1") return [d, 1];
  if (estimator === "k2") return [(d * d) / 2, d];
  const inverse = Math.exp(-d);
  const k3 = inverse - 1 + d;
  return k3 > 10 ? [10, 0] : [k3, 1 - inverse];
}

/**
 * A penalty on leaving a reference policy.
 *
 * `loss = coefficient * aggregate(k(log pi, log ref))`.
 *
 * @returns the loss, d loss / d logprob, and `kl`, the aggregate without its coefficient (nats)
 * @throws RangeError when the shapes differ, a number is not finite, a mask is not 0/1 or an option is out of range.
 * @example klPenalty({ logprobs: [[-1]], referenceLogprobs: [[-2]], masks: [[1]] }, { estimator: "k1", coefficient: 0.1 }).value // 0.1
 * @source DeepSeekMath (arXiv 2402.03300) eq. 3-4.
 */
export function klPenalty(
  {
    logprobs,
    referenceLogprobs,
    masks,
  }: {
    logprobs: readonly ArrayLike<number>[];
    referenceLogprobs: readonly ArrayLike<number>[];
    masks: readonly ArrayLike<number>[];
  },
  {
    estimator = "k3",
    coefficient,
    aggregation = "token-mean",
    ...rest
  }: PolicyGradientOptions & { estimator?: KlEstimator; coefficient: number },
): LossTerm & { dLogprob: Float32Array[]; kl: number } {
  checkBatch("klPenalty", masks, { logprobs, referenceLogprobs });
  checkNumber("klPenalty", "coefficient", coefficient, { low: 0 });
  checkOneOf("klPenalty", "estimator", estimator, estimators);
  let kl = 0;
  const weights = tokenWeights(masks, aggregation, rest);
  const { value, derivative } = weightedTokens(weights, (i, t) => {
    const [estimate, slope] = klEstimate(logprobs[i][t], referenceLogprobs[i][t], estimator);
    kl += weights[i][t] * estimate;
    return [coefficient * estimate, coefficient * slope];
  });
  return { value, dLogprob: derivative, kl };
}
