/** Packing of B for `gemm`: panels of 16 columns [k][16], then one of 8 where n leaves 8; and of 8 columns for attention. */

/** B [k, n] (row stride ldb, n a multiple of 8) into gemm's panels. */
export function pack(b: usize, ldb: i32, k: i32, n: i32, out: usize): void {
  let j = 0;
  for (; j + 16 <= n; j += 16) {
    let from = b + (j << 2);
    for (let i = 0; i < k; i++, from += ldb << 2, out += 64) {
      v128.store(out, v128.load(from));
      v128.store(out, v128.load(from, 16), 16);
      v128.store(out, v128.load(from, 32), 32);
      v128.store(out, v128.load(from, 48), 48);
    }
  }
  if (j < n) packEight(b + (j << 2), ldb, k, out);
}

/** Eight columns of B [k, .] into a panel [k][8]. */
export function packEight(b: usize, ldb: i32, k: i32, out: usize): void {
  for (let i = 0; i < k; i++, b += ldb << 2, out += 32) {
    v128.store(out, v128.load(b));
    v128.store(out, v128.load(b, 16), 16);
  }
}

/** B = S' for S [n, k] (row stride lds, n a multiple of 8, k of 4) into gemm's panels. */
export function packTransposed(s: usize, lds: i32, n: i32, k: i32, out: usize): void {
  const wide = n & ~15;
  for (let j = 0; j < n; j += 4) {
    const eight = j >= wide, panel = eight ? wide * k + (j - wide) : (j & ~15) * k + (j & 15);
    transposeFour(s + ((j * lds) << 2), lds << 2, 4, k, out + (panel << 2), eight ? 32 : 64);
  }
}

/** B = S' for S [n, k] (n any, k a multiple of 4) into panels [ceil(n / 8)][k][8]; missing columns are 0. */
export function packTransposedEight(s: usize, lds: i32, n: i32, k: i32, out: usize): void {
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
