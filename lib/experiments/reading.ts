import { checkOneOf, fail } from "../core/check.js";
import type { StepRow } from "../core/types.js";
import type { Comparison, Reading } from "./types.js";

/** Rows of one run, in order of steps. */
export type Run = readonly StepRow[];

/** The least of a row that names its run. */
type Named = Pick<StepRow, "task" | "base" | "seed">;

const places = ["start", "end", "largest", "smallest", "equal"] as const;

/** What a run is filed under. */
export const runKey = (recipe: string, { task, base, seed }: Named): string => `${recipe}|${task}|${base}|${seed}`;

/**
 * Rows by run, each in order of steps.
 *
 * @throws never.
 * @example groupRuns([]).size // 0
 * @source this project
 */
export function groupRuns(rows: readonly StepRow[]): Map<string, StepRow[]> {
  const runs = new Map<string, StepRow[]>();
  for (const row of rows) {
    const key = runKey(row.recipe, row);
    const run = runs.get(key);
    if (run) run.push(row);
    else runs.set(key, [row]);
  }
  for (const run of runs.values()) run.sort((a, b) => a.step - b.step);
  return runs;
}

/**
 * One quantity of one run; undefined when no row has it.
 *
 * @param target The pass@1 at which an `equal` reading is taken: the run's first crossing of it, evaluations joined by
 * straight lines in order of tokens; the start of a run that starts above it.
 * @throws RangeError for a place that is none, or an `equal` reading without a target
 */
export function read(run: Run, { of, at }: Reading, target?: number): number | undefined {
  if (typeof at === "string") checkOneOf("read", "at", at, places);
  if (at === "equal") {
    return crossing(run, of, target ?? fail("read", "at", "other than equal where no second run is read", at));
  }
  const found = typeof at === "object" ? run.filter((row) => within(row, at)) : run;
  const values = found.map((row) => field(row, of)).filter(isNumber);
  if (values.length === 0) return undefined;
  if (at === "start") return values[0];
  if (at === "largest") return Math.max(...values);
  return at === "smallest" ? Math.min(...values) : values[values.length - 1];
}

/** Two quantities compared, within a run or with the paired one; undefined where a run or a quantity is missing. */
export function compared(
  { method, reading, against, compare }: Comparison,
  pair: Named,
  runs: ReadonlyMap<string, Run>,
): { value: number; against: number; compared: number } | undefined {
  const run = runs.get(runKey(method, pair));
  const other = typeof against === "object" && "method" in against ? runs.get(runKey(against.method, pair)) : run;
  if (!run || !other) return undefined;
  const [value, partner] =
    typeof against === "number"
      ? [read(run, reading), against]
      : readPair([run, reading], [other, "method" in against ? against.reading : against]);
  if (value === undefined || partner === undefined) return undefined;
  return { value, against: partner, compared: compare === "ratio" ? value / partner : value - partner };
}

/** A quantity of each of two runs; `equal` ones at the largest pass@1 that both reach. */
export function readPair(
  [a, readingA]: readonly [Run, Reading],
  [b, readingB]: readonly [Run, Reading],
): [number | undefined, number | undefined] {
  const target = Math.min(reached(a, readingA), reached(b, readingB));
  return [read(a, readingA, target), read(b, readingB, target)];
}

const ACCURACY = "evaluation.passAt.1";

/** Rows of a run that were evaluated and have the quantity, as points of its curve. */
function curve(run: Run, of: string): { accuracy: number; value: number }[] {
  return [...run]
    .sort((a, b) => a.tokens - b.tokens)
    .flatMap((row) => {
      const [accuracy, value] = [field(row, ACCURACY), field(row, of)];
      return isNumber(accuracy) && isNumber(value) ? [{ accuracy, value }] : [];
    });
}

/** The largest pass@1 of a run where the quantity can be read. */
function reached(run: Run, { of, at }: Reading): number {
  return Math.max(...curve(run, at === "equal" ? of : ACCURACY).map(({ accuracy }) => accuracy));
}

function crossing(run: Run, of: string, target: number): number | undefined {
  if (target === -Infinity) return undefined;
  const points = curve(run, of);
  const after = points.findIndex(({ accuracy }) => accuracy >= target);
  if (after <= 0) return points[after]?.value;
  const [from, to] = [points[after - 1], points[after]];
  return from.value + ((target - from.accuracy) / (to.accuracy - from.accuracy)) * (to.value - from.value);
}

/** The row was reached within so many tokens or steps. */
export const within = (row: StepRow, at: { tokens: number } | { step: number }): boolean =>
  "tokens" in at ? row.tokens <= at.tokens : row.step <= at.step;

const isNumber = (value: unknown): value is number => typeof value === "number";

const field = (row: StepRow, path: string): unknown =>
  path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], row);
