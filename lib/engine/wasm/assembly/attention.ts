import { PLAIN, stripe } from "./gemm";
import { packEight, packTransposedEight } from "./pack";
import { expNegative, maxLanes, sumLanes } from "./simd";

// @ts-ignore: decorator
@inline
export function up4(n: i32): i32 {
  return (n + 3) & ~3;
}

// @ts-ignore: decorator
@inline
export function up8(n: i32): i32 {
  return (n + 7) & ~7;
}

/** Scores of keys 0 .. count - 1 to probabilities in place; zeros up to a multiple of 8. */
export function softmaxRow(row: usize, count: i32, scale: f32): void {
  for (let i = count; i < up8(count); i++) store<f32>(row + (i << 2), -Infinity);
  const end = row + (up8(count) << 2);
  let top = v128.load(row);
  for (let at = row + 16; at < end; at += 16) top = f32x4.pmax(top, v128.load(at));
  const shift = maxLanes(top), factor = f32x4.splat(scale);
  let sum = f32x4.splat(0);
  for (let at = row; at < end; at += 16) {
    const e = expNegative(f32x4.mul(f32x4.sub(v128.load(at), shift), factor));
    v128.store(at, e);
    sum = f32x4.add(sum, e);
  }
  const inverse = f32x4.div(f32x4.splat(1), sumLanes(sum));
  for (let at = row; at < end; at += 16) v128.store(at, f32x4.mul(v128.load(at), inverse));
}

/** As `softmaxRow` for four rows that see `seen`, `seen + 1`, .. keys, `keys` at most: in step, so that none waits for its own sums. */
export function softmaxFour(r0: usize, stride: usize, seen: i32, keys: i32, scale: f32): void {
  const r1 = r0 + stride, r2 = r1 + stride, r3 = r2 + stride, end = <usize>(up8(min(seen + 3, keys)) << 2);
  for (let i = 0, row = r0; i < 4; i++, row += stride) {
    for (let at = row + (min(seen + i, keys) << 2); at < row + end; at += 4) store<f32>(at, -Infinity);
  }
  let m0 = v128.load(r0), m1 = v128.load(r1), m2 = v128.load(r2), m3 = v128.load(r3);
  for (let i: usize = 16; i < end; i += 16) {
    m0 = f32x4.pmax(m0, v128.load(r0 + i)); m1 = f32x4.pmax(m1, v128.load(r1 + i));
    m2 = f32x4.pmax(m2, v128.load(r2 + i)); m3 = f32x4.pmax(m3, v128.load(r3 + i));
  }
  m0 = maxLanes(m0); m1 = maxLanes(m1); m2 = maxLanes(m2); m3 = maxLanes(m3);
  const factor = f32x4.splat(scale);
  let s0 = f32x4.splat(0), s1 = s0, s2 = s0, s3 = s0;
  for (let i: usize = 0; i < end; i += 16) {
    s0 = f32x4.add(s0, exponential(r0 + i, m0, factor)); s1 = f32x4.add(s1, exponential(r1 + i, m1, factor));
    s2 = f32x4.add(s2, exponential(r2 + i, m2, factor)); s3 = f32x4.add(s3, exponential(r3 + i, m3, factor));
  }
  const one = f32x4.splat(1);
  s0 = f32x4.div(one, sumLanes(s0)); s1 = f32x4.div(one, sumLanes(s1));
  s2 = f32x4.div(one, sumLanes(s2)); s3 = f32x4.div(one, sumLanes(s3));
  for (let i: usize = 0; i < end; i += 16) {
    v128.store(r0 + i, f32x4.mul(v128.load(r0 + i), s0)); v128.store(r1 + i, f32x4.mul(v128.load(r1 + i), s1));
    v128.store(r2 + i, f32x4.mul(v128.load(r2 + i), s2)); v128.store(r3 + i, f32x4.mul(v128.load(r3 + i), s3));
  }
}

// @ts-ignore: decorator
@inline
function exponential(at: usize, shift: v128, factor: v128): v128 {
  const e = expNegative(f32x4.mul(f32x4.sub(v128.load(at), shift), factor));
  v128.store(at, e);
  return e;
}

/**
 * Causal attention of one sequence of `length` new tokens that follow `past` tokens: reads q of qkv [length, ld], appends
 * k and v to the caches (per head: k in panels [keys / 8][dh][8], v in panels [dh / 8][capacity][8]), writes probabilities
 * [heads][length up to 4][keys up to 8] and o [length, ldo]. Rows up to a multiple of 4 are written.
 */
export function attentionForward(
  qkv: usize, ld: i32, length: i32, past: i32, heads: i32, dh: i32, scale: f32,
  kCache: usize, vCache: usize, capacity: i32, probabilities: usize, o: usize, ldo: i32,
): void {
  const width = heads * dh, keys = past + length, wide = up8(keys);
  const perHead = capacity * dh;
  for (let h = 0; h < heads; h++) {
    const q = qkv + ((h * dh) << 2), k = kCache + ((h * perHead) << 2), v = vCache + ((h * perHead) << 2);
    appendKeys(q + (width << 2), ld, length, past, dh, k);
    appendValues(q + (width << 3), ld, length, past, dh, v, capacity);
    for (let j = 0; j < keys; j += 8) {
      const from = max(0, j - past) & ~3;
      stripe(
        q + ((from * ld) << 2), ld << 2, k + ((j * dh) << 2), dh, probabilities + ((from * wide + j) << 2), wide << 2,
        up4(length) - from, PLAIN, 0, 0,
      );
    }
    for (let t = 0; t < length; t += 4) softmaxFour(probabilities + ((t * wide) << 2), wide << 2, past + t + 1, keys, scale);
    for (let t = 0; t < length; t += 4) {
      const seen = min(past + t + 4, keys);
      for (let j = 0; j < dh; j += 8) {
        stripe(
          probabilities + ((t * wide) << 2), wide << 2, v + ((j * capacity) << 2), seen,
          o + ((t * ldo + h * dh + j) << 2), ldo << 2, 4, PLAIN, 0, 0,
        );
      }
    }
    probabilities += (up4(length) * wide) << 2;
  }
}

export function appendKeys(k: usize, ld: i32, length: i32, past: i32, dh: i32, panels: usize): void {
  if (past == 0) return packTransposedEight(k, ld, length, dh, panels);
  for (let t = 0; t < length; t++) {
    const at = past + t, to = panels + (((at & ~7) * dh + (at & 7)) << 2), from = k + ((t * ld) << 2);
    if ((at & 7) == 0) memory.fill(to, 0, dh << 5);
    for (let i = 0; i < dh; i++) store<f32>(to + (i << 5), load<f32>(from + (i << 2)));
  }
}

export function appendValues(v: usize, ld: i32, length: i32, past: i32, dh: i32, panels: usize, capacity: i32): void {
  for (let j = 0; j < dh; j += 8) {
    packEight(v + (j << 2), ld, length, panels + ((j * capacity + (past << 3)) << 2));
  }
}
