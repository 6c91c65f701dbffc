import { checkNumber } from "../core/check.js";
import { eachMasked } from "./masked.js";

/** Shares of the counted tokens whose gradient the clip removes. */
export interface ClipFractions {
  /** Ratio below 1 - epsLow with a negative advantage: already made less likely enough. */
  low: number;
  /** Ratio above 1 + epsHigh with a positive advantage: already made more likely enough. */
  high: number;
  /** Tokens counted. */
  tokens: number;
}

/**
 * How often the clipped surrogate clips, at its lower and its upper bound apart.
 *
 * With rho = exp(logprob - oldLogprob): low = share of A < 0 and rho < 1 - epsLow; high = share of A > 0 and rho > 1 + epsHigh.
 *
 * @param inputs `logprobs`, `oldLogprobs`, `advantages`: one array `[T]` a response; `masks` 1 = counted.
 * @param options `epsLow` and `epsHigh`, default .2.
 * @throws RangeError for an empty batch, arrays of different shape, masks not of 0 and 1, a counted value that is not finite, or a negative epsilon.
 * @example clipFractions({ logprobs: [[0, 0]], oldLogprobs: [[-1, 1]], advantages: [[1, 1]] }) // {"low": 0, "high": 0.5, "tokens": 2}
 * @source Schulman et al. (arXiv 1707.06347), eq. 7; separate bounds: DAPO (arXiv 2503.14476), section 3.1.
 */
export function clipFractions(
  {
    logprobs,
    oldLogprobs,
    advantages,
    masks,
  }: {
    logprobs: readonly ArrayLike<number>[];
    oldLogprobs: readonly ArrayLike<number>[];
    advantages: readonly ArrayLike<number>[];
    masks?: readonly ArrayLike<number>[];
  },
  { epsLow = 0.2, epsHigh = 0.2 }: { epsLow?: number; epsHigh?: number } = {},
): ClipFractions {
  const fn = "clipFractions";
  checkNumber(fn, "epsLow", epsLow, { low: 0 });
  checkNumber(fn, "epsHigh", epsHigh, { low: 0 });
  let [low, high, tokens] = [0, 0, 0];
  const others: [string, readonly ArrayLike<number>[]][] = [
    ["oldLogprobs", oldLogprobs],
    ["advantages", advantages],
  ];
  eachMasked(fn, ["logprobs", logprobs], others, masks, (i, t) => {
    const ratio = Math.exp(logprobs[i][t] - oldLogprobs[i][t]);
    if (advantages[i][t] < 0 && ratio < 1 - epsLow) low++;
    if (advantages[i][t] > 0 && ratio > 1 + epsHigh) high++;
    tokens++;
  });
  return { low: tokens ? low / tokens : 0, high: tokens ? high / tokens : 0, tokens };
}
