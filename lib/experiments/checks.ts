import type { StepRow } from "../core/types.js";
import type { Check, Reading } from "./types.js";

/** A check held against rows, seed by seed. */
export interface CheckResult extends Check {
  seeds: { base: string; seed: number; value: number; against: number; compared: number; holds: boolean }[];
  /** How many pairs bear it out; with fewer than eight bases this is an observation, not a verdict. */
  outcome: "seen in every seed" | "seen in some seeds" | "not seen" | "no rows";
}

/**
 * Every check against the rows. Pure: the same rows give the same results.
 *
 * @throws never.
 * @example checkRows([], []) // []
 * @source this project
 */
export function checkRows(checks: readonly Check[], rows: readonly StepRow[]): CheckResult[] {
  const runs = groupRuns(rows);
  return checks.map((check) => {
    const seeds = [...runs.values()]
      .filter((run) => run[0].recipe === check.method)
      .flatMap((run) => {
        const other = otherRun(check, run, runs);
        const value = read(run, check.reading);
        const against = typeof check.against === "number" ? check.against : other && read(other.run, other.reading);
        if (value === undefined || against === undefined) return [];
        const compared = check.compare === "ratio" ? value / against : value - against;
        const holds = check.sign === "above" ? compared > check.threshold : compared < check.threshold;
        return [{ base: run[0].base, seed: run[0].seed, value, against, compared, holds }];
      });
    const held = seeds.filter(({ holds }) => holds).length;
    const outcome =
      seeds.length === 0
        ? "no rows"
        : held === seeds.length
          ? "seen in every seed"
          : held > 0
            ? "seen in some seeds"
            : "not seen";
    return { ...check, seeds, outcome };
  });
}

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
    const key = keyOf(row.recipe, row);
    runs.set(key, [...(runs.get(key) ?? []), row]);
  }
  for (const run of runs.values()) run.sort((a, b) => a.step - b.step);
  return runs;
}

/** One quantity of one run; undefined when no row has it. */
export function read(run: readonly StepRow[], { of, at }: Reading): number | undefined {
  const values = run.map((row) => field(row, of)).filter((value): value is number => typeof value === "number");
  if (values.length === 0) return undefined;
  return at === "start" ? values[0] : at === "end" ? values[values.length - 1] : Math.max(...values);
}

function otherRun({ against }: Check, run: StepRow[], runs: Map<string, StepRow[]>) {
  if (typeof against === "number") return undefined;
  if (!("method" in against)) return { run, reading: against };
  const found = runs.get(keyOf(against.method, run[0]));
  return found && { run: found, reading: against.reading };
}

const keyOf = (recipe: string, { base, seed }: StepRow): string => `${recipe}|${base}|${seed}`;

const field = (row: StepRow, path: string): unknown =>
  path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], row);

/**
 * Check results as rows of a table: what was compared, what every seed showed, and the outcome.
 *
 * @throws never.
 * @example checkSummary([]) // []
 * @source this project
 */
export function checkSummary(results: readonly CheckResult[]): Record<string, string>[] {
  return results.map(({ id, claim, compare, sign, threshold, seeds, outcome }) => ({
    check: id,
    claim,
    expected: `${compare} ${sign} ${threshold}`,
    seen: seeds.map(({ seed, compared }) => `${seed}: ${compared.toFixed(3)}`).join("; "),
    outcome,
  }));
}
