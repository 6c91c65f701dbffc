import { first, madd, sumLanes } from "./simd";

const EPSILON: f32 = 1e-5;

/** y = x / rms(x) * w by row; inverse[t] = 1 / rms. Columns beyond d are zero and stay so. */
export function rmsForward(x: usize, w: usize, y: usize, inverse: usize, rows: i32, width: i32, d: i32): void {
  const bytes = width << 2;
  for (let t = 0; t < rows; t++, x += bytes, y += bytes, inverse += 4) {
    let squares = f32x4.splat(0);
    for (let i: usize = 0; i < <usize>bytes; i += 16) {
      const v = v128.load(x + i);
      squares = madd(v, v, squares);
    }
    const inv: f32 = 1 / sqrt<f32>(first(sumLanes(squares)) / <f32>d + EPSILON);
    store<f32>(inverse, inv);
    const scale = f32x4.splat(inv);
    for (let i: usize = 0; i < <usize>bytes; i += 16) {
      v128.store(y + i, f32x4.mul(f32x4.mul(v128.load(x + i), scale), v128.load(w + i)));
    }
  }
}

/** dx += inv (dy w - x inv^2 mean(dy w x)); dw += dy x inv, summed over rows in order. */
export function rmsBackward(
  dy: usize, x: usize, w: usize, inverse: usize, dx: usize, dw: usize, rows: i32, width: i32, d: i32,
): void {
  const bytes = width << 2;
  for (let t = 0; t < rows; t++, x += bytes, dy += bytes, dx += bytes, inverse += 4) {
    const inv = load<f32>(inverse);
    const scale = f32x4.splat(inv);
    let dot = f32x4.splat(0);
    for (let i: usize = 0; i < <usize>bytes; i += 16) {
      const g = v128.load(dy + i), v = v128.load(x + i);
      const gx = f32x4.mul(g, v);
      dot = madd(gx, v128.load(w + i), dot);
      v128.store(dw + i, madd(gx, scale, v128.load(dw + i)));
    }
    const pull = f32x4.splat((-first(sumLanes(dot)) * inv * inv * inv) / <f32>d);
    for (let i: usize = 0; i < <usize>bytes; i += 16) {
      const g = f32x4.mul(v128.load(dy + i), v128.load(w + i));
      v128.store(dx + i, madd(g, scale, madd(v128.load(x + i), pull, v128.load(dx + i))));
    }
  }
}
