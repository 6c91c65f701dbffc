import { checkNumber, checkOneOf } from "../core/check.js";
import { checkBatch, groupedBy, highest, type Masks, masksOf, tokensWithin } from "./tokens.js";

/**
 * Top-share mask: the share of tokens with the highest value, of whatever the values are (entropy, surprisal, |advantage|).
 *
 * Keeps ceil(share N) of the N tokens within, of the batch or of each response; ties go to the lowest index. Unlike
 * `peakEntropyMask` it keeps its share of a constant row too.
 *
 * @param values One array `[T]` a response.
 * @param options `share` in [0, 1]; `scope` `batch` (default) or `response`; `within` masks of the tokens to look at.
 * @returns Masks, 1 = kept; one a response.
 * @throws RangeError for an empty batch, a share outside [0, 1], an unknown scope, a mask of another shape or not of 0 and 1, or a value that is not finite.
 * @example topShareMask([[3, 1], [2, 4]], { share: 0.5 }) // [[1, 0], [0, 1]]
 * @example topShareMask([[3, 1], [2, 2]], { share: 0.5, scope: "response" }) // [[1, 0], [1, 0]]
 * @source This project; as forking tokens in Wang et al. (arXiv 2506.01939).
 */
export function topShareMask(
  values: readonly ArrayLike<number>[],
  {
    share,
    scope = "batch",
    within,
  }: { share: number; scope?: "batch" | "response"; within?: readonly ArrayLike<number>[] },
): Masks {
  return topShare("topShareMask", "values", values, share, scope, within);
}

/** The same in another function's name. */
export function topShare(
  fn: string,
  argument: string,
  values: readonly ArrayLike<number>[],
  share: number,
  scope: "batch" | "response",
  within?: readonly ArrayLike<number>[],
): Masks {
  checkBatch(fn, argument, values, within);
  checkNumber(fn, "share", share, { low: 0, high: 1 });
  checkOneOf(fn, "scope", scope, ["batch", "response"]);
  const tokens = tokensWithin(fn, argument, values, within);
  const groups = groupedBy(scope, values.length, tokens);
  // .07 * 100 is 7.000000000000001: the slack keeps a whole number whole.
  const kept = groups.flatMap((group) => highest(group, Math.ceil(share * group.length - 1e-9)));
  return masksOf(values, kept);
}
