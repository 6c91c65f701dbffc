import type { StepRow } from "../core/types.js";
import { compared, groupRuns, read } from "./reading.js";
import type { Check } from "./types.js";

export { groupRuns, read };

/** A check held against rows, seed by seed. */
export interface CheckResult extends Check {
  seeds: { base: string; seed: number; value: number; against: number; compared: number; holds: boolean }[];
  /** How many pairs bear it out; with fewer than eight bases this is an observation, not a verdict. */
  outcome: "seen in every seed" | "seen in some seeds" | "not seen" | "no rows";
}

/**
 * Every check against the rows. Pure: the same rows give the same results.
 *
 * @throws RangeError where a reading `at: "equal"` is compared with a number: there is no second run to be equal with
 * @example checkRows([], []) // []
 * @source this project
 */
export function checkRows(checks: readonly Check[], rows: readonly StepRow[]): CheckResult[] {
  const runs = groupRuns(rows);
  return checks.map((check) => {
    const seeds = [...runs.values()]
      .filter(([row]) => row.recipe === check.method)
      .flatMap(([row]) => {
        const found = compared(check, row, runs);
        if (!found) return [];
        const holds = check.sign === "above" ? found.compared > check.threshold : found.compared < check.threshold;
        return [{ base: row.base, seed: row.seed, ...found, holds }];
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
