import { checkFinite, checkInteger, checkNumber, checkOneOf, checkRows, checkSameShape, fail } from "../core/check.js";

const modes = ["token-mean", "seq-mean-token-sum", "seq-mean-token-mean", "seq-mean-token-sum-norm"] as const;

/** How a loss per token becomes one number. */
export type Aggregation = (typeof modes)[number];

/** The counts that a batch's means divide by. */
export interface Denominators {
  tokens: number;
  responses: number;
}

/** What an aggregate divides by, where that is not read off its masks. */
export interface AggregationOptions {
  /** The constant length that `seq-mean-token-sum-norm` divides by, tokens. */
  maxLength?: number;
  /** Masks whose tokens are counted where they differ from those that are summed (a frozen or unforked token counts). */
  over?: readonly ArrayLike<number>[];
  /** The counts of the whole batch where this is a part of it: the parts' losses then add up to the batch's. */
  whole?: Denominators;
}

/**
 * The weight of every token in an aggregate: d aggregate / d value.
 *
 * `token-mean`: `m_t / sum m`; `seq-mean-token-sum`: `m_t / B`; `seq-mean-token-mean`: `m_t / (B sum_t m_t)`;
 * `seq-mean-token-sum-norm`: `m_t / (B maxLength)`, B responses. A response without a kept token counts 0 in the mean
 * over responses; where nothing is kept at all every weight is 0.
 *
 * @param masks 1 = kept, one array per response
 * @param mode how tokens and responses are averaged
 * @returns one array per response, in double precision
 * @throws RangeError when there is no response, a mask is not 0/1, the mode is unknown or needs a `maxLength` that is absent.
 * @example tokenWeights([[1, 1], [1, 0]], "seq-mean-token-mean") // [[0.25, 0.25], [0.5, 0]]
 * @source Dr.GRPO (arXiv 2503.20783) section 3.1 compares them; DAPO (arXiv 2503.14476) section 3.3 argues for token-mean.
 */
export function tokenWeights(
  masks: readonly ArrayLike<number>[],
  mode: Aggregation,
  { maxLength, over = masks, whole }: AggregationOptions = {},
): Float64Array[] {
  checkOneOf("tokenWeights", "mode", mode, modes);
  checkMasks("tokenWeights", masks);
  if (over !== masks) checkSameShape("tokenWeights", ["masks", masks], ["over", over]);
  const { tokens, responses } = whole ?? batchDenominators(over);
  checkNumber("tokenWeights", "whole.tokens", tokens, { low: 0 });
  checkNumber("tokenWeights", "whole.responses", responses, { low: 0, open: "low" });
  if (mode === "seq-mean-token-sum-norm") {
    if (maxLength === undefined) fail("tokenWeights", "maxLength", `given for ${mode}`, maxLength);
    checkInteger("tokenWeights", "maxLength", maxLength, 1);
  }
  return masks.map((mask, i) => {
    const divisor =
      mode === "token-mean"
        ? tokens
        : responses *
          (mode === "seq-mean-token-mean" ? countOf(over[i]) : mode === "seq-mean-token-sum" ? 1 : maxLength!);
    return Float64Array.from(mask, (m) => (divisor === 0 ? 0 : m / divisor));
  });
}

/**
 * One number from values per token.
 *
 * @param values one array per response
 * @param masks 1 = kept, of the same shape
 * @param mode see `tokenWeights`
 * @returns the aggregate; 0 where nothing is kept
 * @throws RangeError when the shapes differ, a value is not finite, or as `tokenWeights`.
 * @example aggregate([[1, 2], [6, 9]], [[1, 1], [1, 0]], "token-mean") // 3
 * @example aggregate([[1, 2], [6, 9]], [[1, 1], [1, 0]], "seq-mean-token-mean") // 3.75
 * @example aggregate([[1, 2], [6, 9]], [[1, 1], [1, 0]], "seq-mean-token-sum-norm", { maxLength: 3 }) // 1.5
 * @source Dr.GRPO (arXiv 2503.20783) section 3.1; the names are verl's (`agg_loss` in core_algos.py).
 */
export function aggregate(
  values: readonly ArrayLike<number>[],
  masks: readonly ArrayLike<number>[],
  mode: Aggregation,
  options: AggregationOptions = {},
): number {
  checkSameShape("aggregate", ["values", values], ["masks", masks]);
  values.forEach((row, i) => {
    checkFinite("aggregate", `values[${i}]`, row);
  });
  return weightedSum(values, tokenWeights(masks, mode, options));
}

/**
 * The counts of a whole batch, for losses that are computed part by part.
 *
 * @param masks 1 = kept, one array per response of the whole batch
 * @returns how many tokens are kept and how many responses there are, empty ones included
 * @throws RangeError when there is no response or a mask is not 0/1.
 * @example batchDenominators([[1, 1, 0], [0, 0]]) // {"tokens": 2, "responses": 2}
 * @source this project
 */
export function batchDenominators(masks: readonly ArrayLike<number>[]): Denominators {
  checkMasks("batchDenominators", masks);
  return { tokens: masks.reduce((sum, mask) => sum + countOf(mask), 0), responses: masks.length };
}

/** Masks of 0 and 1, at least one. */
export function checkMasks(fn: string, masks: readonly ArrayLike<number>[]): void {
  checkRows(fn, "masks", masks);
  if (masks.length === 0) fail(fn, "masks", "at least one response", masks);
  masks.forEach((mask, i) => {
    for (let t = 0; t < mask.length; t++) {
      if (mask[t] !== 0 && mask[t] !== 1) fail(fn, `masks[${i}][${t}]`, "0 or 1", mask[t]);
    }
  });
}

/** sum_it w_it x_it; a token of weight 0 adds nothing whatever its value. */
export function weightedSum(values: readonly ArrayLike<number>[], weights: readonly ArrayLike<number>[]): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) {
    for (let t = 0; t < weights[i].length; t++) if (weights[i][t] !== 0) sum += weights[i][t] * values[i][t];
  }
  return sum;
}

/** How many tokens a mask keeps. */
export function countOf(mask: ArrayLike<number>): number {
  let count = 0;
  for (let t = 0; t < mask.length; t++) count += mask[t];
  return count;
}
