import { checkNumber, fail } from "../core/check.js";

/**
 * The q-quantile with linear interpolation between neighbours (numpy's and PyTorch's default).
 *
 * Position q (n - 1) in the sorted values; between two of them, the straight line.
 *
 * @throws RangeError for no value, one that is not finite, or q outside [0, 1].
 * @example quantile([3, 1, 2], 0.5) // 2
 * @example quantile([0, 10], 0.8) // 8
 * @source Hyndman & Fan (1996), "Sample quantiles in statistical packages", definition 7.
 */
export function quantile(values: ArrayLike<number>, q: number): number {
  checkNumber("quantile", "q", q, { low: 0, high: 1 });
  if (!values?.length) fail("quantile", "values", "an array of at least one number", values);
  const sorted = Float64Array.from(values).sort();
  // What is not finite sorts to an end, NaN to the last, so two looks find it.
  for (const end of [sorted[0], sorted[sorted.length - 1]]) {
    if (!Number.isFinite(end)) fail("quantile", "values", "finite numbers", end);
  }
  const position = q * (sorted.length - 1);
  const below = Math.floor(position);
  const above = Math.min(below + 1, sorted.length - 1);
  const gap = sorted[above] - sorted[below];
  // Equal neighbours give the value itself, bit for bit: a constant row is then never above its own quantile.
  return gap === 0 ? sorted[below] : sorted[below] + (position - below) * gap;
}
