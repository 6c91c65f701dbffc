import { dual } from "./parts-adaptive.js";
import { anchored, bonus, bounded, everyToken, peaks, regularized } from "./parts-entropy.js";
import { type SirenOptions, sirenSettings } from "./siren.js";
import type { Recipe } from "./types.js";

const paper = "SIREN (arXiv 2509.25133)";

/**
 * SIREN without its top-p mask: full entropy of the tokens at its peaks.
 *
 * @throws RangeError as `siren`
 * @example recipes.sirenNoTopP().regularizers[0].what // "anchoredEntropy(beta: 0.005, of: full, tokens: peakEntropyMask(tau: 0.8, scope: response))"
 * @source SIREN (arXiv 2509.25133), ablation
 */
export function sirenNoTopP(options: SirenOptions = {}): Recipe {
  const { beta, tau, scope, on } = sirenSettings("sirenNoTopP", options);
  const added = anchored(peaks({ tau, scope }, "full"), beta, "SIREN, ablation without the top-p mask");
  return regularized("sirenNoTopP", paper, on, added);
}

/**
 * SIREN without its peak-entropy mask: nucleus entropy of all tokens.
 *
 * @throws RangeError as `siren`
 * @example recipes.sirenNoPeakMask().regularizers[0].what // "anchoredEntropy(beta: 0.005, of: nucleus, tokens: all)"
 * @source SIREN (arXiv 2509.25133), ablation
 */
export function sirenNoPeakMask(options: SirenOptions = {}): Recipe {
  const { beta, on, head } = sirenSettings("sirenNoPeakMask", options);
  const added = anchored(everyToken("nucleus"), beta, "SIREN, ablation without the peak-entropy mask");
  return regularized("sirenNoPeakMask", paper, on, { ...added, head });
}

/**
 * SIREN without its anchor: a bonus on the same mean.
 *
 * @throws RangeError as `siren`
 * @example recipes.sirenNoAnchor().begin // []
 * @source SIREN (arXiv 2509.25133), ablation
 */
export function sirenNoAnchor(options: SirenOptions = {}): Recipe {
  const { beta, tau, scope, on, head } = sirenSettings("sirenNoAnchor", options);
  const settings = { beta, aggregation: "seq-mean-token-mean" } as const;
  const added = bonus(peaks({ tau, scope }), settings, "SIREN, ablation without the anchor: - beta Hbar");
  return regularized("sirenNoAnchor", paper, on, { ...added, head });
}

/**
 * SIREN's anchor alone: full entropy of all tokens.
 *
 * @throws RangeError as `siren`
 * @example recipes.sirenAnchorOnly().regularizers[0].what // "anchoredEntropy(beta: 0.005, of: full, tokens: all)"
 * @source SIREN (arXiv 2509.25133), its anchor without its masks
 */
export function sirenAnchorOnly(options: SirenOptions = {}): Recipe {
  const { beta, on } = sirenSettings("sirenAnchorOnly", options);
  return regularized("sirenAnchorOnly", paper, on, anchored(everyToken("full"), beta, "SIREN, anchor without masks"));
}

/**
 * SIREN with its masks in the other order: peaks of the full entropy, whose nucleus entropy is regularised.
 *
 * @throws RangeError as `siren`
 * @example recipes.sirenTokenFirst().regularizers[0].what // "anchoredEntropy(beta: 0.005, of: nucleus, tokens: peakEntropyMask(tau: 0.8, scope: response, by: full))"
 * @source SIREN (arXiv 2509.25133), with the order of its masks exchanged
 */
export function sirenTokenFirst(options: SirenOptions = {}): Recipe {
  const { beta, tau, scope, on, head } = sirenSettings("sirenTokenFirst", options);
  const added = anchored(peaks({ tau, scope }, "nucleus", "full"), beta, "SIREN, token mask first");
  return regularized("sirenTokenFirst", paper, on, { ...added, head });
}

/**
 * SIREN's lower half: only an entropy below the anchor is punished.
 *
 * @throws RangeError as `siren`
 * @example recipes.sirenLowerBound().regularizers[0].what // "lowerBoundEntropy(beta: 0.005, of: nucleus, tokens: peakEntropyMask(tau: 0.8, scope: response))"
 * @source after the lower-bound constraint of arXiv 2606.08543, in the form of SIREN (arXiv 2509.25133)
 */
export function sirenLowerBound(options: SirenOptions = {}): Recipe {
  const { beta, tau, scope, on, head } = sirenSettings("sirenLowerBound", options);
  const added = bounded(peaks({ tau, scope }), beta, "arXiv 2606.08543, lower bound; tokens as SIREN's");
  return regularized("sirenLowerBound", paper, on, { ...added, head });
}

/**
 * SIREN's tokens with a coefficient that follows its dual: a bonus that grows while Hbar is below the anchor.
 *
 * @param options as `siren`, `beta` being the initial coefficient, with `rate`, coefficient per nat and step
 * @throws RangeError as `siren`, or when rate is negative
 * @example recipes.sirenAdaptive().adapt[0].what // "dualCoefficient(rate: 0.005)"
 * @source SIREN (arXiv 2509.25133), its tokens and anchor; the coefficient as in Haarnoja et al. (arXiv 1812.05905)
 */
export function sirenAdaptive({ rate = 0.005, ...options }: SirenOptions & { rate?: number } = {}): Recipe {
  const { beta, tau, scope, on, head } = sirenSettings("sirenAdaptive", options);
  const settings = { rate, initial: beta, aggregation: "seq-mean-token-mean" } as const;
  const added = dual("sirenAdaptive", peaks({ tau, scope }), settings, "SIREN's tokens; soft actor-critic's dual step");
  return regularized("sirenAdaptive", paper, on, { ...added, head });
}
