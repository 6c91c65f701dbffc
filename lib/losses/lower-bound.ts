import { type AnchoredOptions, anchoredEntropy } from "./anchored-entropy.js";
import type { EntropyInputs, EntropyTerm } from "./entropy-bonus.js";

/**
 * The anchored regulariser's lower half: penalises only an entropy below the bound.
 *
 * `loss = beta max(0, bound - Hbar)^2`.
 *
 * @param inputs entropies, nats, masks, and `bound`, nats
 * @returns the loss, its derivative as `dNucleusEntropy` (or `dEntropy`), Hbar as `mean`, and the count of empty masks
 * @throws RangeError when the shapes differ, a number is not finite, a mask is not 0/1 or `beta` is negative.
 * @example lowerBoundEntropy({ entropies: [[1, 3]], masks: [[1, 1]], bound: 1.5 }, { beta: 0.1 }).value // 0
 * @source after the lower-bound constraint of arXiv 2606.08543, in the form of SIREN's anchor (arXiv 2509.25133).
 */
export function lowerBoundEntropy(
  { entropies, masks, bound }: EntropyInputs & { bound: number },
  options: AnchoredOptions = {},
): EntropyTerm {
  const term = anchoredEntropy({ entropies, masks, anchor: bound }, options);
  const below = (options.wholeMean ?? term.mean) < bound;
  return below ? term : anchoredEntropy({ entropies, masks, anchor: bound }, { ...options, beta: 0 });
}
