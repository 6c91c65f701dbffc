import type { RunProgress } from "../../experiments/runner.js";

/** Seconds as a reader says them. */
export function spoken(seconds: number): string {
  if (seconds < 90) return `${Math.max(0, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}

/** Prints the state of all runs: in place on a terminal, a line every fifteen seconds elsewhere. */
export function liveReport(write: (text: string) => void, terminal: boolean): (runs: readonly RunProgress[]) => void {
  const begun = performance.now();
  let first: number | undefined;
  let lines = 0;
  let last = 0;
  return (runs) => {
    const share = runs.reduce((sum, run) => sum + run.share, 0) / Math.max(runs.length, 1);
    first ??= share;
    const now = performance.now();
    const finished = runs.every(({ state }) => state !== "running" && state !== "waiting");
    if (now - last < (terminal ? 250 : 15_000) && !finished) return;
    last = now;
    const elapsed = (now - begun) / 1000;
    const left = share - first > 0.002 ? `, ${spoken((elapsed * (1 - share)) / (share - first))} left` : "";
    const ended = runs.filter(({ state }) => state === "done").length;
    const head = `${(100 * share).toFixed(0)} %, ${ended} of ${runs.length} runs done, ${spoken(elapsed)}${left}`;
    const running = runs.filter(({ state }) => state === "running").map(runLine);
    if (!terminal) return write(`${head}${running.map((line) => `; ${line}`).join("")}\n`);
    const clear = lines > 0 ? `\x1b[${lines}A\x1b[J` : "";
    lines = 1 + running.length;
    write(`${clear}${[head, ...running.map((line) => `  ${line}`)].join("\n")}\n`);
  };
}

function runLine({ name, row }: RunProgress): string {
  if (!row) return `${name} starting`;
  const { step, entropy, accuracy, groupsKept, groupsSampled } = row;
  const frozen = step > 0 && groupsKept === 0 ? `, nothing to learn from: 0 of ${groupsSampled} groups kept` : "";
  return `${name} step ${step}, entropy ${entropy.toFixed(3)} nats, accuracy ${accuracy.toFixed(3)}${frozen}`;
}
