import { PLAIN, pack, packTransposed, stripe, transpose } from "./gemm";
import { expNegative, madd, maxLanes, sumLanes } from "./simd";

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
  for (let at = row + 16; at < end; at += 16) top = f32x4.max(top, v128.load(at));
  const shift = f32x4.splat(maxLanes(top)), factor = f32x4.splat(scale);
  let sum = f32x4.splat(0);
  for (let at = row; at < end; at += 16) {
    const e = expNegative(f32x4.mul(f32x4.sub(v128.load(at), shift), factor));
    v128.store(at, e);
    sum = f32x4.add(sum, e);
  }
  const inverse = f32x4.splat(1 / sumLanes(sum));
  for (let at = row; at < end; at += 16) v128.store(at, f32x4.mul(v128.load(at), inverse));
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
    for (let t = 0; t < up4(length); t++) {
      const row = probabilities + ((t * wide) << 2), seen = min(past + t + 1, keys);
      softmaxRow(row, seen, scale);
      for (let i = up8(seen); i < wide; i += 4) v128.store(row + (i << 2), f32x4.splat(0));
    }
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

function appendKeys(k: usize, ld: i32, length: i32, past: i32, dh: i32, panels: usize): void {
  if (past == 0) return packTransposed(k, ld, length, dh, panels);
  for (let t = 0; t < length; t++) {
    const at = past + t, to = panels + (((at & ~7) * dh + (at & 7)) << 2), from = k + ((t * ld) << 2);
    if ((at & 7) == 0) memory.fill(to, 0, dh << 5);
    for (let i = 0; i < dh; i++) store<f32>(to + (i << 5), load<f32>(from + (i << 2)));
  }
}

function appendValues(v: usize, ld: i32, length: i32, past: i32, dh: i32, panels: usize, capacity: i32): void {
  for (let j = 0; j < dh; j += 8) {
    pack(v + (j << 2), ld, length, 8, panels + ((j * capacity + (past << 3)) << 2));
  }
}

/**
 * One new token for every row of a decode batch, as `attentionForward` with length 1. A row's keys start at caches[row],
 * its values `valueOffset` bytes later; it has pasts[row] tokens already.
 */
export function attentionRows(
  qkv: usize, rows: i32, heads: i32, dh: i32, scale: f32, caches: usize, pasts: usize, valueOffset: usize, capacity: i32,
  scores: usize, o: usize,
): void {
  const bytes = (heads * dh) << 2;
  for (; rows > 0; rows--, caches += 4, pasts += 4, qkv += 3 * bytes, o += bytes) {
    const k = <usize>load<u32>(caches), past = load<i32>(pasts);
    attentionRow(qkv, past, heads, dh, scale, k, k + valueOffset, capacity, scores, o);
  }
}

function attentionRow(
  qkv: usize, past: i32, heads: i32, dh: i32, scale: f32, kCache: usize, vCache: usize, capacity: i32, scores: usize,
  o: usize,
): void {
  const width = heads * dh, keys = past + 1, perHead = capacity * dh;
  for (let h = 0; h < heads; h++) {
    const q = qkv + ((h * dh) << 2), k = kCache + ((h * perHead) << 2), v = vCache + ((h * perHead) << 2);
    appendKeys(q + (width << 2), 0, 1, past, dh, k);
    appendValues(q + (width << 3), 0, 1, past, dh, v, capacity);
    dotPanels(q, k, dh << 5, (keys + 7) >> 3, dh, scores);
    softmaxRow(scores, keys, scale);
    dotPanels(scores, v, capacity << 5, dh >> 3, keys, o + ((h * dh) << 2));
  }
}

/** y[8 count] = a[k] * count panels [k, 8] that lie `step` bytes apart; sums in order of k. */
function dotPanels(a: usize, panels: usize, step: usize, count: i32, k: i32, y: usize): void {
  for (; count >= 4; count -= 4, panels += 4 * step, y += 128) dotFour(a, panels, step, k, y);
  for (; count > 0; count--, panels += step, y += 32) dotOne(a, panels, k, y);
}

function dotOne(a: usize, panel: usize, k: i32, y: usize): void {
  let low = f32x4.splat(0), high = f32x4.splat(0);
  for (; k > 0; k--, a += 4, panel += 32) {
    const x = v128.load32_splat(a);
    low = madd(x, v128.load(panel), low);
    high = madd(x, v128.load(panel, 16), high);
  }
  v128.store(y, low);
  v128.store(y, high, 16);
}

// Eight sums at a time hide the latency of an addition.
function dotFour(a: usize, p0: usize, step: usize, k: i32, y: usize): void {
  let s0 = f32x4.splat(0), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
  let p1 = p0 + step, p2 = p1 + step, p3 = p2 + step;
  for (; k > 0; k--) {
    const x = v128.load32_splat(a);
    s0 = madd(x, v128.load(p0), s0); s1 = madd(x, v128.load(p0, 16), s1);
    s2 = madd(x, v128.load(p1), s2); s3 = madd(x, v128.load(p1, 16), s3);
    s4 = madd(x, v128.load(p2), s4); s5 = madd(x, v128.load(p2, 16), s5);
    s6 = madd(x, v128.load(p3), s6); s7 = madd(x, v128.load(p3, 16), s7);
    a += 4; p0 += 32; p1 += 32; p2 += 32; p3 += 32;
  }
  v128.store(y, s0); v128.store(y, s1, 16); v128.store(y, s2, 32); v128.store(y, s3, 48);
  v128.store(y, s4, 64); v128.store(y, s5, 80); v128.store(y, s6, 96); v128.store(y, s7, 112);
}

/**
 * Backward of a whole sequence (past 0): from do [length, ldo] and the stored probabilities to dq, dk, dv in dqkv (as
 * qkv). `scratch` holds 4 T' T' + 6 T' dh floats, T' = length up to 8.
 */
export function attentionBackward(
  qkv: usize, ld: i32, length: i32, heads: i32, dh: i32, scale: f32, probabilities: usize, dO: usize, ldo: i32,
  dqkv: usize, scratch: usize,
): void {
  const width = heads * dh, wide = up8(length), tall = up4(length);
  const square = (wide * wide) << 2, panels = (wide * dh) << 2;
  const ds = scratch, turned = ds + square, vT = turned + square, byRow = vT + panels;
  for (let h = 0; h < heads; h++) {
    const q = qkv + ((h * dh) << 2), g = dO + ((h * dh) << 2);
    const dq = dqkv + ((h * dh) << 2), dk = dq + (width << 2), dv = dk + (width << 2);
    packTransposed(q + (width << 3), ld, length, dh, vT);
    for (let j = 0; j < length; j += 8) {
      stripe(
        g + ((j * ldo) << 2), ldo << 2, vT + ((j * dh) << 2), dh, ds + ((j * wide + j) << 2), wide << 2, tall - j, PLAIN,
        0, 0,
      );
    }
    for (let t = 0; t < length; t++) {
      softmaxBackwardRow(probabilities + ((t * wide) << 2), ds + ((t * wide) << 2), up8(t + 1), scale);
      for (let i = up8(t + 1); i < wide; i += 4) v128.store(ds + ((t * wide + i) << 2), f32x4.splat(0));
    }
    pack(q + (width << 2), ld, length, dh, byRow);
    for (let t = 0; t < length; t += 4) {
      product(ds + ((t * wide) << 2), wide, byRow, min(t + 4, length), length, dh, dq + ((t * ld) << 2), ld);
    }
    transpose(ds, wide, length, wide, turned, wide);
    pack(q, ld, length, dh, byRow);
    keysFromQueries(turned, wide, byRow, length, dh, dk, ld);
    transpose(probabilities, wide, length, wide, turned, wide);
    pack(g, ldo, length, dh, byRow);
    keysFromQueries(turned, wide, byRow, length, dh, dv, ld);
    probabilities += (tall * wide) << 2;
  }
}

/** ds = scale p (dp - sum(p dp)), in place. */
function softmaxBackwardRow(p: usize, ds: usize, count: i32, scale: f32): void {
  const bytes = <usize>(count << 2);
  let dot = f32x4.splat(0);
  for (let i: usize = 0; i < bytes; i += 16) dot = madd(v128.load(p + i), v128.load(ds + i), dot);
  const mean = f32x4.splat(sumLanes(dot)), factor = f32x4.splat(scale);
  for (let i: usize = 0; i < bytes; i += 16) {
    v128.store(ds + i, f32x4.mul(f32x4.mul(v128.load(p + i), factor), f32x4.sub(v128.load(ds + i), mean)));
  }
}

/** Four rows of A[., k] times panels [dh / 8][stride][8]. */
function product(a: usize, lda: i32, panels: usize, k: i32, stride: i32, dh: i32, c: usize, ldc: i32): void {
  for (let j = 0; j < dh; j += 8) {
    stripe(a, lda << 2, panels + ((j * stride) << 2), k, c + (j << 2), ldc << 2, 4, PLAIN, 0, 0);
  }
}

/** Row j of the result sums over queries from j (its block of 4) on. */
function keysFromQueries(a: usize, lda: i32, panels: usize, length: i32, dh: i32, c: usize, ldc: i32): void {
  for (let j = 0; j < length; j += 4) {
    product(a + ((j * lda + j) << 2), lda, panels + (j << 5), length - j, length, dh, c + ((j * ldc) << 2), ldc);
  }
}
