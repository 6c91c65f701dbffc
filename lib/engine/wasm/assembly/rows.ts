import { madd } from "./simd";

/** out[t] = table[a[t]] + u[b[t]] + v[c[t]]; the third table is absent when 0. Indices are i32. */
export function embed(
  table: usize, a: usize, u: usize, b: usize, v: usize, c: usize, out: usize, rows: i32, width: i32,
): void {
  const bytes = <usize>(width << 2);
  for (let t = 0; t < rows; t++, a += 4, b += 4, c += 4, out += bytes) {
    const e = table + <usize>load<u32>(a) * bytes, f = u + <usize>load<u32>(b) * bytes;
    const g = v != 0 ? v + <usize>load<u32>(c) * bytes : 0;
    for (let i: usize = 0; i < bytes; i += 16) {
      let x = f32x4.add(v128.load(e + i), v128.load(f + i));
      if (v != 0) x = f32x4.add(x, v128.load(g + i));
      v128.store(out + i, x);
    }
  }
}

/** table[index[t]] += x[t], rows in order. */
export function scatterAdd(x: usize, index: usize, table: usize, rows: i32, width: i32): void {
  const bytes = <usize>(width << 2);
  for (let t = 0; t < rows; t++, index += 4, x += bytes) {
    const to = table + <usize>load<u32>(index) * bytes;
    for (let i: usize = 0; i < bytes; i += 16) v128.store(to + i, f32x4.add(v128.load(to + i), v128.load(x + i)));
  }
}

/** out[t] = table[index[t]]. */
export function gather(table: usize, index: usize, out: usize, rows: i32, width: i32): void {
  const bytes = <usize>(width << 2);
  for (let t = 0; t < rows; t++, index += 4, out += bytes) memory.copy(out, table + <usize>load<u32>(index) * bytes, bytes);
}

export function fill(x: usize, value: f32, count: i32): void {
  const v = f32x4.splat(value);
  for (const end = x + (count << 2); x < end; x += 16) v128.store(x, v);
}

/** y += x. */
export function add(x: usize, y: usize, count: i32): void {
  for (const end = x + (count << 2); x < end; x += 16, y += 16) {
    v128.store(y, f32x4.add(v128.load(y), v128.load(x)));
  }
}

/** Sum of squares, in float64 partial sums of fixed order: the global gradient norm, and whether it is finite. */
export function sumSquares(x: usize, count: i32): f64 {
  let low = f64x2.splat(0), high = f64x2.splat(0);
  for (const end = x + (count << 2); x < end; x += 16) {
    const v = v128.load(x);
    const a = f64x2.promote_low_f32x4(v), b = f64x2.promote_low_f32x4(i64x2.shuffle(v, v, 1, 1));
    low = f64x2.add(low, f64x2.mul(a, a));
    high = f64x2.add(high, f64x2.mul(b, b));
  }
  const s = f64x2.add(low, high);
  return f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1);
}

/** One AdamW update; `gradScale` is the clipping factor, `rate` lr / (1 - beta1^t), `correction` 1 / sqrt(1 - beta2^t). */
export function adamw(
  p: usize, g: usize, m: usize, v: usize, count: i32,
  gradScale: f32, beta1: f32, beta2: f32, rate: f32, correction: f32, epsilon: f32, keep: f32,
): void {
  for (const end = p + (count << 2); p < end; p += 16, g += 16, m += 16, v += 16) {
    const grad = f32x4.mul(v128.load(g), f32x4.splat(gradScale));
    const first = madd(f32x4.sub(grad, v128.load(m)), f32x4.splat(1 - beta1), v128.load(m));
    const square = f32x4.mul(grad, grad);
    const second = madd(f32x4.sub(square, v128.load(v)), f32x4.splat(1 - beta2), v128.load(v));
    const root = f32x4.add(f32x4.mul(f32x4.sqrt(second), f32x4.splat(correction)), f32x4.splat(epsilon));
    const move = f32x4.div(f32x4.mul(first, f32x4.splat(-rate)), root);
    v128.store(p, madd(v128.load(p), f32x4.splat(keep), move));
    v128.store(m, first);
    v128.store(v, second);
  }
}
