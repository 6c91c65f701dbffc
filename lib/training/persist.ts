import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { appendJsonLine, flush, keepLines, readJsonLines, withRoom } from "../core/files.js";
import type { StepRow } from "../core/types.js";
import type { Recipe } from "../recipes/types.js";
import {
  checkpointState,
  loadCheckpoint,
  parametersDigest,
  type RunIdentity,
  type RunState,
  saveCheckpoint,
} from "./checkpoint.js";
import { type RunOptions, run } from "./run.js";

export interface PersistOptions {
  folder: string;
  /** Everything that decides the rows, but the model's parameters; a resume under other settings is refused. */
  configuration: unknown;
  /** Rows between checkpoints. Default 10. */
  every?: number;
}

/** `<recipe>-<base>-<seed>`, safe as a file name. */
export function runName(recipe: string, base: string, seed: number): string {
  return `${recipe.replace(/[^A-Za-z0-9.]+/g, "-").replace(/-+$/, "")}-${base}-${seed}`;
}

/** Where a run of that name keeps its rows and its checkpoint. */
export function runFiles(folder: string, name: string): { rowsPath: string; checkpointPath: string } {
  const checkpointPath = join(folder, "checkpoints", `${name}.safetensors`);
  return { rowsPath: join(folder, `${name}.jsonl`), checkpointPath };
}

/**
 * Whether a run's rows are all there, told from its files alone; what is not whole is for `persistedRun` to mend or name.
 *
 * @throws RangeError when the checkpoint's header is damaged or belongs to other settings or another base
 */
export function isFinished(folder: string, name: string, identity: RunIdentity): boolean {
  const { rowsPath, checkpointPath } = runFiles(folder, name);
  if (!existsSync(checkpointPath) || !existsSync(rowsPath)) return false;
  const { done, rows } = checkpointState(checkpointPath, identity);
  if (!done) return false;
  const bytes = readFileSync(rowsPath);
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  return lines === rows && bytes[bytes.length - 1] === 10;
}

/**
 * `run`, kept on disk: rows appended to `<run>.jsonl`, a checkpoint beside it every few rows and at the end. Started
 * again, it cuts what was written after the last checkpoint and goes on from there; a finished run is left as it is.
 * The model must hold the base's parameters: they belong to what the checkpoint is held against.
 *
 * @throws RangeError when the checkpoint is damaged or belongs to other settings or another base; nothing is changed then
 * @example for await (const row of persistedRun(recipe, options, { folder, configuration })) console.log(row.step, row.accuracy);
 * @source this project
 */
export async function* persistedRun(
  recipe: Recipe,
  options: RunOptions,
  { folder, configuration, every = 10 }: PersistOptions,
): AsyncGenerator<StepRow> {
  const name = runName(recipe.name, options.base, options.seed);
  const { rowsPath, checkpointPath } = runFiles(folder, name);
  const start = options.model.parameters();
  const identity = { configuration, base: parametersDigest(start) };
  const reference = recipe.reference && start;
  const resume = existsSync(checkpointPath) ? loadCheckpoint(checkpointPath, options.model, identity) : undefined;
  keepRows(rowsPath, checkpointPath, resume?.rows ?? 0);
  if (resume?.done) return;
  let saved = resume?.rows ?? 0;
  let last: RunState | undefined;
  const save = (state: RunState) => {
    // A checkpoint counts rows: after a power cut they must be there, too.
    withRoom(rowsPath, () => flush(rowsPath));
    saveCheckpoint(checkpointPath, options.model, state, identity);
    saved = state.rows;
  };
  const onStep = (row: StepRow, state: RunState) => {
    appendJsonLine(rowsPath, row);
    last = state;
    if (state.done || state.rows - saved >= every) save(state);
    options.onStep?.(row, state);
  };
  yield* run(recipe, { ...options, resume, reference, onStep });
  if (last && last.rows > saved) save(last);
}

function keepRows(rowsPath: string, checkpointPath: string, count: number): void {
  const { rows } = existsSync(rowsPath) ? readJsonLines<StepRow>(rowsPath) : { rows: [] };
  if (rows.length < count) {
    throw new RangeError(
      `persistedRun: ${rowsPath} must hold the ${count} rows that ${checkpointPath} counts, got ${rows.length}; ` +
        "delete the checkpoint to train this run anew",
    );
  }
  if (count === 0) rmSync(rowsPath, { force: true });
  else keepLines(rowsPath, count);
}
