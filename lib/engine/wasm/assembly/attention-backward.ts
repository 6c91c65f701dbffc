import { up4, up8 } from "./attention";
import { PLAIN, stripe } from "./gemm";
import { packEight, packTransposedEight, transpose } from "./pack";
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
    packRows(q + (width << 2), ld, length, dh, byRow);
    for (let t = 0; t < length; t += 4) {
      product(ds + ((t * wide) << 2), wide, byRow, min(t + 4, length), length, dh, dq + ((t * ld) << 2), ld);
    }
    transpose(ds, wide, length, wide, turned, wide);
    packRows(q, ld, length, dh, byRow);
    keysFromQueries(turned, wide, byRow, length, dh, dk, ld);
    transpose(probabilities, wide, length, wide, turned, wide);
    packRows(g, ldo, length, dh, byRow);
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

/** dh columns by rows into panels [dh / 8][length][8]. */
function packRows(x: usize, ld: i32, length: i32, dh: i32, out: usize): void {
  for (let j = 0; j < dh; j += 8) packEight(x + (j << 2), ld, length, out + ((j * length) << 2));
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
