import type { StepRow } from "../core/types.js";
import { groupRuns, type Run, runKey } from "./reading.js";
import type { Study } from "./types.js";

/** Rows of a study, apart by whether their run has come to its end. */
export interface WholeRuns {
  /** Rows of the runs that have; also of methods that the study does not declare. In the order given. */
  rows: StepRow[];
  /** The last rows of the others. */
  unfinished: StepRow[];
}

/**
 * Whole runs are those whose last row has reached the budget or the steps declared for them. In any other the last
 * evaluation is not that of the end, however many rows there are: a claim would take it for one.
 */
export function wholeRuns(study: Study, rows: readonly StepRow[]): WholeRuns {
  const cut = [...groupRuns(rows).values()].filter((run) => !isWhole(study, run)).map((run) => run[run.length - 1]);
  const names = new Set(cut.map((row) => runKey(row.recipe, row)));
  return { rows: rows.filter((row) => !names.has(runKey(row.recipe, row))), unfinished: cut };
}

function isWhole({ experiments }: Study, run: Run): boolean {
  const { recipe, task, base, seed, step, tokens } = run[run.length - 1];
  const declared = experiments.filter((each) => each.task === task && each.methods.some(({ name }) => name === recipe));
  // Bases and seeds may have been chosen beyond those declared.
  const own = declared.filter(({ bases, seeds }) => bases.includes(base) && seeds.includes(seed));
  const ends = (own.length > 0 ? own : declared).map(({ methods, budgetTokens: common }) => {
    const { budgetTokens = common, steps = Number.POSITIVE_INFINITY } = methods.find(({ name }) => name === recipe)!;
    return tokens >= budgetTokens || step >= steps;
  });
  return ends.length === 0 || ends.includes(true);
}

/** Runs in a line for the reader: the first three by name, and how many more. */
export function runsTold(last: readonly StepRow[]): string {
  const told = last
    .slice(0, 3)
    .map(({ recipe, base, seed, step }) => `${recipe} on ${base}, seed ${seed}, at step ${step}`);
  return [...told, ...(last.length > 3 ? [`${last.length - 3} more`] : [])].join("; ");
}
