import { checkNumber } from "../core/check.js";
import { drGrpo } from "./group.js";
import { dual, stepped } from "./parts-adaptive.js";
import { bonus, everyToken, regularized } from "./parts-entropy.js";
import type { Recipe } from "./types.js";

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
 * @example recipes.naiveEntropy({ beta: 0.01 }).regularizers[0].what // "entropyBonus(beta: 0.01, of: full, aggregation: token-mean, tokens: all)"
 * @source the naive entropy regularisation that SIREN (arXiv 2509.25133) starts from
 */
export function naiveEntropy({ beta = 0.005, on = drGrpo() }: { beta?: number } & OnTop = {}): Recipe {
  checkNumber("naiveEntropy", "beta", beta, { low: 0 });
  const source = "SIREN, naive entropy regularisation: loss - beta H";
  const options = { beta, aggregation: "token-mean" } as const;
  return regularized("naiveEntropy", "naive entropy bonus", on, bonus(everyToken("full"), options, source));
}

/**
 * A bonus whose coefficient is the multiplier of the constraint that entropy does not fall below a target: it grows
 * while entropy is short of it.
 *
 * @param options `target`, nats, the base's own where absent; `rate`, coefficient per nat and step; `initial` coefficient
 * @throws RangeError when rate or initial is negative or target is not finite
 * @example recipes.adaptiveEntropy().adapt[0].what // "dualCoefficient(rate: 0.005)"
 * @source Haarnoja et al. (arXiv 1812.05905), section 5: automating the entropy adjustment
 */
export function adaptiveEntropy({
  target,
  rate = 0.005,
  initial = 0,
  on = drGrpo(),
}: { target?: number; rate?: number; initial?: number } & OnTop = {}): Recipe {
  const options = { target, rate, initial, aggregation: "token-mean" } as const;
  const added = dual(
    "adaptiveEntropy",
    everyToken("full"),
    options,
    "soft actor-critic (arXiv 1812.05905) section 5, dual step of the coefficient",
  );
  return regularized("adaptiveEntropy", "adaptive entropy bonus (dual step)", on, added);
}

/**
 * A bonus whose coefficient moves by a fixed step, up where entropy is at or below its target and down above it, and
 * which is applied in the step after one at or below.
 *
 * @param options `target`, nats; `delta`, the step; `low` and `high`, bounds of the coefficient; its `initial` value
 * @throws RangeError when a number is not finite, delta is negative or low is above high
 * @example recipes.steppedEntropy().adapt[0].what // "steppedCoefficient(target: 0.2, delta: 0.005, low: 0, high: 1)"
 * @source Skywork-OR1 (arXiv 2505.22312), section 3.2.5, adaptive entropy control; defaults, and that it is applied a step later, as TRL
 */
export function steppedEntropy({
  target = 0.2,
  delta = 0.005,
  low = 0,
  high = 1,
  initial = 0,
  on = drGrpo(),
}: { target?: number; delta?: number; low?: number; high?: number; initial?: number } & OnTop = {}): Recipe {
  const source = "Skywork-OR1 section 3.2.5, adaptive entropy control; defaults, and applied a step later: TRL";
  const added = stepped("steppedEntropy", { target, delta, low, high, initial }, source);
  return regularized("steppedEntropy", "adaptive entropy bonus (fixed steps)", on, added);
}
