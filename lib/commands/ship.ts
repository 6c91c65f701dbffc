/** `npm run ship -- STUDY [--from FOLDER] [--to FOLDER]`: packs a study's rows into data/results, writes its page from them. */

import { existsSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { checkNumber, checkOneOf } from "../core/check.js";
import { writeAtomic } from "../core/files.js";
import { projectPath } from "../core/root.js";
import { methodsOf, studyNamed } from "../experiments/studies.js";
import { packRows } from "../records/pack.js";
import { readRows } from "../records/rows.js";
import { asProgram, typedNumber, UsageError } from "./command.js";
import { commandOf } from "./reproduce/arguments.js";
import { writeResults } from "./reproduce/results.js";

async function main(args: string[]): Promise<number> {
  const options = {
    from: { type: "string" },
    to: { type: "string" },
    minutes: { type: "string" },
    workers: { type: "string" },
  } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [name = "paper"] = positionals;
  const study = studyNamed(name);
  const from = values.from ? resolve(values.from) : projectPath("data", "runs", study.name);
  const to = values.to ? resolve(values.to) : projectPath("data", "results", study.name);
  if (from === to)
    throw new UsageError(`ship: --to must be another folder than --from, whose rows stay whole, got ${to}`);
  const command = commandOf({ preset: name });
  const made = { command, minutes: numberOf("minutes", values.minutes), workers: numberOf("workers", values.workers) };
  const { rows } = readRows(from);
  const methods = methodsOf(study);
  for (const { recipe } of rows) checkOneOf("ship", `${from}: a row's method`, recipe, methods);
  const packed = packRows(rows);
  for (const [file, bytes] of packed) writeAtomic(join(to, file), bytes);
  // Last: a disk that is full leaves the earlier shipment whole.
  removeStale(to, packed);
  await writeResults(study, to, made);
  console.log(`ship: ${packed.size} methods from ${from} into ${to}`);
  return 0;
}

/** Rows of an earlier shipment under names that are no longer: they would be read with the new ones. */
function removeStale(folder: string, packed: ReadonlyMap<string, Uint8Array>): void {
  const old = existsSync(folder) ? readdirSync(folder).filter((name) => /\.jsonl(\.gz)?$/.test(name)) : [];
  for (const name of old) if (!packed.has(name)) rmSync(join(folder, name));
}

function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  checkNumber("ship", `--${name}`, typedNumber(text), { low: 0 });
  return typedNumber(text);
}

await asProgram(import.meta.url, main);
