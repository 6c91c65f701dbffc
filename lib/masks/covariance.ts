import { checkNumber, checkSameShape, fail } from "../core/check.js";
import type { Floats } from "../core/types.js";
import { checkBatch, highest, type Masks, masksOf, type TokenValue, tokensWithin } from "./tokens.js";

/**
 * Covariance term of every token: how much its log-probability and its advantage move together.
 *
 * cov_t = (A_t - mean A)(log pi_t - mean log pi), means over all masked tokens of the batch; 0 outside the mask. Its
 * batch mean is the covariance that drives the entropy down.
 *
 * @param logprobs Log-probabilities of the sampled tokens, nats, one array `[T]` a response.
 * @param advantages One array `[T]` a response, or one number a response (spread over its tokens).
 * @param masks 1 = a response token.
 * @returns One array `[T]` a response.
 * @throws RangeError for an empty batch, arrays of different shape, or a masked value that is not finite.
 * @example covariances([[-1, -3]], [[1, -1]], [[1, 1]]) // [[1, 1]]
 * @example covariances([[-1], [-3]], [1, 0], [[1], [1]]) // [[0.5], [0.5]]
 * @source arXiv 2505.22617, section 4.2, eq. 10.
 */
export function covariances(
  logprobs: readonly ArrayLike<number>[],
  advantages: ArrayLike<ArrayLike<number> | number>,
  masks: readonly ArrayLike<number>[],
): Floats[] {
  const fn = "covariances";
  checkBatch(fn, "logprobs", logprobs);
  checkSameShape(fn, ["logprobs", logprobs], ["masks", masks]);
  const spread = Array.from(advantages, (a, i) =>
    typeof a === "number" ? new Float64Array(logprobs[i]?.length ?? 0).fill(a) : a,
  );
  checkSameShape(fn, ["logprobs", logprobs], ["advantages", spread]);
  const ofLogprob = tokensWithin(fn, "logprobs", logprobs, masks);
  const ofAdvantage = tokensWithin(fn, "advantages", spread, masks);
  const meanLogprob = mean(ofLogprob);
  const meanAdvantage = mean(ofAdvantage);
  const out = logprobs.map((row) => new Float32Array(row.length));
  for (let i = 0; i < ofLogprob.length; i++) {
    const { response, token, value } = ofLogprob[i];
    out[response][token] = (ofAdvantage[i].value - meanAdvantage) * (value - meanLogprob);
  }
  return out;
}

function mean(tokens: readonly TokenValue[]): number {
  return tokens.reduce((sum, { value }) => sum + value, 0) / Math.max(1, tokens.length);
}

/**
 * Tokens that Clip-Cov takes out of the gradient: a few, at random, among those of high covariance.
 *
 * Of the tokens with low < cov < high, max(floor(ratio N), 1) are drawn without replacement (all, when fewer), N the
 * tokens within. 1 = selected: subtract it from the loss mask.
 *
 * @param covariances As `covariances` returns them.
 * @param options `ratio` default 2e-4; `low` 1, `high` 5; `random` a generator; `within` the response tokens; `clipped` tokens that the surrogate has already clipped: counted in N, never drawn.
 * @throws RangeError for an empty batch, a ratio outside [0, 1], low above high, masks of another shape, or a covariance that is not finite. TypeError without `random`.
 * @example clipCovMask([[0, 2, 9]], { random: () => 0 }) // [[0, 1, 0]]
 * @source arXiv 2505.22617, section 4.3 (Clip-Cov), eq. 11-12; settings of the release (verl, `compute_policy_loss_clip_cov`).
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
  if (clipped) checkSameShape(fn, ["covariances", covariances], ["clipped", clipped]);
  checkNumber(fn, "ratio", ratio, { low: 0, high: 1 });
  if (!(low <= high)) fail(fn, "low", `at most high (${high})`, low);
  if (typeof random !== "function") throw new TypeError(`${fn}: random must be a generator, e.g. generator(seed)`);
  const tokens = tokensWithin(fn, "covariances", covariances, within);
  const pool = tokens.filter(
    ({ response, token, value }) => value > low && value < high && !clipped?.[response][token],
  );
  return masksOf(covariances, draw(pool, selectionSize(ratio, tokens.length), random));
}

/**
 * Tokens that KL-Cov holds to the old policy: those of highest covariance.
 *
 * The max(floor(ratio N), 1) tokens of highest covariance, N the tokens within; ties go to the lowest index. 1 = selected.
 *
 * @param covariances As `covariances` returns them.
 * @param options `ratio` default 2e-3 (7B; 2e-4 for 32B), 0 selects none; `within` the response tokens.
 * @throws RangeError for an empty batch, a ratio outside [0, 1], masks of another shape, or a covariance that is not finite.
 * @example klCovMask([[0, 2, 9]]) // [[0, 0, 1]]
 * @source arXiv 2505.22617, section 4.3 (KL-Cov), eq. 13; settings of the release (verl, `compute_policy_loss_kl_cov`).
 */
export function klCovMask(
  covariances: readonly ArrayLike<number>[],
  { ratio = 2e-3, within }: { ratio?: number; within?: readonly ArrayLike<number>[] } = {},
): Masks {
  const fn = "klCovMask";
  checkBatch(fn, "covariances", covariances, within);
  checkNumber(fn, "ratio", ratio, { low: 0, high: 1 });
  const tokens = tokensWithin(fn, "covariances", covariances, within);
  return masksOf(covariances, highest(tokens, selectionSize(ratio, tokens.length)));
}

function selectionSize(ratio: number, tokens: number): number {
  return ratio === 0 ? 0 : Math.max(1, Math.floor(ratio * tokens + 1e-9));
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
