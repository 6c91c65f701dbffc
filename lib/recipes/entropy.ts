import { checkNumber } from "../core/check.js";
import { entropyBonus } from "../losses/entropy-bonus.js";
import { call, part } from "./compose.js";
import { drGrpo } from "./group.js";
import type { LossContext, Recipe } from "./types.js";

/** A method that is added to another one. */
export interface OnTop {
  /** The recipe that it extends; its paper's own by default. */
  on?: Recipe;
}

/**
 * Naive entropy regularisation: a bonus on the mean entropy of all tokens.
 *
 * @param beta coefficient of the bonus
 * @throws RangeError when beta is negative or not finite
 * @example recipes.naiveEntropy({ beta: 0.01 }).regularizers[0].what // "entropyBonus(beta: 0.01, of: full, aggregation: token-mean)"
 * @source the baseline of SIREN (arXiv 2509.25133), eq. 4
 */
export function naiveEntropy({ beta = 0.005, on = drGrpo() }: { beta?: number } & OnTop = {}): Recipe {
  checkNumber("naiveEntropy", "beta", beta, { low: 0 });
  const options = { beta, of: "full", aggregation: "token-mean" } as const;
  const bonus = part(call("entropyBonus", options), "SIREN eq. 4, loss - beta H", (context: LossContext) => {
    const { entropies, rollouts } = context;
    return entropyBonus(
      { entropies, masks: rollouts.map(({ tokens }) => new Uint8Array(tokens.length).fill(1)) },
      options,
    );
  });
  return {
    ...on,
    name: "naiveEntropy",
    paper: `naive entropy bonus on ${on.name}`,
    regularizers: [...on.regularizers, bonus],
  };
}
