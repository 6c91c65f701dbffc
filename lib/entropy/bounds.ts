import { checkInteger, fail } from "../core/check.js";
import { checkNucleus, MASS_TOLERANCE, type Nucleus, targetMass, trimmed } from "./membership.js";
import { entropyOf } from "./row.js";
import type { TopSet } from "./top-set.js";

/**
 * What the k most likely tokens alone say about the full entropy, nats: a lower and an upper bound.
 *
 * H_k = -sum_k p log p, r = 1 - sum_k p. The rest is at most p_k a token, so H >= H_k - r log min(p_k, r); it is
 * largest when spread evenly, so H <= H_k - r log(r / (V - k)). At k = V both are the entropy.
 *
 * @param logprobs Exactly the k most likely tokens' log-probabilities, any order; never with the sampled token appended.
 * @param vocab V, at least k.
 * @returns `lower`, `upper` (nats) and `mass` = sum_k p.
 * @throws RangeError for no log-probability, NaN or a positive one, more than `vocab`, a mass above 1, or a rest too large for tokens less likely than the k-th (then they are not the k most likely).
 * @example topKEntropyBounds([Math.log(0.5), Math.log(0.25)], 4).upper // 1.2130076
 * @example topKEntropyBounds([Math.log(0.5), Math.log(0.25)], 4).lower // 1.0397208
 * @source This project; the bounds are those of a distribution with its largest k values known.
 */
export function topKEntropyBounds(
  logprobs: ArrayLike<number>,
  vocab: number,
): { lower: number; upper: number; mass: number } {
  const fn = "topKEntropyBounds";
  checkInteger(fn, "vocab", vocab, 1);
  const sorted = descending(fn, logprobs);
  const k = sorted.length;
  if (k > vocab) throw new RangeError(`${fn}: logprobs must have at most vocab (${vocab}) values, got ${k}`);
  const all = sumTop(sorted, Infinity);
  const least = Math.exp(sorted[k - 1]);
  const rest = k === vocab ? 0 : Math.max(0, 1 - all.mass);
  if (rest > (vocab - k) * least + MASS_TOLERANCE) {
    fail(fn, "logprobs", `the k most likely tokens (${rest} is left for ${vocab - k} tokens of at most ${least})`, k);
  }
  const known = all.weighted === 0 ? 0 : -all.weighted;
  if (rest === 0) return { lower: known, upper: known, mass: all.mass };
  const upper = known - rest * Math.log(rest / (vocab - k));
  const lower = known - rest * Math.log(Math.min(least, rest));
  return { lower: Math.min(lower, upper), upper, mass: all.mass };
}

/**
 * The nucleus entropy from the k most likely tokens alone, nats; exact whenever they reach mass p.
 *
 * Where they do not, the entropy of the renormalised k tokens stands in and `exact` is false.
 *
 * @param logprobs The k most likely tokens' log-probabilities, any order.
 * @param options `p` and `nucleus` as in `nucleusEntropy`.
 * @throws RangeError for no log-probability, NaN or a positive one, a mass above 1, or p outside (0, 1].
 * @example topKNucleusEntropy([Math.log(0.5), Math.log(0.25), Math.log(0.15)]) // {"entropy": 0.9809897, "exact": true}
 * @source This project; definitions as in `nucleusEntropy`.
 */
export function topKNucleusEntropy(
  logprobs: ArrayLike<number>,
  { p = 0.8, nucleus = "inclusive" }: { p?: number; nucleus?: Nucleus } = {},
): { entropy: number; exact: boolean } {
  const fn = "topKNucleusEntropy";
  checkNucleus(fn, p, nucleus);
  const set = sumTop(descending(fn, logprobs), targetMass(1, p));
  const exact = set.mass >= p - MASS_TOLERANCE;
  // Without the crossing token among the k, all of them lie before it in every definition.
  const { mass, weighted } = exact ? trimmed(set, 1, p, nucleus) : set;
  return { entropy: entropyOf(mass, weighted), exact };
}

function sumTop(sorted: Float64Array, target: number): TopSet {
  const set: TopSet = { size: 0, mass: 0, weighted: 0, lastU: 0, lastE: 0 };
  for (let i = 0; i < sorted.length && (set.mass < target || set.size === 0); i++) {
    set.lastU = sorted[i];
    set.lastE = Math.exp(sorted[i]);
    set.size++;
    set.mass += set.lastE;
    if (set.lastE > 0) set.weighted += set.lastU * set.lastE;
  }
  return set;
}

function descending(fn: string, logprobs: ArrayLike<number>): Float64Array {
  if (!logprobs?.length) fail(fn, "logprobs", "an array of at least one log-probability", logprobs);
  const sorted = Float64Array.from(logprobs);
  let mass = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (!(sorted[i] <= MASS_TOLERANCE)) fail(fn, `logprobs[${i}]`, "at most 0", sorted[i]);
    mass += Math.exp(sorted[i]);
  }
  if (mass > 1 + 1e-4) fail(fn, "logprobs", "distinct tokens of total mass <= 1 (none listed twice)", mass);
  return sorted.sort().reverse();
}
