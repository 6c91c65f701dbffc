import { madd } from "./simd";

/** What happens to a tile of A B on its way to C; R is a second matrix of C's shape. */
export const PLAIN = 0;
/** C = R + A B: residuals, and accumulation with R = C. */
export const ADD = 1;
/** C = max(A B, 0). */
export const RELU = 2;
/** C = A B where R > 0, else 0: the derivative of RELU. */
export const MASK = 3;

// Columns of a packed panel, and rows of a block that stays in the second-level cache.
const ROW_BLOCK = 128;
// Terms of a sum taken in one go: a panel of that many rows stays in the first-level cache.
const K_BLOCK = 512;

// @ts-ignore: decorator
@inline
function store(x: v128, c: usize, r: usize, mode: i32): void {
  if (mode == ADD) x = f32x4.add(v128.load(r), x);
  else if (mode == RELU) x = f32x4.max(x, f32x4.splat(0));
  else if (mode == MASK) x = v128.and(x, f32x4.gt(v128.load(r), f32x4.splat(0)));
  v128.store(c, x);
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
    store(c00, c, r, mode); store(c01, c + 16, r + 16, mode); c += ldc; r += ldr;
    store(c10, c, r, mode); store(c11, c + 16, r + 16, mode); c += ldc; r += ldr;
    store(c20, c, r, mode); store(c21, c + 16, r + 16, mode); c += ldc; r += ldr;
    store(c30, c, r, mode); store(c31, c + 16, r + 16, mode); c += ldc; r += ldr;
    a += 4 * lda;
  }
}

/**
 * C[m, n] = A[m, k] B with B packed (`pack`, `packTransposed`); n a multiple of 8; m is rounded up to a multiple of 4, so
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
      for (let j = 0; j < n; j += 8) {
        const to = c + ((row * ldc + j) << 2);
        stripe(
          a + ((row * lda + k0) << 2), lda << 2, b + ((j * k + (k0 << 3)) << 2), terms, to, ldc << 2, rows,
          first ? mode : ADD, first ? r + ((row * ldr + j) << 2) : to, (first ? ldr : ldc) << 2,
        );
      }
    }
  }
}

/** B [k, n] (row stride ldb) into panels [n / 8][k][8]. */
export function pack(b: usize, ldb: i32, k: i32, n: i32, out: usize): void {
  for (let j = 0; j < n; j += 8) {
    let from = b + (j << 2);
    for (let i = 0; i < k; i++) {
      v128.store(out, v128.load(from));
      v128.store(out, v128.load(from, 16), 16);
      from += ldb << 2;
      out += 32;
    }
  }
}

/** B = S' for S [n, k] (row stride lds, n any) into panels [ceil(n / 8)][k][8], k a multiple of 4; missing columns are 0. */
export function packTransposed(s: usize, lds: i32, n: i32, k: i32, out: usize): void {
  for (let j = 0; j < n; j += 4) {
    const panel = out + (((j & ~7) * k + (j & 4)) << 2);
    transposeFour(s + ((j * lds) << 2), lds << 2, min(4, n - j), k, panel, 32);
  }
  if (((n + 3) & ~3) % 8 != 0) {
    let pad = out + (((n & ~7) * k + 4) << 2);
    for (let i = 0; i < k; i++, pad += 32) v128.store(pad, f32x4.splat(0));
  }
}

/** S [n, k] (row stride lds) to its transpose [k, ldo], k a multiple of 4, ldo >= n rounded up to 4, padding 0. */
export function transpose(s: usize, lds: i32, n: i32, k: i32, out: usize, ldo: i32): void {
  for (let j = 0; j < n; j += 4) {
    transposeFour(s + ((j * lds) << 2), lds << 2, min(4, n - j), k, out + (j << 2), ldo << 2);
  }
}

// Four rows (missing ones read as 0) become one column of 4-vectors, `step` bytes apart.
function transposeFour(s: usize, lds: usize, rows: i32, k: i32, out: usize, step: usize): void {
  const zero = f32x4.splat(0);
  for (let i = 0; i < k; i += 4) {
    const r0 = v128.load(s);
    const r1 = rows > 1 ? v128.load(s + lds) : zero;
    const r2 = rows > 2 ? v128.load(s + 2 * lds) : zero;
    const r3 = rows > 3 ? v128.load(s + 3 * lds) : zero;
    const low01 = i32x4.shuffle(r0, r1, 0, 4, 1, 5), high01 = i32x4.shuffle(r0, r1, 2, 6, 3, 7);
    const low23 = i32x4.shuffle(r2, r3, 0, 4, 1, 5), high23 = i32x4.shuffle(r2, r3, 2, 6, 3, 7);
    v128.store(out, i64x2.shuffle(low01, low23, 0, 2)); out += step;
    v128.store(out, i64x2.shuffle(low01, low23, 1, 3)); out += step;
    v128.store(out, i64x2.shuffle(high01, high23, 0, 2)); out += step;
    v128.store(out, i64x2.shuffle(high01, high23, 1, 3)); out += step;
    s += 16;
  }
}
