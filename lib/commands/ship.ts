/** `npm run ship -- STUDY [--from FOLDER]`: packs a study's rows into data/results and writes its page from them. */

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
    minutes: { type: "string" },
    workers: { type: "string", default: "2" },
  } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const study = studyNamed(positionals[0] ?? "paper");
  const from = values.from ? resolve(values.from) : projectPath("data", "runs", study.name);
  const to = projectPath("data", "results", study.name);
  const packed = packRows(readRows(from).rows);
  for (const [file, bytes] of packed) writeAtomic(join(to, file), bytes);
  await writeResults(study, to, { minutes: Number(values.minutes ?? Number.NaN), workers: Number(values.workers) });
  console.log(`ship: ${packed.size} methods from ${from} into ${to}`);
  return 0;
}

await asProgram(import.meta.url, main);
