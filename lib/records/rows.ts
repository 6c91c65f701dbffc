import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fail } from "../core/check.js";
import { readJsonLines, readText } from "../core/files.js";
import { projectPath } from "../core/root.js";
import type { StepRow } from "../core/types.js";

/** Rows and where they came from. */
export interface FoundRows {
  rows: StepRow[];
  /** Relative to the project, for the reader: `data/runs/quick` is theirs, `data/results/quick` came with the project. */
  source: string;
  /** Files whose last line was cut off by an interruption; that line is left out. */
  cut: string[];
}

/**
 * All rows of a folder of runs, file by file in order of name.
 *
 * @throws RangeError when the folder holds no rows, or naming file and line when a line is no row with a step, a run is in two files, or a .gz is damaged; SyntaxError naming file and line when a line is not JSON
 * @example const { rows } = readRows("data/results/quick");
 * @source this project
 */
export function readRows(folder: string): FoundRows {
  const files = rowFiles(folder);
  if (files.length === 0)
    throw new RangeError(`readRows: folder must be one of .jsonl or .jsonl.gz files of rows, got ${folder}`);
  const read = files.map((name) => ({ name, ...readJsonLines<StepRow>(join(folder, name)) }));
  for (const { name, rows } of read) checkSteps(join(folder, name), rows);
  checkOnce(folder, read);
  const cut = read.filter((file) => file.cut).map(({ name }) => name);
  return { rows: read.flatMap(({ rows }) => rows), source: relative(folder), cut };
}

/**
 * The rows of a study: those of the folder named by RLVR_LAB_RUNS if set (for the study that RLVR_LAB_STUDY names, or
 * for any), else the user's own runs, and for runs that the user has not made the shipped ones. `source` says which.
 *
 * @throws RangeError when none of these holds rows
 * @example const { rows, source } = findRows("quick");
 * @source this project
 */
export function findRows(study = "quick"): FoundRows {
  const { RLVR_LAB_RUNS, RLVR_LAB_STUDY } = process.env;
  const given = !RLVR_LAB_STUDY || RLVR_LAB_STUDY === study ? RLVR_LAB_RUNS : undefined;
  if (given !== undefined) return readRows(given);
  const [own, shipped] = ["runs", "results"].map((folder) => projectPath("data", folder, study));
  if (!hasRows(shipped)) return readRows(own);
  return hasRows(own) ? together(readRows(own), readRows(shipped)) : readRows(shipped);
}

/** A run of one's own takes the place of the shipped run of its name; the others stay, so that it can be compared. */
function together(own: FoundRows, shipped: FoundRows): FoundRows {
  const name = ({ recipe, task, base, seed }: StepRow): string => JSON.stringify([recipe, task, base, seed]);
  const mine = new Set(own.rows.map(name));
  const others = shipped.rows.filter((row) => !mine.has(name(row)));
  const count = new Set(others.map(name)).size;
  const source = count === 0 ? own.source : `${own.source} (${mine.size} runs) and ${shipped.source} (${count} runs)`;
  return { rows: [...own.rows, ...others], source, cut: own.cut };
}

/** The rows of a folder, if it holds any. */
export const rowsIfAny = (folder: string): StepRow[] | undefined =>
  hasRows(folder) ? readRows(folder).rows : undefined;

const hasRows = (folder: string): boolean => rowFiles(folder).length > 0;

function rowFiles(folder: string): string[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return [];
  return readdirSync(folder)
    .filter((name) => /\.jsonl(\.gz)?$/.test(name))
    .sort();
}

function checkSteps(path: string, rows: readonly StepRow[]): void {
  const bad = rows.findIndex((row) => !Number.isFinite(row?.step));
  if (bad < 0) return;
  // Blank lines are no rows, so a row's number is not its line's.
  const lines = readText(path).split("\n");
  const line = [...lines.keys()].filter((i) => lines[i].trim() !== "")[bad] + 1;
  fail("readRows", `${path} line ${line}`, "a row with a numeric step", rows[bad]);
}

// The same run packed and unpacked, or copied under a second name, would count twice.
function checkOnce(folder: string, files: readonly { name: string; rows: readonly StepRow[] }[]): void {
  const seen = new Map<string, string>();
  for (const { name, rows } of files) {
    const runs = new Set(
      rows.flatMap(({ recipe, task, base, seed }) => (recipe ? `${recipe} ${task} ${base} ${seed}` : [])),
    );
    for (const run of runs) {
      const other = seen.get(run);
      if (other) fail("readRows", folder, `a folder with every run in one file; remove ${other} or ${name}`, run);
      seen.set(run, name);
    }
  }
}

function relative(path: string): string {
  const root = projectPath();
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}
