import { checkNumber } from "../core/check.js";
import { clipCovSurrogate, clippedMask } from "../losses/clip-cov.js";
import { klCovPenalty } from "../losses/kl-cov.js";
import type { ClipOptions } from "../losses/surrogate.js";
import { clipCovMask } from "../masks/clip-cov.js";
import { covariances } from "../masks/covariance.js";
import { klCovMask } from "../masks/kl-cov.js";
import { call, part } from "./compose.js";
import type { OnTop } from "./entropy.js";
import { clipped, eachGroup, grpoPlusPlus } from "./group.js";
import { checkBounds } from "./surrogates.js";
import type { LossContext, Recipe } from "./types.js";

/** GRPO++ with the standard deviation, which the bounds of a covariance reckon with. */
const standardised = (): Recipe => ({
  ...grpoPlusPlus(),
  name: "grpoPlusPlus(std)",
  advantage: eachGroup(true, "DeepSeekMath section 4.1.2, outcome supervision"),
});

const covarianceOf = ({ logprobs, advantages, masks }: LossContext) => covariances(logprobs, advantages, masks);

/**
 * Clip-Cov: takes a few random tokens of high covariance between log-probability and advantage out of the gradient.
 *
 * @param options `ratio` of all tokens that is taken out, of those with a covariance in (`low`, `high`); bounds of
 * the ratio, which hardly clip by themselves
 * @throws RangeError when ratio is outside [0, 1], low above high or a bound out of range
 * @example recipes.clipCov().surrogate.what // "clipCovSurrogate(ratio: 0.0002, low: 1, high: 5, epsLow: 1, epsHigh: 1, dualClip: 10, aggregation: token-mean)"
 * @source Cui et al. (arXiv 2505.22617), Clip-Cov
 */
export function clipCov({
  ratio = 2e-4,
  low = 1,
  high = 5,
  epsLow = 1,
  epsHigh = 1,
  on = standardised(),
}: { ratio?: number; low?: number; high?: number } & ClipOptions & OnTop = {}): Recipe {
  checkNumber("clipCov", "ratio", ratio, { low: 0, high: 1 });
  checkNumber("clipCov", "low", low, { high });
  checkBounds("clipCov", epsLow, epsHigh);
  const clip = { epsLow, epsHigh, dualClip: 10, aggregation: "token-mean" } as const;
  const what = call("clipCovSurrogate", { ratio, low, high, ...clip });
  return {
    ...on,
    name: "clipCov",
    paper: `Clip-Cov (arXiv 2505.22617) on ${on.name}`,
    surrogate: part(what, "Clip-Cov; settings and bounds of the release (verl)", (context) => {
      const random = context.random.split("clip-cov");
      const clipped = clippedMask(context, clip);
      const options = { ratio, low, high, random, within: context.masks, clipped };
      const selected = clipCovMask(covarianceOf(context), options);
      return clipCovSurrogate({ ...context, selected }, { ...clip, maxLength: context.maxLength });
    }),
  };
}

/**
 * KL-Cov: holds the tokens of the highest covariance to the policy that sampled them. It does nothing in an update that
 * is exactly on-policy, the first one of a step.
 *
 * @param options `ratio` of all tokens that is held, and the `coefficient` of the penalty
 * @throws RangeError when ratio is outside [0, 1] or coefficient is negative
 * @example recipes.klCov().regularizers[0].what // "klCovPenalty(ratio: 0.002, coefficient: 1)"
 * @source Cui et al. (arXiv 2505.22617), KL-Cov; no token's ratio is clipped
 */
export function klCov({
  ratio = 2e-3,
  coefficient = 1,
  on = unclipped(),
}: { ratio?: number; coefficient?: number } & OnTop = {}): Recipe {
  checkNumber("klCov", "ratio", ratio, { low: 0, high: 1 });
  checkNumber("klCov", "coefficient", coefficient, { low: 0 });
  const what = call("klCovPenalty", { ratio, coefficient });
  const penalty = part(what, "KL-Cov; the release's absolute log-ratio", (context: LossContext) => {
    const selected = klCovMask(covarianceOf(context), { ratio, within: context.masks });
    return klCovPenalty({ ...context, selected }, { coefficient });
  });
  return {
    ...on,
    name: "klCov",
    paper: `KL-Cov (arXiv 2505.22617) on ${on.name}`,
    regularizers: [...on.regularizers, penalty],
  };
}

/** The same without a clip: the bounds lie beyond what a ratio can be. */
const unclipped = (): Recipe => ({
  ...standardised(),
  name: "grpoPlusPlus(std, no clip)",
  surrogate: clipped({ epsLow: 1, epsHigh: 1e9, aggregation: "token-mean" }, "KL-Cov's objective has no clip"),
});
