import { checkNumber } from "../core/check.js";
import { type EntropyInputs, type EntropyKind, type EntropyTerm, entropyMean } from "./entropy-bonus.js";
import type { PolicyGradientOptions } from "./reinforce.js";

/** Coefficient, kind of entropy and aggregation of an anchored regulariser. */
export interface AnchoredOptions extends PolicyGradientOptions {
  beta?: number;
  of?: EntropyKind;
  /**
   * Where this is a part of a batch: the whole batch's mean, which the derivative needs. The part's value is then its
   * share of responses, and the parts' values and derivatives add up to the batch's.
   */
  wholeMean?: number;
}

/**
 * SIREN's regulariser: holds the mean entropy of the kept tokens at that of the initial policy.
 *
 * `loss = beta (Hbar - anchor)^2`, `Hbar` the mean over responses of the mean over a response's kept tokens;
 * d loss / d H_t = `2 beta (Hbar - anchor) w_t`. The masks (`peakEntropyMask`) are constants. Without a kept token
 * Hbar is 0 and the derivative is 0.
 *
 * @param inputs nucleus entropies (or full ones, `of: "full"`), nats, the masks, and `anchor`, nats
 * @returns the loss, its derivative as `dNucleusEntropy` (or `dEntropy`), Hbar as `mean`, and the count of empty masks
 * @throws RangeError when the shapes differ, a number is not finite, a mask is not 0/1 or `beta` is negative.
 * @example anchoredEntropy({ entropies: [[1, 3]], masks: [[1, 1]], anchor: 1.5 }, { beta: 0.1 }).value // 0.025
 * @example anchoredEntropy({ entropies: [[1, 3]], masks: [[0, 1]], anchor: 2 }, { beta: 0.1 }).dNucleusEntropy // [[0, 0.2]]
 * @source SIREN (arXiv 2509.25133), self-anchored regularization: beta 0.005, seq-mean-token-mean.
 */
export function anchoredEntropy(
  { entropies, masks, anchor }: EntropyInputs & { anchor: number },
  { beta = 0.005, of = "nucleus", wholeMean, ...rest }: AnchoredOptions = {},
): EntropyTerm {
  checkNumber("anchoredEntropy", "anchor", anchor);
  checkNumber("anchoredEntropy", "beta", beta, { low: 0 });
  const kept = entropyMean("anchoredEntropy", { entropies, masks }, of, rest);
  const share = wholeMean === undefined ? 1 : masks.length / (rest.whole?.responses ?? masks.length);
  const distance = (wholeMean ?? kept.mean) - anchor;
  return { value: share * beta * distance * distance, ...kept.term(2 * beta * distance) };
}
