import { fail } from "../core/check.js";

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/**
 * The bits of the nearest half-precision number (IEEE 754 binary16, ties to even).
 *
 * @throws RangeError when the value is not finite or beyond the largest half, 65504
 */
export function halfBits(value: number): number {
  float[0] = value;
  const sign = (bits[0] >>> 16) & 0x8000;
  const size = bits[0] & 0x7fffffff;
  // From here on the nearest half would be infinite.
  if (size >= 0x477ff000) fail("halfBits", "value", "within 65504 of 0", value);
  // Below 2^-14 halves are multiples of 2^-24.
  if (size < 0x38800000) return sign | roundedToEven(Math.abs(float[0]) * 2 ** 24);
  const rounded = size + 0xfff + ((size >>> 13) & 1);
  return sign | ((rounded - 0x38000000) >>> 13);
}

/** The number behind half-precision bits. */
export function halfValue(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >>> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

function roundedToEven(x: number): number {
  const down = Math.floor(x);
  const over = x - down;
  return over > 0.5 || (over === 0.5 && down % 2 === 1) ? down + 1 : down;
}
