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

// exp's constants, each in one load: V8 would put a splat together anew in every turn of a loop.
const C = memory.data<f32>([
  -87, 1.4426950408889634, 12582912, -0.693359375, 2.12194440e-4, 1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3,
  4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1, 1,
]);

// @ts-ignore: decorator
@inline
function c(i: usize): v128 {
  return v128.load32_splat(C + (i << 2));
}

/** exp of four non-positive floats, relative error about 1e-7; below -87 the result is 0. */
// @ts-ignore: decorator
@inline
export function expNegative(x: v128): v128 {
  const live = f32x4.ge(x, c(0));
  x = f32x4.pmax(x, c(0));
  // Adding 1.5 * 2^23 leaves the rounded integer in the low bits.
  const shifted = f32x4.add(f32x4.mul(x, c(1)), c(2));
  const n = f32x4.sub(shifted, c(2));
  const r = madd(n, c(4), madd(n, c(3), x));
  let y = madd(r, c(5), c(6));
  y = madd(y, r, c(7));
  y = madd(y, r, c(8));
  y = madd(y, r, c(9));
  y = madd(y, r, c(10));
  y = f32x4.add(madd(y, f32x4.mul(r, r), r), c(11));
  // 1.0 has the bits of exponent 0.
  const power = i32x4.add(i32x4.shl(shifted, 23), c(11));
  return v128.and(f32x4.mul(y, power), live);
}
