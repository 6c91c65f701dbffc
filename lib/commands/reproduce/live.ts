import type { RunProgress } from "../../experiments/runner.js";
import { textTable } from "./tables.js";

/** Seconds as a reader says them. */
export function spoken(seconds: number): string {
  if (seconds < 90) return `${Math.max(0, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}

/** Runs that ended, in the table of a terminal. */
const ENDED = 6;

/** Prints the state of all runs: a table in place on a terminal, a line every fifteen seconds elsewhere. */
export function liveReport(
  write: (text: string) => void,
  { terminal, columns = 120 }: { terminal: boolean; columns?: number },
): (runs: readonly RunProgress[]) => void {
  const headline = headlines();
  const ended = new Set<RunProgress>();
  let lines = 0;
  let last = Number.NEGATIVE_INFINITY;
  return (runs) => {
    for (const run of runs) if (hasEnded(run) && (run.row || run.error)) ended.add(run);
    const now = performance.now();
    if (now - last < (terminal ? 250 : 15_000) && !runs.every(hasEnded)) return;
    last = now;
    const head = headline(runs);
    const running = runs.filter(({ state }) => state === "running");
    if (!terminal) return write(`${head}${running.map((run) => `; ${runLine(run)}`).join("")}\n`);
    const table = textTable({ columns: COLUMNS, rows: [...[...ended].slice(-ENDED), ...running].map(cells) });
    const text = [head, ...table].map((line) => line.slice(0, columns - 1));
    const clear = lines > 0 ? `\x1b[${lines}A\x1b[J` : "";
    lines = text.length;
    write(`${clear}${text.join("\n")}\n`);
  };
}

const hasEnded = ({ state }: RunProgress): boolean => state !== "running" && state !== "waiting";

/** `37 %, 186 of 504 runs done, 1 failed, 12 min, 21 min left`; time left follows from what this session did. */
function headlines(): (runs: readonly RunProgress[]) => string {
  const begun = performance.now();
  let first: number | undefined;
  return (runs) => {
    const share = runs.reduce((sum, run) => sum + run.share, 0) / Math.max(runs.length, 1);
    first ??= share;
    const elapsed = (performance.now() - begun) / 1000;
    const left = share - first > 0.002 ? `, ${spoken((elapsed * (1 - share)) / (share - first))} left` : "";
    const count = (wanted: string) => runs.filter(({ state }) => state === wanted).length;
    const failed = count("failed") > 0 ? `, ${count("failed")} failed` : "";
    const done = `${(100 * share).toFixed(0)} %, ${count("done")} of ${runs.length} runs done${failed}`;
    return `${done}, ${spoken(elapsed)}${left}`;
  };
}

const COLUMNS = ["method", "base", "step", "tokens", "entropy", "accuracy", "state", "left"];

function cells(run: RunProgress): string[] {
  const { method, base, state, share, row } = run;
  if (!row) return [method, base, "", "", "", "", state === "running" ? "starting" : state, ""];
  const figures = [String(row.step), row.tokens.toLocaleString("en"), row.entropy.toFixed(3), row.accuracy.toFixed(3)];
  const left = state === "running" && share > 0 ? spoken((row.seconds * (1 - share)) / share) : "";
  return [method, base, ...figures, `${state}${frozen(run)}`, left];
}

function runLine(run: RunProgress): string {
  const { name, row } = run;
  if (!row) return `${name} starting`;
  const { step, entropy, accuracy } = row;
  return `${name} step ${step}, entropy ${entropy.toFixed(3)} nats, accuracy ${accuracy.toFixed(3)}${frozen(run)}`;
}

/** After an explosion no group has a right and a wrong response: the run goes on, but learns nothing. */
const frozen = ({ row }: RunProgress): string =>
  row && row.step > 0 && row.groupsKept === 0 ? `, nothing to learn from: 0 of ${row.groupsSampled} groups kept` : "";
