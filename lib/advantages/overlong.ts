import { checkInteger } from "../core/check.js";

/**
 * A soft punishment of responses that come near the length limit, to be added to the reward, never to the verdict.
 *
 * `clip(-(length - expected) / buffer, -1, 0)`, `expected = maxLength - buffer`.
 *
 * @param length tokens of the response
 * @param options `maxLength` and `buffer`, tokens
 * @returns between -1 and 0
 * @throws RangeError when a number is not an integer, `length` is negative or `buffer` is not in [1, maxLength].
 * @example overlongPenalty(16, { maxLength: 20, buffer: 8 }) // -0.5
 * @example overlongPenalty(12, { maxLength: 20, buffer: 8 }) // 0
 * @source DAPO (arXiv 2503.14476) section 3.4, eq. 13.
 */
export function overlongPenalty(length: number, { maxLength, buffer }: { maxLength: number; buffer: number }): number {
  checkInteger("overlongPenalty", "length", length, 0);
  checkInteger("overlongPenalty", "maxLength", maxLength, 1);
  checkInteger("overlongPenalty", "buffer", buffer, 1, maxLength);
  const excess = length - (maxLength - buffer);
  return excess <= 0 ? 0 : Math.max(-1, -excess / buffer);
}
