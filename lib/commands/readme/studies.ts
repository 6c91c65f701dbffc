import { readdirSync } from "node:fs";
import { projectPath } from "../../core/root.js";
import type { StepRow } from "../../core/types.js";
import { shownEffect } from "../../experiments/claims/format.js";
import { judgeClaims } from "../../experiments/claims/judge.js";
import { isEquivalent } from "../../experiments/claims/reason.js";
import type { ClaimResult } from "../../experiments/claims/result.js";
import { groupRuns } from "../../experiments/reading.js";
import { studyNamed } from "../../experiments/studies.js";
import type { Study } from "../../experiments/types.js";
import { rowsIfAny } from "../../records/rows.js";
import { spoken } from "../reproduce/live.js";
import { familyOf, familyTitle, papersOf, verdictCounts } from "../reproduce/sections/claims.js";
import { markdownTable } from "../reproduce/tables.js";

/** The claims that a reader asks for first, with the controls that explain them. */
const FIRST = [
  ...[
    "price",
    "N-random",
    "S1-above",
    "S1-band",
    "S3-held",
    "S4-plain",
    "S4-klCov",
    "S4-avg",
    "S5-tokens",
    "S5-equal",
    "S5-equal-second",
    "S5-base",
  ],
  ...[
    "S6-noAnchor",
    "S8-low-p",
    "F1-top-long",
    "F2-tokens",
    "F2-equal",
    "F2-equal-long",
    "F3-tokens",
    "F3-tokens-long",
  ],
  ...["F4-tokens", "F5-right-long", "F5-rightEqual-long", "F8-bare-long", "F8-alpha-long"],
];

/** Where each family of claims is judged. */
const NOTEBOOKS: Record<string, string[]> = {
  ...{ S1: ["10"], S2: ["10"], S3: ["11"], S4: ["11"], S5: ["12"], S6: ["13"], S7: ["11"], S8: ["13"] },
  ...{ F1: ["20"], F2: ["21"], F3: ["21"], F4: ["22"], F5: ["22"], F6: ["23"], F8: ["23", "31"], field: ["10", "30"] },
};

/** The verdicts of the study `paper` on its shipped rows, as Markdown; nothing where none are shipped. */
export function studyResults(): string[] {
  const rows = rowsIfAny(projectPath("data", "results", "paper"));
  return rows ? [oneStudy(studyNamed("paper"), rows)] : [];
}

function oneStudy(study: Study, rows: readonly StepRow[]): string {
  const results = judgeClaims(study.claims, rows);
  const ordered = papersOf(results).flatMap((paper) =>
    results.filter((result) => result.paper === paper).sort((a, b) => (familyOf(a) < familyOf(b) ? -1 : 1)),
  );
  const counts = verdictCounts(ordered, "claims about", (result) => familyTitle(familyOf(result)));
  const linked = {
    columns: [...counts.columns, "notebooks"],
    rows: counts.rows.map((row) => [...row, notebooksOf(row[0].split(":")[0])]),
  };
  const first = FIRST.flatMap((id) => results.find((result) => result.id === id) ?? []).map(firstRow);
  const columns = ["claim", "yardstick", "effect [interval]", "bases", "verdict"];
  return [
    introduction(study, results, rows),
    markdownTable(linked),
    "Those that are asked for first, some with their controls (`-long`: on pancake sorting, 41 to 49 tokens a response; " +
      "`-second`: at SIREN's second coefficient):",
    markdownTable({ columns, rows: first }),
  ].join("\n\n");
}

function introduction(
  { name, title, version, claims }: Study,
  results: readonly ClaimResult[],
  rows: readonly StepRow[],
): string {
  const runs = [...groupRuns(rows).values()];
  const seconds = runs.reduce((sum, run) => sum + run[run.length - 1].seconds, 0);
  const count = (wanted: string) => results.filter(({ verdict }) => verdict === wanted).length;
  const level = results.filter(isEquivalent).length;
  const equivalent = level > 0 ? ` (${level} of them equivalent within the margin declared)` : "";
  const changed = version > 1 ? ` ([version ${version}](data/experiments/README.md))` : "";
  const page = `data/results/${name}/results.md`;
  return (
    `Preset \`${name}\`${changed}: ${title}. ${runs.length} runs, ${spoken(seconds)} of process time; the base is the unit, ` +
    "intervals are t intervals at the level of Holm's procedure within each paper. " +
    `${count("reproduced")} of ${claims.length} claims are reproduced, ${count("contradicted")} contradicted, ` +
    `${count("inconclusive")} inconclusive${equivalent}, at this scale. All with p values, controls and figures: [${page}](${page}), ` +
    "and results.html beside it."
  );
}

function firstRow(result: ClaimResult): string[] {
  const { id, claim, yardstick, unit, n, verdict } = result;
  return [`${id}: ${claim}`, yardstick, n === 0 ? "" : `${shownEffect(result)} ${unit}`, String(n), verdict];
}

/** Links to the notebooks that judge a family's claims. */
function notebooksOf(family: string): string {
  const files = readdirSync(projectPath("notebooks")).filter((file) => file.endsWith(".ipynb"));
  const numbers = NOTEBOOKS[family] ?? [];
  const links = files.sort().flatMap((file) => {
    const number = file.slice(0, 2);
    return numbers.includes(number) ? [`[${number}](notebooks/${file})`] : [];
  });
  return links.join(" ");
}
