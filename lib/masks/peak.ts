import { checkNumber, checkOneOf } from "../core/check.js";
import { quantile } from "./quantile.js";
import { checkBatch, groupedBy, type Masks, masksOf, type TokenValue, tokensWithin } from "./tokens.js";

/**
 * Peak-entropy mask: the tokens whose entropy is strictly above the tau-quantile of their response (or of the batch).
 *
 * m_t = 1[H_t > quantile_tau(H)], linear interpolation. A constant row keeps nothing; tokens outside `within` are
 * neither kept nor counted in the quantile.
 *
 * @param entropies Token entropies, nats, one array `[T]` a response.
 * @param options `tau` in [0, 1), default .8 (the top 20 %); `scope` `response` (default) or `batch`; `within` masks of the tokens to look at.
 * @returns Masks, 1 = kept; one a response.
 * @throws RangeError for an empty batch, tau outside [0, 1), an unknown scope, a mask of another shape or not of 0 and 1, or an entropy that is not finite.
 * @example peakEntropyMask([[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]]) // [[0, 0, 0, 0, 0, 0, 0, 0, 1, 1]]
 * @example peakEntropyMask([[1, 2], [3, 4]], { tau: 0.5, scope: "batch" }) // [[0, 0], [1, 1]]
 * @source SIREN (arXiv 2509.25133), peak-entropy mask; its release lets padding in. Scope `batch`: Wang et al. (arXiv 2506.01939).
 */
export function peakEntropyMask(
  entropies: readonly ArrayLike<number>[],
  {
    tau = 0.8,
    scope = "response",
    within,
  }: { tau?: number; scope?: "response" | "batch"; within?: readonly ArrayLike<number>[] } = {},
): Masks {
  const fn = "peakEntropyMask";
  checkBatch(fn, "entropies", entropies, within);
  checkNumber(fn, "tau", tau, { low: 0, high: 1, open: "high" });
  checkOneOf(fn, "scope", scope, ["response", "batch"]);
  const tokens = tokensWithin(fn, "entropies", entropies, within);
  const groups = groupedBy(scope, entropies.length, tokens);
  return masksOf(
    entropies,
    groups.flatMap((group) => abovePeak(group, tau)),
  );
}

function abovePeak(tokens: readonly TokenValue[], tau: number): TokenValue[] {
  if (tokens.length === 0) return [];
  const bound = quantile(
    tokens.map(({ value }) => value),
    tau,
  );
  return tokens.filter(({ value }) => value > bound);
}
