import { checkInteger, checkNumber, fail } from "../core/check.js";

/** Counts of values in bins of equal width. */
export interface Histogram {
  /** Bin i holds values in [edges[i], edges[i + 1]), the last one its upper edge too. `[bins + 1]` */
  edges: Float64Array;
  counts: Int32Array;
  /** Values outside the range. */
  below: number;
  above: number;
}

/**
 * Histogram of values in bins of equal width: of token entropies, lengths, ratios.
 *
 * @param values Any numbers.
 * @param options `bins` default 20; `low` and `high` the range, default the values' own. A range of one point becomes that point +- .5.
 * @throws RangeError for no value, one that is not finite, bins below 1, or low above high.
 * @example Array.from(histogram([0, 0.1, 0.5, 1], { bins: 2 }).counts) // [2, 2]
 * @source This project.
 */
export function histogram(
  values: ArrayLike<number>,
  { bins = 20, low, high }: { bins?: number; low?: number; high?: number } = {},
): Histogram {
  const fn = "histogram";
  checkInteger(fn, "bins", bins, 1);
  let [from, to] = rangeOf(fn, values);
  if (low !== undefined) from = low;
  if (high !== undefined) to = high;
  checkNumber(fn, "low", from);
  checkNumber(fn, "high", to, { low: from });
  if (from === to) [from, to] = [from - 0.5, to + 0.5];
  const out = { edges: edgesOf(from, to, bins), counts: new Int32Array(bins), below: 0, above: 0 };
  for (let i = 0; i < values.length; i++) {
    if (values[i] < from) out.below++;
    else if (values[i] > to) out.above++;
    else out.counts[Math.min(bins - 1, Math.floor(((values[i] - from) / (to - from)) * bins))]++;
  }
  return out;
}

function rangeOf(fn: string, values: ArrayLike<number>): [number, number] {
  if (!values?.length) fail(fn, "values", "an array of at least one number", values);
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) fail(fn, `values[${i}]`, "a finite number", values[i]);
    low = Math.min(low, values[i]);
    high = Math.max(high, values[i]);
  }
  return [low, high];
}

function edgesOf(from: number, to: number, bins: number): Float64Array {
  return Float64Array.from({ length: bins + 1 }, (_, i) => from + ((to - from) * i) / bins);
}
