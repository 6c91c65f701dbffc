import { madd } from "./simd";

/** What happens to a tile of A B on its way to C; R is a second matrix of C's shape. */
export const PLAIN = 0;
/** C = R + A B: residuals, and accumulation with R = C. */
export const ADD = 1;
/** C = max(A B, 0). */
export const RELU = 2;
/** C = A B where R > 0, else 0: the derivative of RELU. */
export const MASK = 3;

// Rows of a block that stays in the second-level cache.
const ROW_BLOCK = 128;
// Terms of a sum taken in one go: a panel of that many rows stays in the first-level cache.
const K_BLOCK = 512;

// @ts-ignore: decorator
@inline
function storePair(x: v128, y: v128, c: usize, r: usize, mode: i32): void {
  if (mode == ADD) {
    x = f32x4.add(v128.load(r), x);
    y = f32x4.add(v128.load(r, 16), y);
  } else if (mode == RELU) {
    x = f32x4.pmax(x, f32x4.splat(0));
    y = f32x4.pmax(y, f32x4.splat(0));
  } else if (mode == MASK) {
    x = v128.and(x, f32x4.gt(v128.load(r), f32x4.splat(0)));
    y = v128.and(y, f32x4.gt(v128.load(r, 16), f32x4.splat(0)));
  }
  v128.store(c, x);
  v128.store(c, y, 16);
}

/**
 * C[rows, 8] from A[rows, k] and a packed panel [k, 8]; rows a multiple of 4; strides in bytes. Every element is one sum
 * in order of k, whatever the number of rows, so that a row does not depend on what it was batched with.
 */
export function stripe(
  a: usize, lda: usize, panel: usize, k: i32, c: usize, ldc: usize, rows: i32, mode: i32, r: usize, ldr: usize,
): void {
  for (; rows > 0; rows -= 4) {
    let c00 = f32x4.splat(0), c01 = f32x4.splat(0), c10 = f32x4.splat(0), c11 = f32x4.splat(0);
    let c20 = f32x4.splat(0), c21 = f32x4.splat(0), c30 = f32x4.splat(0), c31 = f32x4.splat(0);
    let a0 = a, a1 = a + lda, a2 = a1 + lda, a3 = a2 + lda, b = panel, n = k;
    // One step a turn: unrolled, V8 keeps values in memory and the speed halves.
    for (; n > 0; n--) {
      const b0 = v128.load(b), b1 = v128.load(b, 16);
      const x0 = v128.load32_splat(a0); c00 = madd(x0, b0, c00); c01 = madd(x0, b1, c01);
      const x1 = v128.load32_splat(a1); c10 = madd(x1, b0, c10); c11 = madd(x1, b1, c11);
      const x2 = v128.load32_splat(a2); c20 = madd(x2, b0, c20); c21 = madd(x2, b1, c21);
      const x3 = v128.load32_splat(a3); c30 = madd(x3, b0, c30); c31 = madd(x3, b1, c31);
      a0 += 4; a1 += 4; a2 += 4; a3 += 4; b += 32;
    }
    storePair(c00, c01, c, r, mode); c += ldc; r += ldr;
    storePair(c10, c11, c, r, mode); c += ldc; r += ldr;
    storePair(c20, c21, c, r, mode); c += ldc; r += ldr;
    storePair(c30, c31, c, r, mode); c += ldc; r += ldr;
    a += 4 * lda;
  }
}

/** As `stripe` with a panel [k, 16] and rows a multiple of 2: the faster shape, V8 keeps all of it in registers. */
export function wideStripe(
  a: usize, lda: usize, panel: usize, k: i32, c: usize, ldc: usize, rows: i32, mode: i32, r: usize, ldr: usize,
): void {
  for (; rows > 0; rows -= 2) {
    let c00 = f32x4.splat(0), c01 = f32x4.splat(0), c02 = f32x4.splat(0), c03 = f32x4.splat(0);
    let c10 = f32x4.splat(0), c11 = f32x4.splat(0), c12 = f32x4.splat(0), c13 = f32x4.splat(0);
    let a0 = a, a1 = a + lda, b = panel;
    for (let n = k; n > 0; n--) {
      const b0 = v128.load(b), b1 = v128.load(b, 16), b2 = v128.load(b, 32), b3 = v128.load(b, 48);
      const x0 = v128.load32_splat(a0);
      c00 = madd(x0, b0, c00); c01 = madd(x0, b1, c01); c02 = madd(x0, b2, c02); c03 = madd(x0, b3, c03);
      const x1 = v128.load32_splat(a1);
      c10 = madd(x1, b0, c10); c11 = madd(x1, b1, c11); c12 = madd(x1, b2, c12); c13 = madd(x1, b3, c13);
      a0 += 4; a1 += 4; b += 64;
    }
    storePair(c00, c01, c, r, mode); storePair(c02, c03, c + 32, r + 32, mode);
    c += ldc; r += ldr;
    storePair(c10, c11, c, r, mode); storePair(c12, c13, c + 32, r + 32, mode);
    c += ldc; r += ldr; a += 2 * lda;
  }
}

/**
 * C[m, n] = A[m, k] B with B packed (pack.ts); n a multiple of 8; m is rounded up to a multiple of 4, so
 * A and C need the padding rows. Strides in floats.
 */
export function gemm(
  a: usize, lda: i32, b: usize, c: usize, ldc: i32, m: i32, n: i32, k: i32, mode: i32, r: usize, ldr: i32,
): void {
  m = (m + 3) & ~3;
  for (let row = 0; row < m; row += ROW_BLOCK) {
    const rows = min(ROW_BLOCK, m - row);
    for (let k0 = 0; k0 < k; k0 += K_BLOCK) {
      const terms = min(K_BLOCK, k - k0);
      const first = k0 == 0;
      let j = 0;
      for (; j + 16 <= n; j += 16) {
        const to = c + ((row * ldc + j) << 2), from = first ? r + ((row * ldr + j) << 2) : to;
        wideStripe(
          a + ((row * lda + k0) << 2), lda << 2, b + ((j * k + (k0 << 4)) << 2), terms, to, ldc << 2, rows,
          first ? mode : ADD, from, (first ? ldr : ldc) << 2,
        );
      }
      if (j < n) {
        const to = c + ((row * ldc + j) << 2), from = first ? r + ((row * ldr + j) << 2) : to;
        stripe(
          a + ((row * lda + k0) << 2), lda << 2, b + ((j * k + (k0 << 3)) << 2), terms, to, ldc << 2, rows,
          first ? mode : ADD, from, (first ? ldr : ldc) << 2,
        );
      }
    }
  }
}
