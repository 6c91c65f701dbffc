import { ADD } from "./kernels.js";
import { matrix } from "./layer.js";
import type { Network } from "./network.js";
import { up4 } from "./shape.js";

// Columns turned or packed at a time: what the product reads of them then still lies in the second-level cache.
const COLUMNS = 128;

/** dW += a' b for a [rows, m] and b [rows, n]; every element is one sum in order of rows. */
export function weightGradient(
  { kernels, arena }: Network,
  a: number,
  m: number,
  b: number,
  n: number,
  rows: number,
  dW: number,
): void {
  const mark = arena.mark();
  const tall = up4(rows);
  // Where a comes in several blocks each meets all of b, which is packed once.
  const [high, wide] = [Math.min(COLUMNS, m), m > COLUMNS ? n : Math.min(COLUMNS, n)];
  const turned = matrix(arena, high, tall);
  const panels = matrix(arena, rows, wide);
  for (let j = 0; j < n; j += wide) {
    const columns = Math.min(wide, n - j);
    kernels.pack(b + 4 * j, n, rows, columns, panels);
    for (let i = 0; i < m; i += high) {
      const lines = Math.min(high, m - i);
      const to = dW + 4 * (i * n + j);
      if (j === 0) kernels.transpose(a + 4 * i, m, rows, lines, turned, tall);
      kernels.gemm(turned, tall, panels, to, n, lines, columns, rows, ADD, to, n);
    }
  }
  arena.release(mark);
}
