import type { StepRow } from "../core/types.js";
import { shorten } from "./theme.js";

/** One run's curve. */
export interface Run {
  base: string;
  seed: number;
  x: number[];
  y: number[];
}

/** A mean curve over runs and the band around it. */
export interface Band {
  x: number[];
  mean: number[];
  low: number[];
  high: number[];
  runs: number;
}

/** What a band shows: the range of the runs, or the 95 % t interval of their mean. */
export type BandKind = "range" | "interval";

/** Two-sided 95 % quantiles of Student's t for 1..30 degrees of freedom. */
const T95 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/** Rows by recipe, in order of first appearance. */
export function byRecipe<R extends { recipe: string }>(rows: readonly R[]): Map<string, R[]> {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const group = groups.get(row.recipe);
    if (group) group.push(row);
    else groups.set(row.recipe, [row]);
  }
  return groups;
}

/**
 * One curve a run (base, seed) of one recipe; rows without the value, or with one that is not finite, are left out.
 *
 * @throws RangeError when the rows come from several tasks: their mean would be of nothing
 */
export function runsOf(rows: readonly StepRow[], x: "tokens" | "step", y: (row: StepRow) => number | undefined): Run[] {
  const tasks = new Set(rows.map(({ task }) => task));
  if (tasks.size > 1) {
    const names = [...tasks].join(", ");
    throw new RangeError(`figure: rows of ${rows[0].recipe} must be of one task (filter or rename), got ${names}`);
  }
  const runs = new Map<string, Run>();
  for (const row of rows) {
    const value = y(row);
    if (value === undefined || !Number.isFinite(value)) continue;
    const key = `${row.base}/${row.seed}`;
    const run = runs.get(key) ?? { base: row.base, seed: row.seed, x: [], y: [] };
    runs.set(key, run);
    run.x.push(row[x]);
    run.y.push(value);
  }
  return [...runs.values()];
}

/** Moving average over `width` points, shorter at the ends. */
export function smoothed(values: readonly number[], width: number): number[] {
  const half = Math.floor((width - 1) / 2);
  return values.map((_, i) => {
    const window = values.slice(Math.max(0, i - half), i + half + 1);
    return window.reduce((a, b) => a + b, 0) / window.length;
  });
}

/** Mean and band of runs, on the part of the axis that all of them reach. At most `points` points. */
export function bandOf(runs: readonly Run[], kind: BandKind = "range", points = 60): Band {
  const real = runs.filter((run) => run.x.length > 0);
  const band: Band = { x: commonGrid(real, points), mean: [], low: [], high: [], runs: real.length };
  for (const at of band.x) {
    const values = real.map((run) => valueAt(run, at));
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    const [low, high] = kind === "range" ? [Math.min(...values), Math.max(...values)] : tInterval(values, mean);
    band.mean.push(shorten(mean));
    band.low.push(shorten(low));
    band.high.push(shorten(high));
  }
  return band;
}

/** 95 % t interval of the mean; of one value that value. */
export function tInterval(values: number[], mean: number): [number, number] {
  const n = values.length;
  if (n < 2) return [mean, mean];
  const variance = values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (n - 1);
  const half = (T95[n - 2] ?? 1.96) * Math.sqrt(variance / n);
  return [mean - half, mean + half];
}

/** The runs' own points where they agree; an even grid where each counts its own tokens. */
function commonGrid(runs: readonly Run[], points: number): number[] {
  if (runs.length === 0) return [];
  const first = runs[0].x;
  const same = runs.every((run) => run.x.length === first.length && run.x.every((x, i) => x === first[i]));
  if (same) return thinned(first, points);
  const start = Math.max(...runs.map((run) => run.x[0]));
  const end = Math.min(...runs.map((run) => run.x[run.x.length - 1]));
  if (end <= start) return [start];
  const count = Math.min(points, Math.max(2, ...runs.map((run) => run.x.length)));
  return Array.from({ length: count }, (_, i) => Math.round(start + ((end - start) * i) / (count - 1)));
}

function thinned(values: readonly number[], points: number): number[] {
  if (values.length <= points) return [...values];
  return Array.from({ length: points }, (_, i) => values[Math.round((i * (values.length - 1)) / (points - 1))]);
}

/** Linear interpolation; constant beyond the ends. */
export function valueAt({ x, y }: { x: readonly number[]; y: readonly number[] }, at: number): number {
  const right = x.findIndex((value) => value >= at);
  if (right < 0) return y[y.length - 1];
  if (right === 0 || x[right] === at) return y[right];
  const share = (at - x[right - 1]) / (x[right] - x[right - 1]);
  return y[right - 1] + share * (y[right] - y[right - 1]);
}
