import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectPath } from "../../core/root.js";
import type { StepRow } from "../../core/types.js";
import { shownEffect } from "../../experiments/claims/format.js";
import { judgeClaims } from "../../experiments/claims/judge.js";
import type { ClaimResult } from "../../experiments/claims/result.js";
import { groupRuns } from "../../experiments/reading.js";
import { studyNamed } from "../../experiments/studies.js";
import { rowsIfAny } from "../../records/rows.js";
import { spoken } from "../reproduce/live.js";
import { familyOf, familyTitle, papersOf, verdictCounts } from "../reproduce/sections/claims.js";
import { markdownTable } from "../reproduce/tables.js";

/** The claims that a reader asks for first, with the controls that explain them. */
const FIRST = [
  ...["price", "N-random", "S1-above", "S1-band", "S3-held", "S4-plain", "S4-avg", "S5-tokens", "S5-equal", "S5-base"],
  ...["S6-noAnchor", "F1-top-long", "F2-tokens", "F2-equal", "F3-tokens", "F3-tokens-long", "F4-tokens"],
  ...["F5-right-long", "F5-rightEqual-long", "F8-bare-long", "F8-alpha-long"],
];

/** The verdicts of the study `paper` on its shipped rows, as Markdown; nothing where none are shipped. */
export function paperResults(): string {
  const folder = "data/results/paper";
  const rows = rowsIfAny(projectPath(folder));
  if (!rows) return "";
  const { claims } = studyNamed("paper");
  const results = judgeClaims(claims, rows);
  const places = notebookPlaces();
  const ordered = papersOf(results).flatMap((paper) =>
    results.filter((result) => result.paper === paper).sort((a, b) => (familyOf(a) < familyOf(b) ? -1 : 1)),
  );
  const counts = verdictCounts(ordered, "claims about", (result) => familyTitle(familyOf(result)));
  const linked = {
    columns: [...counts.columns, "notebooks"],
    rows: counts.rows.map((row) => [...row, (places.get(row[0].split(":")[0]) ?? []).join(" ")]),
  };
  const first = FIRST.flatMap((id) => results.find((result) => result.id === id) ?? []).map(firstRow);
  const columns = ["claim", "yardstick", "effect [interval]", "bases", "verdict"];
  return [
    `${introduction(results, rows)} All ${claims.length} with intervals, p values, controls and figures: [${folder}/results.md](${folder}/results.md), and results.html beside it.`,
    markdownTable(linked),
    "Those that are asked for first, some with their controls (`-long`: on pancake sorting, 41 to 49 tokens a response):",
    markdownTable({ columns, rows: first }),
  ].join("\n\n");
}

function introduction(results: readonly ClaimResult[], rows: readonly StepRow[]): string {
  const runs = [...groupRuns(rows).values()];
  const seconds = runs.reduce((sum, run) => sum + run[run.length - 1].seconds, 0);
  const count = (wanted: string) => results.filter(({ verdict }) => verdict === wanted).length;
  return (
    `Preset \`paper\`: ${runs.length} runs on eight bases a task, ${spoken(seconds)} of process time. Claims, thresholds, ` +
    "budgets and coefficients were declared before the runs; the base is the unit, intervals are t intervals at the level " +
    `of Holm's procedure within each paper. ${count("reproduced")} claims are reproduced, ${count("contradicted")} ` +
    `contradicted, ${count("inconclusive")} inconclusive, at this scale.`
  );
}

function firstRow(result: ClaimResult): string[] {
  const { id, claim, yardstick, unit, n, verdict } = result;
  return [`${id}: ${claim}`, yardstick, n === 0 ? "" : `${shownEffect(result)} ${unit}`, String(n), verdict];
}

/** Links to the notebooks that judge claims of a family, by family. */
function notebookPlaces(): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const file of readdirSync(projectPath("notebooks")).sort()) {
    if (!file.endsWith(".ipynb")) continue;
    const text = readFileSync(join(projectPath("notebooks"), file), "utf8");
    const ids = [...text.matchAll(/claims\(((?:\\"[^"\\]+\\"(?:, )?)+)\)/g)].flatMap(([, list]) =>
      [...list.matchAll(/\\"([^"\\]+)\\"/g)].map(([, id]) => id),
    );
    for (const family of new Set(ids.map((id) => familyOf({ id })))) {
      places.set(family, [...(places.get(family) ?? []), `[${file.slice(0, 2)}](notebooks/${file})`]);
    }
  }
  return places;
}
