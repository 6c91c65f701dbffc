import { checkNumber } from "../core/check.js";
import type { Rollout } from "../core/types.js";
import { anchoredEntropy } from "../losses/anchored-entropy.js";
import { peakEntropyMask } from "../masks/peak.js";
import { call, part } from "./compose.js";
import type { OnTop } from "./entropy.js";
import { drGrpo } from "./group.js";
import type { LossContext, Recipe, RecipeState, RegularizerTerm } from "./types.js";

export interface SirenOptions extends OnTop {
  /** Coefficient of the squared distance to the anchor. */
  beta?: number;
  /** Mass of the nucleus. */
  p?: number;
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
 * @example recipes.siren().regularizers[0].what // "anchoredEntropy(beta: 0.005, of: nucleus)"
 * @source SIREN (arXiv 2509.25133), section 3; the release's mask also keeps padding, which does not exist here
 */
export function siren({
  beta = 0.005,
  p = 0.8,
  tau = 0.8,
  scope = "response",
  on = drGrpo(),
}: SirenOptions = {}): Recipe {
  checkNumber("siren", "beta", beta, { low: 0 });
  checkNumber("siren", "p", p, { low: 0, high: 1, open: "low" });
  checkNumber("siren", "tau", tau, { low: 0, high: 1, open: "high" });
  const peaks = (nucleus: Float32Array[]) => peakEntropyMask(nucleus, { tau, scope });
  const anchor = part(
    call("anchoredEntropy", { beta, of: "nucleus" }),
    `SIREN section 3.3; mask ${call("peakEntropyMask", { tau, scope })}, section 3.2`,
    ({ nucleusEntropies, state }: LossContext): RegularizerTerm => {
      const inputs = { entropies: nucleusEntropies, masks: peaks(nucleusEntropies), anchor: state.anchor };
      const { mean, emptyMasks, ...term } = anchoredEntropy(inputs, { beta, of: "nucleus" });
      return { ...term, metrics: { regularized: mean, emptyMasks } };
    },
  );
  const begin = part(
    "initial mean over the same tokens",
    "SIREN section 3.3, anchor",
    (rollouts: Rollout[]): RecipeState => {
      const entropies = rollouts.map(({ nucleusEntropy }) => nucleusEntropy);
      return { anchor: anchoredEntropy({ entropies, masks: peaks(entropies), anchor: 0 }, { beta: 0 }).mean };
    },
  );
  return {
    ...on,
    name: "siren",
    paper: `SIREN (arXiv 2509.25133) on ${on.name}`,
    head: part(call("nucleus", { p }), "SIREN section 3.1, top-p mask", { p, nucleus: "inclusive" as const }),
    regularizers: [...on.regularizers, anchor],
    begin: [...on.begin, begin],
  };
}
