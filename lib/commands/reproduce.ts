/** `npm run reproduce`: trains, draws, executes the notebooks, writes the results page. */
import { NoRoomError } from "../core/files.js";
import { planStudy } from "../experiments/plan.js";
import { runAll, unfinished } from "../experiments/runner.js";
import { methodsOf, studyNamed, studyNames } from "../experiments/studies.js";
import type { RunDeclaration } from "../experiments/types.js";
import { asProgram, UsageError } from "./command.js";
import { type ReproduceArguments, reproduceArguments, USAGE } from "./reproduce/arguments.js";
import { allSeconds, busyRemark, timeTasks } from "./reproduce/estimate.js";
import { liveReport, spoken } from "./reproduce/live.js";
import { withFolderLock } from "./reproduce/lock.js";
import { executeOnRows } from "./reproduce/notebooks.js";
import { planLines } from "./reproduce/plan.js";
import { writeResults } from "./reproduce/results.js";

async function main(args: string[]): Promise<number> {
  const parsed = reproduceArguments(args);
  if (parsed === "help") return say(USAGE);
  if (parsed === "list") return say(listing());
  const { study, folder, workers } = parsed;
  const runs = planStudy(study, parsed);
  say(`${study.title}\n${runs.length} runs, ${workers} at a time, into ${folder}`);
  if (parsed.plan) return say((await planLines(study, runs, parsed)).join("\n"));
  const stop = new AbortController();
  const onSignal = () => {
    // A second Ctrl-C is meant: the rows are safe, the steps in hand are made again.
    if (stop.signal.aborted) process.exit(130);
    say("\nStopping after the steps in hand ...");
    stop.abort();
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return withFolderLock(folder, () => reproduce(parsed, runs, stop.signal));
}

async function reproduce(
  { study, command, folder, workers, notebooks }: ReproduceArguments,
  runs: readonly RunDeclaration[],
  signal: AbortSignal,
): Promise<number> {
  const begun = performance.now();
  say(await estimate(runs, folder, workers));
  const { isTTY: terminal = false, columns } = process.stdout;
  const onProgress = liveReport((text) => process.stdout.write(text), { terminal, columns });
  const ended = await runAll(runs, { folder, workers, signal, onProgress });
  const failed = ended.filter(({ state, noRoom }) => state === "failed" && !noRoom);
  for (const { name, error } of failed) console.error(`reproduce: run ${name} failed: ${error}`);
  const full = ended.find(({ noRoom }) => noRoom);
  if (full) throw new NoRoomError(full.error);
  if (signal.aborted) return stopped();
  if (failed.length > 0) return 1;
  const minutes = () => (performance.now() - begun) / 60_000;
  say("Figures ...");
  const figures = await writeResults(study, folder, { command, minutes: minutes(), workers, interactive: true });
  if (notebooks && !(await executeOnRows(study, folder, signal))) return signal.aborted ? stopped() : 1;
  const drawn = figures > 0 ? `, interactive figures in ${folder}/figures/interactive.html` : "";
  say(`Done in ${minutes().toFixed(1)} min: ${folder}/results.html${drawn}`);
  return 0;
}

/** What is left to train, and how long that will take. A damaged run is told by the runner, by its name. */
async function estimate(runs: readonly RunDeclaration[], folder: string, workers: number): Promise<string> {
  const left = unfinished(runs, folder);
  const seconds = allSeconds(left, await timeTasks(left), workers);
  const done = left.length < runs.length ? ` for the ${left.length} runs that are left` : "";
  return `Estimate: ${spoken(seconds)} of training on this machine${busyRemark()}${done}, and about 2 min for the rest.`;
}

function stopped(): number {
  say("Stopped; everything is kept. The same command goes on from here.");
  return 130;
}

function listing(): string {
  return studyNames()
    .map(studyNamed)
    .map((study) => {
      const parts = study.experiments.map(({ name, task, bases, seeds, budgetTokens }) => {
        const tokens = budgetTokens.toLocaleString("en");
        return `  ${name}: ${task}, bases ${bases.join(", ")}, seeds ${seeds.join(", ")}, ${tokens} generated tokens a run`;
      });
      const claims = study.claims.length > 0 ? `\n  ${study.claims.length} claims` : "";
      return `${study.name}: ${study.title}\n${parts.join("\n")}\n  methods ${methodsOf(study).join(", ")}${claims}`;
    })
    .join("\n");
}

function say(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

/** What the user can mend outside of the project, with how. */
async function mendable(args: string[]): Promise<number> {
  try {
    return await main(args);
  } catch (error) {
    if (error instanceof NoRoomError)
      throw new UsageError(`reproduce: ${error.message}; free some and run the same command again: nothing is lost`);
    // A file that is no JSON, by its name.
    throw error instanceof SyntaxError ? new UsageError(error.message) : error;
  }
}

await asProgram(import.meta.url, mendable);
