import type { StepRow } from "../../core/types.js";

/** A quantity at a step. */
export interface Point {
  step: number;
  value: number;
}

/** What a run's rows say of a quantity; rows without it, or with one that is no finite number, are left out. */
export function series(run: readonly StepRow[], of: (row: StepRow) => unknown): Point[] {
  return run.flatMap((row) => {
    const value = of(row);
    return typeof value === "number" && Number.isFinite(value) ? [{ step: row.step, value }] : [];
  });
}

/** Rows of training steps: not the base's, which no update made. */
export const trained = (run: readonly StepRow[]): StepRow[] => run.filter(({ step }) => step > 0);

/** Means over a twentieth of the points (at most ten), at the step where each window ends. One row's noise is no symptom. */
export function windows(points: readonly Point[]): Point[] {
  const width = Math.min(10, Math.max(1, Math.round(points.length / 20)));
  return points.slice(width - 1).map(({ step }, i) => {
    const window = points.slice(i, i + width);
    return { step, value: window.reduce((sum, { value }) => sum + value, 0) / width };
  });
}

/** The first step at which a test holds, whether it holds at the end, and every value for which it does. */
export function onset(
  points: readonly Point[],
  test: (value: number) => boolean,
): { since: number; lasts: boolean; values: number[] } | undefined {
  const hits = points.filter(({ value }) => test(value));
  if (hits.length === 0) return undefined;
  return { since: hits[0].step, lasts: test(points[points.length - 1].value), values: hits.map(({ value }) => value) };
}

/** Median; of an even number the upper middle. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Where a series began: the median of its first three points. */
export const startOf = (points: readonly Point[]): number => median(points.slice(0, 3).map(({ value }) => value));

/** The last point up to a step, or the first. */
export function at(points: readonly Point[], step: number): Point {
  return points.filter((point) => point.step <= step).at(-1) ?? points[0];
}

/** pass@1 on held-out prompts where rows have it twice, else the smoothed accuracy of training. */
export function accuracy(run: readonly StepRow[]): { name: string; points: Point[] } {
  const evaluated = series(run, (row) => row.evaluation?.passAt?.["1"]);
  if (evaluated.length > 1) return { name: "pass@1", points: evaluated };
  return { name: "accuracy", points: windows(series(run, (row) => row.accuracy)) };
}

/** A number as evidence shows it: three significant digits. */
export const shown = (value: number): string => String(Number(value.toPrecision(3)));
