/** `npm run bench -- NAME [--rounds N] [--size S|M] [--contestants a,b] [--python PATH] [--json]` */
import { readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { checkInteger, checkOneOf } from "../core/check.js";
import { machineLine, renderTable } from "./bench/shared/figures.js";
import type { Bench, BenchReport } from "./bench/shared/types.js";

// Every file of the folder is one benchmark: a new one needs no line here.
const folder = new URL("./bench/", import.meta.url);
const names = readdirSync(folder).flatMap((file) => /^(\w+)\.js$/.exec(file)?.[1] ?? []);

async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      rounds: { type: "string", default: "5" },
      size: { type: "string" },
      contestants: { type: "string" },
      python: { type: "string", default: process.env["RLVR_PEER_PYTHON"] ?? "python3" },
      json: { type: "boolean", default: false },
    },
  });
  const name = checkOneOf("bench", "the benchmark", positionals[0] ?? "nothing", names);
  const rounds = Number(values.rounds);
  checkInteger("bench", "--rounds", rounds, 1);
  const bench = (await import(new URL(`${name}.js`, folder).href)) as Bench;
  const report = await bench.run({
    rounds,
    python: values.python,
    size: values.size,
    contestants: values.contestants?.split(","),
    progress: (line) => process.stderr.write(`${line}\n`),
  });
  process.stdout.write(values.json ? `${JSON.stringify(asData(name, report), null, 2)}\n` : asText(report));
}

function asText({ tables, notes }: BenchReport): string {
  return `${[machineLine(), ...tables.map(renderTable), ...notes].join("\n\n")}\n`;
}

function asData(name: string, { tables, notes, data }: BenchReport): unknown {
  return { bench: name, machine: machineLine(), date: new Date().toISOString(), data, tables, notes };
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  // Wrong arguments are told in words; anything else is a defect and shows where it happened.
  const told = error instanceof RangeError || (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
  process.stderr.write(`${told ? (error as Error).message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
