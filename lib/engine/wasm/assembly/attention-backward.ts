import { up4, up8 } from "./attention";
import { PLAIN, stripe, wideStripe } from "./gemm";
import { pack, packTransposedEight, transpose } from "./pack";
import { madd, sumLanes } from "./simd";

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
    packTransposedEight(q + (width << 3), ld, length, dh, vT);
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
      product(ds + ((t * wide) << 2), wide, byRow, 0, min(t + 4, length), length, dh, dq + ((t * ld) << 2), ld);
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
  const mean = sumLanes(dot), factor = f32x4.splat(scale);
  for (let i: usize = 0; i < bytes; i += 16) {
    v128.store(ds + i, f32x4.mul(f32x4.mul(v128.load(p + i), factor), f32x4.sub(v128.load(ds + i), mean)));
  }
}

/** Four rows of A[., k] times rows from .. from + k - 1 of B [length, dh], packed as for gemm. */
function product(a: usize, lda: i32, packed: usize, from: i32, k: i32, length: i32, dh: i32, c: usize, ldc: i32): void {
  let j = 0;
  for (; j + 16 <= dh; j += 16) {
    wideStripe(a, lda << 2, packed + ((j * length + (from << 4)) << 2), k, c + (j << 2), ldc << 2, 4, PLAIN, 0, 0);
  }
  if (j < dh) stripe(a, lda << 2, packed + ((j * length + (from << 3)) << 2), k, c + (j << 2), ldc << 2, 4, PLAIN, 0, 0);
}

/** Row j of the result sums over queries from j (its block of 4) on. */
function keysFromQueries(a: usize, lda: i32, packed: usize, length: i32, dh: i32, c: usize, ldc: i32): void {
  for (let j = 0; j < length; j += 4) {
    product(a + ((j * lda + j) << 2), lda, packed, j, length - j, length, dh, c + ((j * ldc) << 2), ldc);
  }
}
