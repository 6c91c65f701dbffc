import { type ChildProcess, fork } from "node:child_process";
import { checkInteger } from "../core/check.js";
import { projectPath } from "../core/root.js";
import type { StepRow } from "../core/types.js";
import { runName } from "../training/persist.js";
import type { RunDeclaration } from "./types.js";

/** What a run's process says. */
export interface FromChild {
  row?: StepRow;
  error?: string;
}

/** One run, as a live table shows it. */
export interface RunProgress {
  name: string;
  /** 0 to 1. */
  share: number;
  state: "waiting" | "running" | "done" | "stopped" | "failed";
  /** The newest row that this session made. */
  row?: StepRow;
  error?: string;
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
 * every running one finish its step and save.
 *
 * @returns how each run ended; nothing is thrown for a run's own fault
 * @throws RangeError when workers is not a positive integer
 */
export async function runAll(
  runs: readonly RunDeclaration[],
  { folder, workers, signal, onProgress }: RunnerOptions,
): Promise<RunProgress[]> {
  checkInteger("runAll", "workers", workers, 1);
  const progress: RunProgress[] = runs.map((run) => ({ name: nameOf(run), share: 0, state: "waiting" }));
  const report = () => onProgress?.(progress);
  let next = 0;
  const work = async () => {
    for (let i = next++; i < runs.length && !signal.aborted; i = next++) {
      progress[i].state = "running";
      await runOne(runs[i], folder, signal, progress[i], report);
      report();
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return progress;
}

/** The name of a run's files. */
export function nameOf({ method, base, seed }: RunDeclaration): string {
  return runName(method.name, base, seed);
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
    child.on("message", ({ row, error }: FromChild) => {
      if (error) progress.error = error;
      if (row) Object.assign(progress, { row, share: Math.min(1, row.tokens / run.budgetTokens) });
      report();
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
