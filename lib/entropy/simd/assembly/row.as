import { countLanes, distance, expNegative, maxLanes, sumLanes } from "./exp";

/** What the last `readRow` found: the maximum, how often it occurs, and sums over the other tokens of e and u e. */
export let top: f32 = 0;
export let ties: f64 = 0;
export let rest: f64 = 0;
export let weighted: f64 = 0;

// 256 floats: small enough that float32 lane sums stay exact to 1e-7, large enough to hide the float64 additions.
const BLOCK: usize = 1024;

/**
 * One pass over a row of `bytes` bytes (a multiple of 64): block by block the maximum, then the sums relative to it,
 * rescaled when it grows. The tokens at the maximum are counted apart, so that a nearly certain row keeps its small
 * entropy. A NaN or +Infinity leaves NaN in `rest`; a row of -Infinity leaves no tie.
 */
export function readRow(z: usize, bytes: usize): void {
  const end = z + bytes;
  let m: f32 = -f32.MAX_VALUE;
  let n: f64 = 0, sum: f64 = 0, wsum: f64 = 0;
  while (z < end) {
    const stop = min(z + BLOCK, end);
    const grown = blockMax(z, stop, m);
    if (grown > m) {
      const scale = Math.exp(<f64>m - <f64>grown);
      wsum = scale * (wsum + (<f64>m - <f64>grown) * (sum + n));
      sum = scale * (sum + n);
      n = 0;
      m = grown;
    }
    const shift = f32x4.splat(m);
    let s0 = f32x4.splat(0), s1 = f32x4.splat(0), w0 = f32x4.splat(0), w1 = f32x4.splat(0);
    let equal = i32x4.splat(0);
    for (; z < stop; z += 32) {
      const u0 = distance(v128.load(z), shift), u1 = distance(v128.load(z, 16), shift);
      const at0 = f32x4.eq(u0, f32x4.splat(0)), at1 = f32x4.eq(u1, f32x4.splat(0));
      const e0 = v128.andnot(expNegative(u0), at0), e1 = v128.andnot(expNegative(u1), at1);
      equal = i32x4.sub(i32x4.sub(equal, at0), at1);
      s0 = f32x4.add(s0, e0);
      s1 = f32x4.add(s1, e1);
      w0 = f32x4.add(w0, f32x4.mul(u0, e0));
      w1 = f32x4.add(w1, f32x4.mul(u1, e1));
    }
    n += <f64>countLanes(equal);
    sum += sumLanes(f32x4.add(s0, s1));
    wsum += sumLanes(f32x4.add(w0, w1));
  }
  top = m;
  ties = n;
  rest = sum;
  weighted = wsum;
}

// @ts-ignore: decorator
@inline
function blockMax(z: usize, stop: usize, m: f32): f32 {
  let a = f32x4.splat(m), b = a;
  // The accumulator is the first operand: a NaN then never replaces it, and is found by the sums instead.
  for (; z < stop; z += 32) {
    a = f32x4.pmax(a, v128.load(z));
    b = f32x4.pmax(b, v128.load(z, 16));
  }
  return maxLanes(f32x4.pmax(a, b));
}

/** How many tokens of the row are more likely than the one at `token`, or as likely with a lower index. */
export function rankInRow(z: usize, bytes: usize, token: i32): i32 {
  const value = load<f32>(z + (<usize>token << 2)), own = f32x4.splat(value);
  let above = i32x4.splat(0), before: i32 = 0;
  for (let i: usize = 0; i < bytes; i += 16) above = i32x4.sub(above, f32x4.gt(v128.load(z + i), own));
  const whole = <usize>(token & ~3) << 2;
  let equal = i32x4.splat(0);
  for (let i: usize = 0; i < whole; i += 16) equal = i32x4.sub(equal, f32x4.eq(v128.load(z + i), own));
  for (let i = whole; i < <usize>token << 2; i += 4) before += i32(load<f32>(z + i) == value);
  return countLanes(above) + countLanes(equal) + before;
}
