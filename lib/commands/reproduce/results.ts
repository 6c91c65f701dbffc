import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { writeAtomic } from "../../core/files.js";
import { projectPath } from "../../core/root.js";
import { checkRows } from "../../experiments/checks.js";
import { claimsOn, fingerprint } from "../../experiments/plan.js";
import { methodsOf } from "../../experiments/studies.js";
import type { Study } from "../../experiments/types.js";
import { readRows } from "../../records/rows.js";
import { type PageFigure, pageFigures, writePageFigures } from "./figures.js";
import { checkTable, endTable, escaped, htmlTable, markdownTable } from "./tables.js";

const NOTE =
  "An outcome here is an observation on the seeds named, from one base checkpoint; it is not a verdict, which takes " +
  "paired runs on at least eight bases. The models of the papers are a thousand times larger and more.";

/** Writes checks, tables, figures and the page of an experiment's rows into their folder. */
export async function writeResults(
  study: Study,
  folder: string,
  made: { minutes: number; workers: number },
): Promise<void> {
  const { rows } = readRows(folder);
  const checks = study.experiments.flatMap((experiment) => experiment.checks);
  const results = checkRows(checks, rows);
  const figures = pageFigures(rows, methodsOf(study));
  const drawn = await writePageFigures(folder, figures);
  const facts = { ...provenance(study), ...made };
  writeAtomic(join(folder, "checks.json"), `${JSON.stringify({ ...facts, results }, null, 1)}\n`);
  const tables = { checks: checkTable(results), ends: endTable(rows) };
  writeAtomic(join(folder, "results.md"), markdown(study, tables, facts));
  writeAtomic(join(folder, "results.html"), html(study, tables, figures, drawn, facts));
}

type Facts = ReturnType<typeof provenance> & { minutes: number; workers: number };
type Tables = { checks: ReturnType<typeof checkTable>; ends: ReturnType<typeof endTable> };

function provenance({ name, experiments, claims }: Study) {
  const manifest = JSON.parse(readFileSync(projectPath("package.json"), "utf8")) as { version: string };
  return {
    command: `npm run reproduce -- --preset ${name}`,
    declaration: experiments.map((experiment) => fingerprint(experiment, claimsOn(claims, experiment))).join(", "),
    version: manifest.version,
    commit: commit(),
    node: process.version,
    hardware: `${cpus()[0]?.model ?? "unknown processor"}, ${cpus().length} logical cores`,
  };
}

function commit(): string {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: projectPath(), stdio: "pipe" })
      .toString()
      .trim();
  } catch {
    return "not a git checkout";
  }
}

function factLines(facts: Facts): string[] {
  const { command, declaration, version, commit, node, hardware, minutes, workers } = facts;
  return [
    `Command: ${command}`,
    `Declaration ${declaration}, rlvr-lab ${version}, commit ${commit}, Node ${node}`,
    `${hardware}; ${workers} processes; ${minutes.toFixed(1)} minutes in the session that wrote this page`,
  ];
}

function markdown(study: Study, { checks, ends }: Tables, facts: Facts): string {
  const parts = [`# ${study.title}`, ...factLines(facts).map((line) => `- ${line}`), "", NOTE, ""];
  return `${[...parts, markdownTable(checks), "", markdownTable(ends)].join("\n")}\n`;
}

const STYLE =
  "body{font:16px/1.5 sans-serif;max-width:980px;margin:2em auto;padding:0 1em}table{border-collapse:collapse;font-size:13px}" +
  "td,th{border-bottom:1px solid #ccc;padding:.3em .6em;text-align:left}figure{margin:2em 0}img{max-width:100%;height:auto}";

function html(study: Study, tables: Tables, figures: PageFigure[], drawn: string[], facts: Facts): string {
  const pictures = figures.map(({ caption }, i) => {
    // As an image of its own: the pictures' inner names are the same and would meet in one document.
    const source = `data:image/svg+xml;base64,${Buffer.from(drawn[i]).toString("base64")}`;
    return `<figure><img src="${source}" alt="${escaped(caption)}"><figcaption>${escaped(caption)}</figcaption></figure>`;
  });
  return [
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(study.title)}</title><style>${STYLE}</style>`,
    `<h1>${escaped(study.title)}</h1><ul>${factLines(facts)
      .map((f) => `<li>${escaped(f)}</li>`)
      .join("")}</ul>`,
    `<p>${escaped(NOTE)}</p><h2>What was seen</h2>${htmlTable(tables.checks)}`,
    `<h2>Where each method ended</h2>${htmlTable(tables.ends)}<h2>Figures</h2><p><a href="figures/interactive.html">The same, interactive</a></p>${pictures.join("\n")}</html>`,
  ].join("\n");
}
