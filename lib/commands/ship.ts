/** `npm run ship -- STUDY [--from FOLDER] [--to FOLDER]`: packs a study's rows into data/results, writes its page from them. */

import { existsSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { writeAtomic } from "../core/files.js";
import { projectPath } from "../core/root.js";
import { studyNamed } from "../experiments/studies.js";
import { packRows } from "../records/pack.js";
import { readRows } from "../records/rows.js";
import { asProgram } from "./command.js";
import { writeResults } from "./reproduce/results.js";

async function main(args: string[]): Promise<number> {
  const options = {
    from: { type: "string" },
    to: { type: "string" },
    minutes: { type: "string" },
    workers: { type: "string" },
  } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const study = studyNamed(positionals[0] ?? "paper");
  const from = values.from ? resolve(values.from) : projectPath("data", "runs", study.name);
  const to = values.to ? resolve(values.to) : projectPath("data", "results", study.name);
  const packed = packRows(readRows(from).rows);
  removeStale(to, packed);
  for (const [file, bytes] of packed) writeAtomic(join(to, file), bytes);
  await writeResults(study, to, { minutes: numberOf(values.minutes), workers: numberOf(values.workers) });
  console.log(`ship: ${packed.size} methods from ${from} into ${to}`);
  return 0;
}

/** Rows of an earlier shipment under names that are no longer: they would be read with the new ones. */
function removeStale(folder: string, packed: ReadonlyMap<string, Uint8Array>): void {
  const old = existsSync(folder) ? readdirSync(folder).filter((name) => /\.jsonl(\.gz)?$/.test(name)) : [];
  for (const name of old) if (!packed.has(name)) rmSync(join(folder, name));
}

const numberOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

await asProgram(import.meta.url, main);
