import { checkNumber, checkSameShape, fail } from "../core/check.js";
import { checkBatch, checkMasks, type Masks, masksOf, selectionSize, type TokenValue, tokensWithin } from "./tokens.js";

/**
 * Tokens that Clip-Cov takes out of the gradient: a few, at random, among those of high covariance.
 *
 * Of the tokens with low < cov < high, max(floor(ratio N), 1) are drawn without replacement (all, when fewer), N the
 * tokens within. 1 = selected: subtract it from the loss mask.
 *
 * @param covariances As `covariances` returns them.
 * @param options `ratio` default 2e-4; `low` 1, `high` 5; `random` a generator; `within` the response tokens; `clipped` tokens that the surrogate has already clipped: counted in N, never drawn.
 * @throws RangeError for an empty batch, a ratio outside [0, 1], low above high, masks of another shape or not of 0 and 1, or a covariance that is not finite. TypeError without `random`.
 * @example clipCovMask([[0, 2, 9]], { random: () => 0 }) // [[0, 1, 0]]
 * @source Cui et al. (arXiv 2505.22617), Clip-Cov; its release (verl, `compute_policy_loss_clip_cov`) has the settings and leaves clipped tokens out.
 */
export function clipCovMask(
  covariances: readonly ArrayLike<number>[],
  {
    ratio = 2e-4,
    low = 1,
    high = 5,
    random,
    within,
    clipped,
  }: {
    ratio?: number;
    low?: number;
    high?: number;
    random: () => number;
    within?: readonly ArrayLike<number>[];
    clipped?: readonly ArrayLike<number>[];
  },
): Masks {
  const fn = "clipCovMask";
  checkBatch(fn, "covariances", covariances, within);
  if (clipped) {
    checkSameShape(fn, ["covariances", covariances], ["clipped", clipped]);
    checkMasks(fn, "clipped", clipped);
  }
  checkNumber(fn, "ratio", ratio, { low: 0, high: 1 });
  if (!(low <= high)) fail(fn, "low", `at most high (${high})`, low);
  if (typeof random !== "function") throw new TypeError(`${fn}: random must be a generator, e.g. generator(seed)`);
  const tokens = tokensWithin(fn, "covariances", covariances, within);
  const pool = tokens.filter(
    ({ response, token, value }) => value > low && value < high && !clipped?.[response][token],
  );
  return masksOf(covariances, draw(pool, selectionSize(ratio, tokens.length), random));
}

/** The first steps of a Fisher-Yates shuffle: a uniform draw without replacement. */
function draw(pool: readonly TokenValue[], count: number, random: () => number): TokenValue[] {
  const items = [...pool];
  const size = Math.min(count, items.length);
  for (let i = 0; i < size; i++) {
    const j = i + Math.floor(random() * (items.length - i));
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items.slice(0, size);
}
