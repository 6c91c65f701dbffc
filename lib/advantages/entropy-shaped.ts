import { checkFinite, checkNumber, checkSameShape } from "../core/check.js";

/** How much entropy adds to an advantage, and at most. */
export interface EntropyShapedOptions {
  /** Weight of the entropy, advantage per nat. */
  alpha?: number;
  /** The addition is at most |A| / kappa, so that above 1 the sign of the advantage never changes. */
  kappa?: number;
}

/**
 * Advantages raised where the policy was undecided.
 *
 * `A_t + min(alpha H_t, |A_t| / kappa)`; the entropy is a constant here, no gradient runs through it.
 *
 * @param advantages per token, one array per response
 * @param entropies token entropies, nats, of the same shape
 * @returns one array per response
 * @throws RangeError when the shapes differ, a number is not finite, `alpha` is negative or `kappa` is not above 0.
 * @example entropyShapedAdvantage([[1, -1]], [[0.5, 2]]) // [[1.2, -0.5]]
 * @source Cheng et al. (arXiv 2506.14758), the entropy-based advantage term: alpha 0.4, kappa 2; SIREN's release of it has kappa 1.
 */
export function entropyShapedAdvantage(
  advantages: readonly ArrayLike<number>[],
  entropies: readonly ArrayLike<number>[],
  { alpha = 0.4, kappa = 2 }: EntropyShapedOptions = {},
): Float32Array[] {
  const fn = "entropyShapedAdvantage";
  checkSameShape(fn, ["advantages", advantages], ["entropies", entropies]);
  checkNumber(fn, "alpha", alpha, { low: 0 });
  checkNumber(fn, "kappa", kappa, { low: 0, open: "low" });
  return advantages.map((row, i) => {
    checkFinite(fn, `advantages[${i}]`, row);
    checkFinite(fn, `entropies[${i}]`, entropies[i]);
    return Float32Array.from(row, (a, t) => a + Math.min(alpha * entropies[i][t], Math.abs(a) / kappa));
  });
}
