/** `node .build/commands/readme.js`: writes the README's example output and results table from what the code gives. */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { writeAtomic } from "../core/files.js";
import { type CheckResult, checkRows } from "../experiments/checks.js";
import { studyNamed } from "../experiments/studies.js";
import { readRows } from "../records/rows.js";
import { asProgram, ROOT } from "./command.js";
import { studyResults } from "./readme/studies.js";
import { markdownTable } from "./reproduce/tables.js";

/** The README as it must be: the blocks between its markers made anew. */
export function currentReadme(readme: string): string {
  const code = /<!-- example -->\n```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  const output = `<!-- output -->\n\`\`\`\n${runExample(code)}\`\`\`\n<!-- end -->`;
  const parts = [...studyResults(), resultsTable()];
  const results = `<!-- results -->\n${parts.join("\n\n")}\n<!-- end results -->`;
  return readme
    .replace(/<!-- output -->[\s\S]*?<!-- end -->/, () => output)
    .replace(/<!-- results -->[\s\S]*?<!-- end results -->/, () => results);
}

function runExample(code: string): string {
  const path = join(ROOT, ".build", `readme-example-${process.pid}.mjs`);
  const built = pathToFileURL(join(ROOT, ".build", "index.js")).href;
  writeFileSync(path, code.replace('"rlvr-lab"', JSON.stringify(built)));
  try {
    const { status, stdout, stderr } = spawnSync(process.execPath, [path], { encoding: "utf8" });
    if (status !== 0) throw new Error(`readme: the example fails\n${stderr}`);
    return stdout;
  } finally {
    rmSync(path, { force: true });
  }
}

const NOTEBOOK: [RegExp, string][] = [
  [/^(collapse|learning|price|S1)/, "02-collapse-and-explosion"],
  [/^S/, "03-siren-step-by-step"],
  [/^F/, "04-fr3e-step-by-step"],
];

function resultsTable(): string {
  const [quick] = studyNamed("quick").experiments;
  const { rows } = readRows(join(ROOT, "data", "results", "quick"));
  const results = checkRows(quick.checks, rows);
  const seeds = [...new Set(rows.map(({ seed }) => seed))].join(" and ");
  const table = markdownTable({
    columns: ["claim", "paper", "notebook", "expected", "seen, seed by seed", "outcome"],
    rows: results.map(resultRow),
  });
  const tokens = quick.budgetTokens.toLocaleString("en");
  return (
    `Preset \`quick\`: Countdown, one base policy, seeds ${seeds}, ${tokens} generated tokens a run, ` +
    "checks written before the runs but for the one on .003, which came after these seeds and was held to two other seeds first. " +
    "Outcomes count seeds; a verdict takes paired runs on at least eight bases. The page with all figures is " +
    `\`data/results/quick/results.html\`.\n\n${table}`
  );
}

function resultRow({ id, claim, paper, compare, sign, threshold, seeds, outcome }: CheckResult): string[] {
  const notebook = NOTEBOOK.find(([pattern]) => pattern.test(id))?.[1] ?? "";
  const seen = seeds.map(({ compared }) => compared.toFixed(3)).join(", ");
  const link = `[${notebook.slice(0, 2)}](notebooks/${notebook}.ipynb)`;
  return [claim, paper, link, `${compare} ${sign} ${threshold}`, seen, outcome];
}

await asProgram(import.meta.url, async () => {
  const path = join(ROOT, "README.md");
  writeAtomic(path, currentReadme(readFileSync(path, "utf8")));
  return 0;
});
