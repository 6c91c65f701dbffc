/** a * b + c: fused where the build allows relaxed SIMD, two roundings elsewhere. */
// @ts-ignore: decorator
@inline
export function madd(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(a, b, c);
  return f32x4.add(f32x4.mul(a, b), c);
}

/** Sum of the four lanes in every lane, always in the same order. */
// @ts-ignore: decorator
@inline
export function sumLanes(x: v128): v128 {
  const pairs = f32x4.add(x, i32x4.shuffle(x, x, 2, 3, 0, 1));
  return f32x4.add(pairs, i32x4.shuffle(pairs, pairs, 1, 0, 3, 2));
}

/** Maximum of the four lanes in every lane. */
// @ts-ignore: decorator
@inline
export function maxLanes(x: v128): v128 {
  const pairs = f32x4.pmax(x, i32x4.shuffle(x, x, 2, 3, 0, 1));
  return f32x4.pmax(pairs, i32x4.shuffle(pairs, pairs, 1, 0, 3, 2));
}

/** The first lane. */
// @ts-ignore: decorator
@inline
export function first(x: v128): f32 {
  return f32x4.extract_lane(x, 0);
}

// Added to a float below 2^22 it leaves the rounded integer in the low bits.
const ROUND: f32 = 12582912;

/** exp of four non-positive floats, relative error about 1e-7; below -87 the result is 0. */
// @ts-ignore: decorator
@inline
export function expNegative(x: v128): v128 {
  const live = f32x4.ge(x, f32x4.splat(-87));
  x = f32x4.pmax(x, f32x4.splat(-87));
  const shifted = f32x4.add(f32x4.mul(x, f32x4.splat(1.4426950408889634)), f32x4.splat(ROUND));
  const n = f32x4.sub(shifted, f32x4.splat(ROUND));
  let r = madd(n, f32x4.splat(-0.693359375), x);
  r = madd(n, f32x4.splat(2.12194440e-4), r);
  let y = madd(r, f32x4.splat(1.9875691500e-4), f32x4.splat(1.3981999507e-3));
  y = madd(y, r, f32x4.splat(8.3334519073e-3));
  y = madd(y, r, f32x4.splat(4.1665795894e-2));
  y = madd(y, r, f32x4.splat(1.6666665459e-1));
  y = madd(y, r, f32x4.splat(5.0000001201e-1));
  y = f32x4.add(madd(y, f32x4.mul(r, r), r), f32x4.splat(1));
  const power = i32x4.add(i32x4.shl(shifted, 23), i32x4.splat(0x3f800000));
  return v128.and(f32x4.mul(y, power), live);
}
