import { checkNumber, checkOneOf } from "../core/check.js";
import type { LossTerm } from "../core/types.js";
import { tokenWeights, weightedSum } from "./aggregate.js";
import { checkBatch } from "./per-token.js";
import type { PolicyGradientOptions } from "./reinforce.js";

/** Which entropy a regulariser's derivative is in. */
export type EntropyKind = "full" | "nucleus";

/** Entropies of a batch and which of them are kept; one array per response, nats. */
export interface EntropyInputs {
  entropies: readonly ArrayLike<number>[];
  masks: readonly ArrayLike<number>[];
}

/** A regulariser's value and derivative, with the mean entropy it acts on and how many responses kept no token. */
export interface EntropyTerm extends LossTerm {
  mean: number;
  emptyMasks: number;
}

/** Coefficient, kind of entropy and aggregation of a bonus. */
export interface EntropyBonusOptions extends PolicyGradientOptions {
  beta: number;
  of?: EntropyKind;
}

/**
 * A reward for entropy.
 *
 * `loss = -beta aggregate(H)`.
 *
 * @returns the loss; d loss / d entropy as `dEntropy`, or as `dNucleusEntropy` with `of: "nucleus"`; and the mean, nats
 * @throws RangeError when the shapes differ, a number is not finite, a mask is not 0/1 or `beta` is not finite.
 * @example entropyBonus({ entropies: [[1, 3]], masks: [[1, 1]] }, { beta: 0.01 }).value // -0.02
 * @source Williams and Peng (1991), Connection Science 3; in RLVR e.g. Skywork-OR1 (arXiv 2505.22312) section 4.5.
 */
export function entropyBonus(
  inputs: EntropyInputs,
  { beta, of = "full", aggregation = "token-mean", ...rest }: EntropyBonusOptions,
): EntropyTerm {
  checkNumber("entropyBonus", "beta", beta);
  const kept = entropyMean("entropyBonus", inputs, of, { aggregation, ...rest });
  return { value: -beta * kept.mean, ...kept.term(-beta) };
}

/** The aggregated entropy, and the term whose derivative in it is `slope`. */
export function entropyMean(
  fn: string,
  { entropies, masks }: EntropyInputs,
  of: EntropyKind,
  { aggregation = "seq-mean-token-mean", ...rest }: PolicyGradientOptions,
) {
  checkBatch(fn, masks, { entropies });
  checkOneOf(fn, "of", of, ["full", "nucleus"]);
  const weights = tokenWeights(masks, aggregation, rest);
  const mean = weightedSum(entropies, weights);
  const emptyMasks = weights.filter((row) => row.every((w) => w === 0)).length;
  return {
    mean,
    term: (slope: number): Omit<EntropyTerm, "value"> => {
      const derivative = weights.map((row) => Float32Array.from(row, (w) => slope * w));
      return { ...(of === "nucleus" ? { dNucleusEntropy: derivative } : { dEntropy: derivative }), mean, emptyMasks };
    },
  };
}
