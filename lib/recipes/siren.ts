import { checkNumber } from "../core/check.js";
import { call, part } from "./compose.js";
import type { OnTop } from "./entropy.js";
import { drGrpo } from "./group.js";
import { anchored, peaks, regularized } from "./parts-entropy.js";
import type { Recipe } from "./types.js";

export interface SirenOptions extends OnTop {
  /** Coefficient of the squared distance to the anchor. */
  beta?: number;
  /** Mass of the nucleus ... */
  p?: number;
  /** ... and which tokens are in it: the release's is `exclusive`. */
  nucleus?: "inclusive" | "exclusive" | "below";
  /** Only tokens above this quantile of a response's nucleus entropies are regularised. */
  tau?: number;
  scope?: "response" | "batch";
}

/**
 * SIREN: holds the nucleus entropy of the peak tokens at the initial policy's.
 *
 * loss + beta (Hbar - Hbar_0)^2, Hbar over tokens above the tau-quantile of nucleus entropy, first over a response's
 * tokens, then over responses; Hbar_0 is taken once, from the first batch.
 *
 * @throws RangeError when beta is negative, p outside (0, 1] or tau outside [0, 1)
 * @example recipes.siren().regularizers[0].what // "anchoredEntropy(beta: 0.005, of: nucleus, tokens: peakEntropyMask(tau: 0.8, scope: response))"
 * @example recipes.siren({ nucleus: "exclusive" }).head?.what // "nucleus(p: 0.8, nucleus: exclusive)"
 * @source SIREN (arXiv 2509.25133); the release has the exclusive nucleus, and its mask also keeps padding, which does not exist here
 */
export function siren(options: SirenOptions = {}): Recipe {
  const { beta, tau, scope, on, head } = sirenSettings("siren", options);
  const added = anchored(peaks({ tau, scope }), beta, "SIREN, self-anchored regularization over peak-entropy mask");
  return regularized("siren", "SIREN (arXiv 2509.25133)", on, { ...added, head });
}

/** Checked settings with the paper's defaults, and the part that reads the nucleus. */
export function sirenSettings(
  fn: string,
  { beta = 0.005, p = 0.8, nucleus = "inclusive", tau = 0.8, scope = "response", on = drGrpo() }: SirenOptions,
): Required<Omit<SirenOptions, "p" | "nucleus">> & { head: Recipe["head"] } {
  checkNumber(fn, "beta", beta, { low: 0 });
  checkNumber(fn, "p", p, { low: 0, high: 1, open: "low" });
  checkNumber(fn, "tau", tau, { low: 0, high: 1, open: "high" });
  return { beta, tau, scope, on, head: part(call("nucleus", { p, nucleus }), "SIREN, top-p mask", { p, nucleus }) };
}
