import type { Rollout } from "../core/types.js";
import { anchoredEntropy } from "../losses/anchored-entropy.js";
import { type EntropyKind, type EntropyTerm, entropyBonus } from "../losses/entropy-bonus.js";
import { lowerBoundEntropy } from "../losses/lower-bound.js";
import { peakEntropyMask } from "../masks/peak.js";
import { call, part } from "./compose.js";
import type { LossContext, Recipe, RecipeState, RegularizerTerm } from "./types.js";

/** Both entropies of a batch's tokens, as a loss or as fresh rollouts know them. */
export type Entropies = Pick<LossContext, "entropies" | "nucleusEntropies">;

/** Over all tokens, or over each response's first. */
export type Aggregated = "token-mean" | "seq-mean-token-mean";

/** Which tokens a regulariser looks at, and which of their entropies it moves. */
export interface Selection {
  what: string;
  of: EntropyKind;
  masks: (batch: Entropies) => Uint8Array[];
}

/** What a regulariser adds to a recipe. */
export type Added = Pick<Recipe, "regularizers"> & Partial<Pick<Recipe, "head" | "begin" | "adapt">>;

/** All tokens. */
export const everyToken = (of: EntropyKind): Selection => ({
  what: "all",
  of,
  masks: ({ entropies }) => entropies.map((row) => new Uint8Array(row.length).fill(1)),
});

/** The tokens above the tau-quantile of an entropy, which need not be the one that is moved. */
export function peaks(
  options: { tau?: number; scope?: "response" | "batch" },
  of: EntropyKind = "nucleus",
  by: EntropyKind = of,
): Selection {
  const what = call("peakEntropyMask", { ...options, ...(by !== of && { by }) });
  return { what, of, masks: (batch) => peakEntropyMask(entropiesOf(batch, by), options) };
}

/** The regulariser's inputs from a batch. */
export const chosen = (selection: Selection, batch: Entropies) => ({
  entropies: entropiesOf(batch, selection.of),
  masks: selection.masks(batch),
});

const entropiesOf = ({ entropies, nucleusEntropies }: Entropies, of: EntropyKind): Float32Array[] =>
  of === "nucleus" ? nucleusEntropies : entropies;

/** beta (Hbar - Hbar_0)^2, Hbar_0 from the first batch. */
export function anchored(selection: Selection, beta: number, source: string): Added {
  const { of, what: tokens } = selection;
  const term = (context: LossContext): RegularizerTerm =>
    withMetrics(anchoredEntropy({ ...chosen(selection, context), anchor: context.state.anchor }, { beta, of }));
  return {
    regularizers: [part(call("anchoredEntropy", { beta, of, tokens }), source, term)],
    begin: [anchorOf(selection, source)],
  };
}

/** beta max(0, Hbar_0 - Hbar)^2. */
export function bounded(selection: Selection, beta: number, source: string): Added {
  const { of, what: tokens } = selection;
  const term = (context: LossContext): RegularizerTerm =>
    withMetrics(lowerBoundEntropy({ ...chosen(selection, context), bound: context.state.anchor }, { beta, of }));
  return {
    regularizers: [part(call("lowerBoundEntropy", { beta, of, tokens }), source, term)],
    begin: [anchorOf(selection, source)],
  };
}

/** -beta Hbar. */
export function bonus(
  selection: Selection,
  { beta, aggregation }: { beta: number; aggregation: Aggregated },
  source: string,
): Added {
  const { of, what: tokens } = selection;
  const term = (context: LossContext): RegularizerTerm =>
    withMetrics(entropyBonus(chosen(selection, context), { beta, of, aggregation }));
  return { regularizers: [part(call("entropyBonus", { beta, of, aggregation, tokens }), source, term)] };
}

/** A recipe with a regulariser on top. */
export function regularized(name: string, paper: string, on: Recipe, added: Added): Recipe {
  const { head = on.head, regularizers, begin = [], adapt = [] } = added;
  return {
    ...on,
    name,
    paper: `${paper} on ${on.name}`,
    ...(head && { head }),
    regularizers: [...on.regularizers, ...regularizers],
    begin: [...on.begin, ...begin],
    adapt: [...on.adapt, ...adapt],
  };
}

/** The term with the mean that it moves, for the row. */
export function withMetrics({ mean, emptyMasks, ...term }: EntropyTerm): RegularizerTerm {
  return { ...term, metrics: { regularized: mean, emptyMasks } };
}

/** Hbar of fresh responses. */
export function meanOf(selection: Selection, rollouts: Rollout[], aggregation: Aggregated): number {
  const batch = {
    entropies: rollouts.map(({ entropy }) => entropy),
    nucleusEntropies: rollouts.map(({ nucleusEntropy }) => nucleusEntropy),
  };
  return entropyBonus(chosen(selection, batch), { beta: 0, aggregation }).mean;
}

const anchorOf = (selection: Selection, source: string): Recipe["begin"][number] =>
  part(
    "initial mean over the same tokens",
    source,
    (rollouts): RecipeState => ({
      anchor: meanOf(selection, rollouts, "seq-mean-token-mean"),
    }),
  );
