import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { checkInteger } from "../../core/check.js";
import { projectPath } from "../../core/root.js";
import { studyNamed, studyNames } from "../../experiments/studies.js";
import type { Study } from "../../experiments/types.js";
import { typedNumber } from "../command.js";

export interface ReproduceArguments {
  study: Study;
  /** What the page prints to make its rows again. */
  command: string;
  only?: string[];
  seeds?: number[];
  bases?: string[];
  workers: number;
  folder: string;
  notebooks: boolean;
  /** Say what would be run, and run nothing. */
  plan: boolean;
}

export const USAGE = `npm run reproduce -- [options]
  --preset NAME               what to run: ${studyNames().join(", ")}, or a JSON file of your own (default quick)
  --only a,b                  these methods alone
  --seeds 1,2                 these seeds instead of the preset's
  --bases a,b                 these base checkpoints instead of the preset's
  --workers N                 processes at a time (default: cores, at most 8)
  --out FOLDER                where to write (default data/runs/<preset>)
  --no-notebooks              rows, figures and page alone
  --resume                    go on where a stopped run ended; this is what happens anyway
  --plan                      show runs, expected time and the bases that claims need; runs nothing
  --list                      show presets and methods`;

/** @throws RangeError or TypeError naming the argument, with what is right */
export function reproduceArguments(args: string[]): ReproduceArguments | "help" | "list" {
  const { values } = parseArgs({
    args,
    options: {
      preset: { type: "string", default: "quick" },
      only: { type: "string" },
      seeds: { type: "string" },
      bases: { type: "string" },
      workers: { type: "string", default: String(Math.min(8, availableParallelism())) },
      out: { type: "string" },
      "no-notebooks": { type: "boolean", default: false },
      resume: { type: "boolean", default: true },
      plan: { type: "boolean", default: false },
      list: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return "help";
  if (values.list) return "list";
  const study = studyNamed(values.preset);
  const workers = Number(values.workers);
  checkInteger("reproduce", "--workers", workers, 1);
  const seeds = values.seeds?.split(",").map(typedNumber);
  for (const seed of seeds ?? []) checkInteger("reproduce", "--seeds", seed, 0);
  const folder = values.out ? resolve(values.out) : projectPath("data", "runs", study.name);
  refuseShipped(folder);
  const [only, bases] = [values.only?.split(","), values.bases?.split(",")];
  const { plan, "no-notebooks": bare } = values;
  const command = commandOf(values);
  return { study, command, only, seeds, bases, workers, folder, notebooks: !bare, plan };
}

/** The options that decide which rows are made; `preset` a name or the path of a file. */
export function commandOf(values: { preset: string; only?: string; seeds?: string; bases?: string }): string {
  const { preset, only, seeds, bases } = values;
  const options = Object.entries({ preset, only, seeds, bases }).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [`--${name} ${/^[\w.,/-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`}`],
  );
  return `npm run reproduce -- ${options.join(" ")}`;
}

// What is shipped is the reference that a user's own run stands beside.
function refuseShipped(folder: string): void {
  const shipped = projectPath("data", "results");
  if (folder !== shipped && !folder.startsWith(join(shipped, "/"))) return;
  throw new RangeError(`reproduce: --out must not be the shipped ${shipped}; choose a folder of your own`);
}
