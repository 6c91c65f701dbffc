/** `npm run ship -- STUDY [--from FOLDER] [--to FOLDER] [--partial]`: packs a study's rows into data/results, writes its page from them. */

import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { checkNumber, checkOneOf } from "../core/check.js";
import { writeAtomic } from "../core/files.js";
import { projectPath } from "../core/root.js";
import type { StepRow } from "../core/types.js";
import { methodsOf, studyNamed } from "../experiments/studies.js";
import type { Study } from "../experiments/types.js";
import { runsTold, wholeRuns } from "../experiments/whole.js";
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
    // Without the runs that are not finished, which are refused otherwise.
    partial: { type: "boolean", default: false },
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
  const packed = packRows(rowsToShip(study, from, values.partial));
  // Beside it, on the same disk: what fails half-way leaves the earlier shipment whole.
  const temporary = `${to}.${process.pid}.new`;
  try {
    for (const [file, bytes] of packed) writeAtomic(join(temporary, file), bytes);
    await writeResults(study, temporary, made);
    moveInto(to, temporary);
    removeStale(to, packed);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  console.log(`ship: ${packed.size} methods from ${from} into ${to}`);
  return 0;
}

function rowsToShip(study: Study, from: string, partial: boolean): StepRow[] {
  const found = readRows(from).rows;
  const methods = methodsOf(study);
  for (const { recipe } of found) checkOneOf("ship", `${from}: a row's method`, recipe, methods);
  const { rows, unfinished } = wholeRuns(study, found);
  if (unfinished.length > 0 && (!partial || rows.length === 0)) {
    throw new UsageError(
      `ship: ${from} must hold runs that are finished, got ${unfinished.length} that are not (${runsTold(unfinished)}); ` +
        "let reproduce finish them, or ship the others alone by --partial",
    );
  }
  return rows;
}

function moveInto(to: string, from: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [old, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) moveInto(target, old);
    else renameSync(old, target);
  }
}

/** Rows of an earlier shipment under names that are no longer: they would be read with the new ones. */
function removeStale(folder: string, packed: ReadonlyMap<string, Uint8Array>): void {
  const old = readdirSync(folder).filter((name) => /\.jsonl(\.gz)?$/.test(name));
  for (const name of old) if (!packed.has(name)) rmSync(join(folder, name));
}

function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  checkNumber("ship", `--${name}`, typedNumber(text), { low: 0 });
  return typedNumber(text);
}

await asProgram(import.meta.url, main);
