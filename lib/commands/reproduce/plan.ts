import { projectPath } from "../../core/root.js";
import type { StepRow } from "../../core/types.js";
import { planPower, powerSummary } from "../../experiments/power.js";
import { unfinished } from "../../experiments/runner.js";
import type { RunDeclaration, Study } from "../../experiments/types.js";
import { rowsIfAny } from "../../records/rows.js";
import { allSeconds, busyRemark, type Timing, timeTasks } from "./estimate.js";
import { spoken } from "./live.js";
import { tableOf, textTable } from "./tables.js";

/** Lines of a plan: runs, what they will take here, and the bases that each claim needs. */
export async function planLines(
  study: Study,
  runs: readonly RunDeclaration[],
  { folder, workers }: { folder: string; workers: number },
): Promise<string[]> {
  const timings = await timeTasks(runs);
  const left = unfinished(runs, folder);
  const experiments = study.experiments.map(({ name }) => {
    const own = (list: readonly RunDeclaration[]) => list.filter(({ experiment }) => experiment === name);
    return experimentRecord(name, own(runs), own(left), { timings, workers });
  });
  return [
    ...textTable(tableOf(experiments)),
    `Expected: ${spoken(allSeconds(left, timings, workers))} for what is left, ${workers} at a time, on this machine as it is now${busyRemark()}.`,
    ...powerLines(study, folder),
  ];
}

function experimentRecord(
  experiment: string,
  runs: readonly RunDeclaration[],
  left: readonly RunDeclaration[],
  { timings, workers }: { timings: ReadonlyMap<string, Timing>; workers: number },
): Record<string, string> {
  const count = (of: (run: RunDeclaration) => unknown) => String(new Set(runs.map(of)).size);
  return {
    ...{ experiment, task: [...new Set(runs.map(({ task }) => task))].join(", ") },
    ...{
      methods: count(({ method }) => method.name),
      bases: count(({ base }) => base),
      seeds: count(({ seed }) => seed),
    },
    ...{ runs: String(runs.length), "to do": String(left.length) },
    expected: spoken(allSeconds(left, timings, workers)),
  };
}

/** Bases that claims need, from the spread in rows that are there: one's own, else the shipped ones. */
function powerLines({ name, claims }: Study, folder: string): string[] {
  if (claims.length === 0) return [];
  const places = [folder, projectPath("data", "results", name)];
  const found = places.flatMap((place): { place: string; rows: StepRow[] }[] => {
    const rows = rowsIfAny(place);
    return rows ? [{ place, rows }] : [];
  })[0];
  if (!found)
    return ["No rows yet from which to tell the bases that its claims need: a few runs on two bases are a pilot."];
  return [
    "",
    `Bases that each claim needs for a verdict with a chance of .8, if effect and spread are as in ${found.place}:`,
    "alone, and at the strictest level that Holm's procedure may ask for within its paper (blank: the pilot cannot say).",
    // What is claimed comes last: it is as long as it is.
    ...textTable(tableOf(powerSummary(planPower(claims, found.rows)).map(({ claim, ...row }) => ({ ...row, claim })))),
  ];
}
