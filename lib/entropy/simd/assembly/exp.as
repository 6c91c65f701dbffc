// 1.5 * 2^23: adding it rounds a float to an integer and leaves that integer in the low bits.
const ROUND: f32 = 12582912;

/** exp of four non-positive floats, relative error about 1e-7; below -87 about 1e-38. NaN stays NaN. */
// @ts-ignore: decorator
@inline
export function expNegative(x: v128): v128 {
  const t = f32x4.add(f32x4.mul(x, f32x4.splat(1.4426950408889634)), f32x4.splat(ROUND));
  const n = f32x4.sub(t, f32x4.splat(ROUND));
  // ln 2 in two parts, the first short enough that n times it is exact.
  let r = f32x4.sub(x, f32x4.mul(n, f32x4.splat(0.693359375)));
  r = f32x4.sub(r, f32x4.mul(n, f32x4.splat(-2.12194440e-4)));
  // Minimax polynomial of e^r on |r| <= ln 2 / 2.
  let y = f32x4.add(f32x4.mul(f32x4.splat(8.2902721464e-3), r), f32x4.splat(4.1898160253e-2));
  y = f32x4.add(f32x4.mul(y, r), f32x4.splat(1.6667638131e-1));
  y = f32x4.add(f32x4.mul(y, r), f32x4.splat(4.9999147836e-1));
  y = f32x4.add(f32x4.mul(y, r), f32x4.splat(9.9999970631e-1));
  y = f32x4.add(f32x4.mul(y, r), f32x4.splat(1));
  return i32x4.add(y, i32x4.shl(t, 23));
}

/** u = z - max with -inf brought to where exp is nothing; NaN stays NaN. */
// @ts-ignore: decorator
@inline
export function distance(z: v128, max: v128): v128 {
  return f32x4.pmax(f32x4.sub(z, max), f32x4.splat(-87));
}

/** Sum of the four lanes in float64. */
// @ts-ignore: decorator
@inline
export function sumLanes(x: v128): f64 {
  const high = i8x16.shuffle(x, x, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
  const pairs = f64x2.add(f64x2.promote_low_f32x4(x), f64x2.promote_low_f32x4(high));
  return f64x2.extract_lane(pairs, 0) + f64x2.extract_lane(pairs, 1);
}

/** Sum of the four lanes as integers. */
// @ts-ignore: decorator
@inline
export function countLanes(x: v128): i32 {
  return i32x4.extract_lane(x, 0) + i32x4.extract_lane(x, 1) + i32x4.extract_lane(x, 2) + i32x4.extract_lane(x, 3);
}

// @ts-ignore: decorator
@inline
export function maxLanes(x: v128): f32 {
  const low = max(f32x4.extract_lane(x, 0), f32x4.extract_lane(x, 1));
  return max(low, max(f32x4.extract_lane(x, 2), f32x4.extract_lane(x, 3)));
}
