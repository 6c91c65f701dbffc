import { checkFinite, checkInteger, fail } from "../core/check.js";
import { generator } from "../core/random.js";

/** Up to so many differences all sign patterns are enumerated: 2^16 of them. */
const EXACT = 16;

/** Of random sign patterns. */
export interface SignFlipOptions {
  /** Random patterns where there are too many to enumerate. */
  draws?: number;
  /** Where these come from; a fixed stream when absent, so that equal differences have equal p. */
  random?: () => number;
}

/**
 * Two-sided sign-flip p of the mean of differences: the share of sign patterns whose |sum| is at least the observed one.
 *
 * If a method made no difference, every difference could as well have had the other sign. Exact for up to 16
 * differences; n of them have no p below 2 / 2^n (.0078 for eight). Beyond 16: (1 + hits) / (1 + draws) over random
 * patterns.
 *
 * @param differences One a unit, `[n]`.
 * @param options `draws` 9999; `random` the stream `generator(0).split("sign-flip")`.
 * @throws RangeError for no difference, one that is not finite, or draws below 1.
 * @example signFlip([1, 2, 3]) // 0.25
 * @example signFlip([1, -1]) // 1
 * @source Fisher, The Design of Experiments (1935), section 21; Phipson and Smyth (2010) for the 1 + of random patterns.
 */
export function signFlip(
  differences: ArrayLike<number>,
  { draws = 9999, random = generator(0).split("sign-flip") }: SignFlipOptions = {},
): number {
  if (differences?.length === 0) fail("signFlip", "differences", "an array of at least one number", differences);
  checkFinite("signFlip", "differences", differences);
  checkInteger("signFlip", "draws", draws, 1);
  const sizes = Array.from(differences, Math.abs).sort((a, b) => a - b);
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  // Patterns as extreme as the observed one must count however their sums round.
  const observed = Math.abs(Array.from(differences).reduce((sum, d) => sum + d, 0)) - 1e-9 * whole;
  if (sizes.length <= EXACT) return share(sizes, observed);
  let hits = 0;
  for (let i = 0; i < draws; i++) if (Math.abs(flipped(sizes, random)) >= observed) hits++;
  return (1 + hits) / (1 + draws);
}

function share(sizes: readonly number[], observed: number): number {
  const hits = (at: number, sum: number): number =>
    at === sizes.length
      ? Number(Math.abs(sum) >= observed)
      : hits(at + 1, sum + sizes[at]) + hits(at + 1, sum - sizes[at]);
  return hits(0, 0) / 2 ** sizes.length;
}

/** The sum under one random pattern: 32 signs a draw. */
function flipped(sizes: readonly number[], random: () => number): number {
  let [sum, bits] = [0, 0];
  for (let i = 0; i < sizes.length; i++) {
    bits = i % 32 === 0 ? Math.floor(random() * 4294967296) : bits >>> 1;
    sum += bits & 1 ? sizes[i] : -sizes[i];
  }
  return sum;
}
