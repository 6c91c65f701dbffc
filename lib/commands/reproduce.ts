/** `npm run reproduce`: trains, draws, executes the notebooks, writes the results page. */
import { planStudy } from "../experiments/plan.js";
import { runAll } from "../experiments/runner.js";
import { methodsOf, studyNamed, studyNames } from "../experiments/studies.js";
import { asProgram } from "./command.js";
import { type ReproduceArguments, reproduceArguments, USAGE } from "./reproduce/arguments.js";
import { estimateSeconds } from "./reproduce/estimate.js";
import { liveReport, spoken } from "./reproduce/live.js";
import { withFolderLock } from "./reproduce/lock.js";
import { executeOnRows } from "./reproduce/notebooks.js";
import { writeResults } from "./reproduce/results.js";

async function main(args: string[]): Promise<number> {
  const parsed = reproduceArguments(args);
  if (parsed === "help") return say(USAGE);
  if (parsed === "list") return say(listing());
  const stop = new AbortController();
  const onSignal = () => {
    // A second Ctrl-C is meant: the rows are safe, the steps in hand are made again.
    if (stop.signal.aborted) process.exit(130);
    say("\nStopping after the steps in hand ...");
    stop.abort();
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return withFolderLock(parsed.folder, () => reproduce(parsed, stop.signal));
}

async function reproduce(args: ReproduceArguments, signal: AbortSignal): Promise<number> {
  const { study, folder, workers } = args;
  const begun = performance.now();
  const runs = planStudy(study, args);
  say(`${study.title}\n${runs.length} runs, ${workers} at a time, into ${folder}`);
  const seconds = await estimateSeconds(runs, workers);
  say(
    `Estimate: ${spoken(seconds)} of training on this machine, if nothing is done yet, and about 2 min for the rest.`,
  );
  const onProgress = liveReport((text) => process.stdout.write(text), process.stdout.isTTY === true);
  const ended = await runAll(runs, { folder, workers, signal, onProgress });
  const failed = ended.filter(({ state }) => state === "failed");
  for (const { name, error } of failed) console.error(`reproduce: run ${name} failed: ${error}`);
  if (signal.aborted) return stopped();
  if (failed.length > 0) return 1;
  const minutes = () => (performance.now() - begun) / 60_000;
  say("Figures ...");
  await writeResults(study, folder, { minutes: minutes(), workers, interactive: true });
  if (args.notebooks && !(await executeOnRows(study, folder, signal))) return signal.aborted ? stopped() : 1;
  say(
    `Done in ${minutes().toFixed(1)} min: ${folder}/results.html, interactive figures in ${folder}/figures/interactive.html`,
  );
  return 0;
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

await asProgram(import.meta.url, main);
