import { checkNumber } from "../core/check.js";
import type { LossTerm } from "../core/types.js";
import { type Aggregation, type AggregationOptions, tokenWeights } from "./aggregate.js";
import { checkBatch, clampedLogRatio, weightedTokens } from "./per-token.js";

/** What every policy-gradient loss reads; each one array per response, of one shape. */
export interface SurrogateInputs {
  /** Log-probabilities of the sampled tokens under the policy that is being trained, nats. */
  logprobs: readonly ArrayLike<number>[];
  /** The same under the policy that sampled them. */
  oldLogprobs: readonly ArrayLike<number>[];
  advantages: readonly ArrayLike<number>[];
  /** 1 = trained token. */
  masks: readonly ArrayLike<number>[];
}

/** The interval that an importance ratio is clipped to. */
export interface ClipOptions {
  /** The ratio is clipped below at 1 - epsLow ... */
  epsLow?: number;
  /** ... and above at 1 + epsHigh. */
  epsHigh?: number;
}

/** Clip bounds, dual clip and aggregation of the clipped surrogate. */
export interface SurrogateOptions extends ClipOptions, AggregationOptions {
  /** Bounds the loss of a token with A < 0 at -A times this; absent: no bound. */
  dualClip?: number;
  aggregation?: Aggregation;
}

/** A clipped loss and what it clipped: shares of the kept tokens. */
export interface SurrogateTerm extends LossTerm {
  dLogprob: Float32Array[];
  /** Tokens whose clipped loss is the larger one. */
  clipFraction: number;
  /** Those of them at the lower bound (A < 0) and at the upper one (A > 0). */
  clipLow: number;
  clipHigh: number;
  /** Tokens with A < 0 held by the dual clip. */
  clipFractionLower: number;
  /** Mean of `old - new` log-probability (k1), nats. */
  approxKl: number;
}

/**
 * The PPO surrogate with separate bounds above and below and, if asked, a dual clip.
 *
 * `l1 = -A rho`, `l2 = -A clip(rho, 1-epsLow, 1+epsHigh)`, loss `max(l1, l2)`; for A < 0 with a dual clip
 * `min(max(l1, l2), -A dualClip)`. `rho = exp(log pi - log pi_old)`, its exponent held within +-20.
 *
 * @returns the loss, d loss / d logprob, and the clip fractions and KL as means over the kept tokens
 * @throws RangeError when the shapes differ, a number is not finite, a mask is not 0/1 or an option is out of range.
 * @example clippedSurrogate({ logprobs: [[-1]], oldLogprobs: [[-1]], advantages: [[2]], masks: [[1]] }).value // -2
 * @example clippedSurrogate({ logprobs: [[0]], oldLogprobs: [[-1]], advantages: [[1]], masks: [[1]] }, { epsHigh: 0.28 }).value // -1.28
 * @source PPO (arXiv 1707.06347) eq. 7; clip-higher: DAPO (arXiv 2503.14476) section 3.1; dual clip: Ye et al. (arXiv 1912.09729).
 */
export function clippedSurrogate(
  { logprobs, oldLogprobs, advantages, masks }: SurrogateInputs,
  { epsLow = 0.2, epsHigh = 0.2, dualClip, aggregation = "token-mean", ...rest }: SurrogateOptions = {},
): SurrogateTerm {
  checkBatch("clippedSurrogate", masks, { logprobs, oldLogprobs, advantages });
  checkClip("clippedSurrogate", epsLow, epsHigh);
  if (dualClip !== undefined) checkNumber("clippedSurrogate", "dualClip", dualClip, { low: 1, open: "low" });
  const counts = tokenWeights(masks, "token-mean", rest);
  const shares = { clipLow: 0, clipHigh: 0, clipFractionLower: 0, approxKl: 0 };
  const { value, derivative } = weightedTokens(tokenWeights(masks, aggregation, rest), (i, t) => {
    const a = advantages[i][t];
    const token = clipped(a, logprobs[i][t], oldLogprobs[i][t], epsLow, epsHigh, dualClip);
    if (token.clips) shares[a < 0 ? "clipLow" : "clipHigh"] += counts[i][t];
    if (token.dual) shares.clipFractionLower += counts[i][t];
    shares.approxKl -= counts[i][t] * token.logRatio;
    return [token.loss, token.slope];
  });
  return { value, dLogprob: derivative, clipFraction: shares.clipLow + shares.clipHigh, ...shares };
}

/** One token's clipped loss, its derivative in the log-probability, and which bound holds it. */
export function clipped(a: number, logprob: number, old: number, epsLow: number, epsHigh: number, dualClip = Infinity) {
  const { logRatio, inside } = clampedLogRatio(logprob, old);
  const ratio = Math.exp(logRatio);
  const l1 = -a * ratio;
  const l2 = -a * Math.min(1 + epsHigh, Math.max(1 - epsLow, ratio));
  const clips = l2 > l1;
  const dual = a < 0 && Math.max(l1, l2) > -a * dualClip;
  const loss = dual ? -a * dualClip : Math.max(l1, l2);
  return { loss, slope: clips || dual || !inside ? 0 : l1, clips, dual, logRatio };
}

/** Clip bounds that keep the ratio's interval around 1. */
export function checkClip(fn: string, epsLow: number, epsHigh: number): void {
  checkNumber(fn, "epsLow", epsLow, { low: 0, high: 1 });
  checkNumber(fn, "epsHigh", epsHigh, { low: 0 });
}
