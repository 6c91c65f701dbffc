import type { StepRow } from "../core/types.js";
import { pairedDifference } from "../metrics/paired.js";
import { groupRuns, read } from "./reading.js";
import type { Reading } from "./types.js";

/** A quantity of one run. */
export interface RunReading {
  recipe: string;
  base: string;
  seed: number;
  value: number;
}

/**
 * One quantity of every run that has it.
 *
 * @param reading Which field, and where along the run; `equal` needs a second run and is none here.
 * @throws RangeError for a place that is none, or `equal`
 * @example readEach([], { of: "entropy", at: "end" }) // []
 * @source this project
 */
export function readEach(rows: readonly StepRow[], reading: Reading): RunReading[] {
  return [...groupRuns(rows).values()].flatMap((run) => {
    const value = read(run, reading);
    const { recipe, base, seed } = run[0];
    return value === undefined ? [] : [{ recipe, base, seed, value }];
  });
}

/**
 * Methods side by side, a row each in the order of their names: the mean of every quantity over runs, with half of its
 * 95 % t interval behind `±`. A quantity that no run of a method has is left empty; methods without rows are left out.
 *
 * @param readings Quantities by the names of their columns.
 * @throws RangeError for a place that is none, or `equal`
 * @example methodTable([], ["siren"], { H: { of: "entropy", at: "end" } }) // []
 * @source this project
 */
export function methodTable(
  rows: readonly StepRow[],
  methods: readonly string[],
  readings: Readonly<Record<string, Reading>>,
): Record<string, string | number>[] {
  return methods.flatMap((method) => {
    const own = rows.filter(({ recipe }) => recipe === method);
    if (own.length === 0) return [];
    const cells = Object.entries(readings).map(([name, reading]) => {
      const values = readEach(own, reading).map(({ value }) => value);
      return [name, meanText(values)];
    });
    return [{ method, runs: groupRuns(own).size, ...Object.fromEntries(cells) }];
  });
}

/** `0.412 ± 0.013`; of one value the value alone. */
function meanText(values: readonly number[]): string {
  if (values.length === 0) return "";
  const { mean, high } = pairedDifference(values, new Float64Array(values.length));
  return Number.isFinite(high) ? `${mean.toFixed(3)} ± ${(high - mean).toFixed(3)}` : mean.toFixed(3);
}
