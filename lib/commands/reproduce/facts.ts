import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { projectPath } from "../../core/root.js";
import type { StepRow } from "../../core/types.js";
import { claimsOn, fingerprint, planStudy } from "../../experiments/plan.js";
import { groupRuns, runKey } from "../../experiments/reading.js";
import type { Experiment, Study } from "../../experiments/types.js";
import { runsTold, type WholeRuns } from "../../experiments/whole.js";
import { spoken } from "./live.js";

/** Where rows and page come from, for the reader who makes them again. */
export interface Facts {
  command: string;
  /** Version of the study: above 1, something was changed after the first runs. */
  study: number;
  version: string;
  commit: string;
  node: string;
  hardware: string;
  /** One experiment's declaration as it is now, and how many runs were made under it or under another. */
  declarations: { experiment: string; declaration: string; runs: number; others: Record<string, number> }[];
  runs: { planned: number; found: number; unfinished?: string };
  /** Wall time of all runs added up, each from its last row. */
  hours: number;
  /** Of the process that wrote the page. */
  minutes?: number;
  workers?: number;
}

/** The facts of a study's whole runs, and of the machine that writes them up. */
export function factsOf(
  study: Study,
  { rows, unfinished }: WholeRuns,
  { command, ...made }: { minutes?: number; workers?: number; command?: string },
): Facts {
  const runs = [...groupRuns(rows).values()];
  const last = runs.map((run) => run[run.length - 1]);
  const keys = new Set(last.map((row) => runKey(row.recipe, row)));
  const planned = planStudy(study).map(({ method, ...run }) => runKey(method.name, run));
  const manifest = JSON.parse(readFileSync(projectPath("package.json"), "utf8")) as { version: string };
  return {
    command: command ?? `npm run reproduce -- --preset ${study.name}`,
    study: study.version,
    version: manifest.version,
    commit: commit(),
    node: process.version,
    hardware: `${cpus()[0]?.model ?? "unknown processor"}, ${cpus().length} logical cores`,
    declarations: study.experiments.map((experiment) => declarationOf(study, experiment, last)),
    runs: {
      ...{ planned: planned.length, found: planned.filter((key) => keys.has(key)).length },
      ...(unfinished.length > 0 && { unfinished: `${unfinished.length}: ${runsTold(unfinished)}` }),
    },
    hours: last.reduce((sum, { seconds }) => sum + seconds, 0) / 3600,
    ...made,
  };
}

function declarationOf(
  { claims }: Study,
  experiment: Experiment,
  last: readonly StepRow[],
): Facts["declarations"][number] {
  const declaration = fingerprint(experiment, claimsOn(claims, experiment));
  const { name, task, seeds, methods } = experiment;
  const names = new Set(methods.map((method) => method.name));
  const own = last.filter((row) => row.task === task && seeds.includes(row.seed) && names.has(row.recipe));
  const marks = own.map((row) => row.declaration ?? "none");
  const others = [...new Set(marks)].filter((mark) => mark !== declaration).sort();
  const count = (mark: string) => marks.filter((other) => other === mark).length;
  const counted = Object.fromEntries(others.map((mark) => [mark, count(mark)]));
  return { experiment: name, declaration, runs: count(declaration), others: counted };
}

function commit(): string {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: projectPath(), stdio: "pipe" })
      .toString()
      .trim();
  } catch {
    return "not a git checkout";
  }
}

/** The facts as lines for the reader. */
export function factLines({ runs, hours, minutes, workers, declarations, ...facts }: Facts): string[] {
  const { command, study, version, commit, node, hardware } = facts;
  const session = [
    ...(workers === undefined ? [] : [`${workers} processes at a time`]),
    ...(minutes === undefined ? [] : [`${minutes.toFixed(1)} minutes in the session that wrote this page`]),
  ];
  return [
    `Command: ${command}`,
    `rlvr-lab ${version}, commit ${commit}, Node ${node}`,
    [hardware, ...session].join("; "),
    `${runs.found} of ${runs.planned} runs have rows; their wall times add up to ${spoken(3600 * hours)} ` +
      `(${spoken((3600 * hours) / Math.max(1, runs.found))} a run, each in one process)`,
    ...(runs.unfinished ? [`Unfinished, and left out of everything here: ${runs.unfinished}`] : []),
    ...declarations.map(declarationLine),
    ...(study > 1
      ? [`Version ${study} of the study; data/experiments/README.md says what changed after its first runs`]
      : []),
  ];
}

function declarationLine({ experiment, declaration, runs, others }: Facts["declarations"][number]): string {
  const line = `Declaration ${declaration} of ${experiment}: ${runs} runs carry it`;
  const list = Object.entries(others).map(([mark, count]) => `${count} carry ${mark}`);
  if (list.length === 0) return line;
  return `${line}; ${list.join(", ")}, made before its last change`;
}
