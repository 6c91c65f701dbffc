import { type ChildProcess, fork } from "node:child_process";
import { checkInteger } from "../core/check.js";
import { projectPath } from "../core/root.js";
import type { StepRow } from "../core/types.js";
import { isFinished, runName } from "../training/persist.js";
import { startDigests } from "./execute.js";
import { configurationOf } from "./plan.js";
import type { RunDeclaration } from "./types.js";

/** What a run's process says. */
export interface FromChild {
  row?: StepRow;
  error?: string;
  /** It failed for want of room on the disk. */
  noRoom?: boolean;
}

/** One run, as a live table shows it. */
export interface RunProgress {
  name: string;
  method: string;
  base: string;
  /** 0 to 1. */
  share: number;
  state: "waiting" | "running" | "done" | "stopped" | "failed";
  /** The newest row that this session made. */
  row?: StepRow;
  error?: string;
  /** It failed for want of room on the disk, as any other would. */
  noRoom?: boolean;
}

export interface RunnerOptions {
  folder: string;
  /** Processes at a time. */
  workers: number;
  signal: AbortSignal;
  onProgress?: (progress: readonly RunProgress[]) => void;
}

/**
 * Makes the rows of many runs, each in a process of its own. A run that fails does not stop the others; a stop lets
 * every running one finish its step and save, and so does a full disk. What is finished already costs no process.
 *
 * @returns how each run ended; nothing is thrown for a run's own fault
 * @throws RangeError when workers is not a positive integer, or a base does not exist or is damaged
 */
export async function runAll(
  runs: readonly RunDeclaration[],
  { folder, workers, signal, onProgress }: RunnerOptions,
): Promise<RunProgress[]> {
  checkInteger("runAll", "workers", workers, 1);
  const progress = beginnings(runs, folder);
  const report = () => onProgress?.(progress);
  const full = new AbortController();
  const stop = AbortSignal.any([signal, full.signal]);
  let next = 0;
  const work = async () => {
    for (let i = next++; i < runs.length && !stop.aborted; i = next++) {
      if (progress[i].state !== "waiting") continue;
      progress[i].state = "running";
      await runOne(runs[i], folder, stop, progress[i], report);
      if (progress[i].noRoom) full.abort();
      report();
    }
  };
  report();
  await Promise.all(Array.from({ length: workers }, work));
  return progress;
}

/** Runs that the folder does not hold whole; one whose checkpoint cannot be used is not among them. */
export function unfinished(runs: readonly RunDeclaration[], folder: string): RunDeclaration[] {
  const known = beginnings(runs, folder);
  return runs.filter((_, i) => known[i].state === "waiting");
}

/** The name of a run's files. */
export function nameOf({ method, base, seed }: RunDeclaration): string {
  return runName(method.name, base, seed);
}

function beginnings(runs: readonly RunDeclaration[], folder: string): RunProgress[] {
  const digestOf = startDigests(runs);
  return runs.map((run) => beginning(run, folder, digestOf(run)));
}

/** A finished run is done at once; one whose checkpoint cannot be used has failed before it began. */
function beginning(run: RunDeclaration, folder: string, base: string): RunProgress {
  const known = { name: nameOf(run), method: run.method.name, base: run.base, share: 0 };
  try {
    const done = isFinished(folder, known.name, { configuration: configurationOf(run), base });
    return done ? { ...known, share: 1, state: "done" } : { ...known, state: "waiting" };
  } catch (error) {
    return { ...known, state: "failed", error: error instanceof Error ? error.message : String(error) };
  }
}

function runOne(
  run: RunDeclaration,
  folder: string,
  signal: AbortSignal,
  progress: RunProgress,
  report: () => void,
): Promise<void> {
  return new Promise((resolve) => {
    const entry = projectPath(".build", "experiments", "child.js");
    const child: ChildProcess = fork(entry, [JSON.stringify(run), folder], {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let complaint = "";
    child.stderr?.on("data", (text) => {
      complaint = (complaint + text).slice(-2000);
    });
    const stop = () => child.kill("SIGINT");
    signal.addEventListener("abort", stop, { once: true });
    child.on("message", ({ row, ...failure }: FromChild) => {
      Object.assign(progress, failure);
      if (row) Object.assign(progress, { row, share: shareOf(row, run) });
      report();
    });
    // A process that cannot be started is closed, too.
    child.on("error", ({ message }) => {
      progress.error ??= message;
    });
    child.on("close", (code, killed) => {
      signal.removeEventListener("abort", stop);
      if (code !== 0) progress.error ??= complaint.trim() || `its process ended with ${killed ?? `exit code ${code}`}`;
      progress.state = code !== 0 ? "failed" : signal.aborted ? "stopped" : "done";
      if (progress.state === "done") progress.share = 1;
      resolve();
    });
  });
}

/** How far a run is, by whichever of budget and steps ends it. */
const shareOf = ({ tokens, step }: StepRow, { budgetTokens, method: { steps = Infinity } }: RunDeclaration): number =>
  Math.min(1, Math.max(tokens / budgetTokens, step / steps));
