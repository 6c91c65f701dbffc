import type { StepRow } from "../../core/types.js";
import { type CheckResult, checkSummary, groupRuns, read } from "../../experiments/checks.js";
import { MINIMUM_BASES } from "../../experiments/claims/result.js";
import { basesOf } from "./shared-bases.js";

/** A table as the page and the Markdown file print it. */
export interface Table {
  columns: string[];
  rows: string[][];
}

/** Records as a table, a column a name; columns that are empty throughout are left out. */
export function tableOf(records: readonly Readonly<Record<string, string>>[]): Table {
  const names = [...new Set(records.flatMap(Object.keys))];
  const columns = names.filter((name) => records.some((record) => record[name]));
  return { columns, rows: records.map((record) => columns.map((name) => record[name] ?? "")) };
}

const COLUMNS: [string, string, number][] = [
  ["entropy (nats)", "entropy", 3],
  ["nucleus entropy (nats)", "nucleusEntropy", 3],
  ["pass@1", "evaluation.passAt.1", 3],
  ["pass@32", "evaluation.passAt.32", 3],
  ["pass@256", "evaluation.wide.passAt.256", 3],
  ["maj@32", "evaluation.majAt.32", 3],
  ["All-Right", "evaluation.allRight", 3],
  ["All-Wrong", "evaluation.allWrong", 3],
  ["tokens", "tokens", 0],
  ["steps", "step", 0],
];

/**
 * Where every method of one task ends: means over its runs, the range in brackets; first the bases they began from, once
 * for every set of bases that some method ran on.
 */
export function endTable(rows: readonly StepRow[], methods: readonly string[]): Table {
  const runs = [...groupRuns(rows).values()];
  const of = (method: string) => runs.filter(([row]) => row.recipe === method);
  const named = methods.filter((method) => of(method).length > 0);
  const sets = baseSets(rows);
  const begun = starts(named.flatMap(of));
  const bases = sets.map((bases, i) =>
    endRow(
      i === 0 ? "base" : `base, ${bases.size} of them`,
      begun.filter(([{ base }]) => bases.has(base)),
    ),
  );
  return tableOf([...bases, ...named.map((method) => endRow(method, of(method)))]);
}

/** All bases, then the smaller sets that methods ran on, as far as they are large enough for verdicts. */
function baseSets(rows: readonly StepRow[]): Set<string>[] {
  const all = new Set(rows.map(({ base }) => base));
  const smaller = [...basesOf(rows).values()].filter(({ size }) => size >= MINIMUM_BASES && size < all.size);
  const distinct = new Map(smaller.map((bases) => [[...bases].sort().join(" "), bases]));
  return [all, ...[...distinct.values()].sort((a, b) => b.size - a.size)];
}

/** Each base once, from the first method's runs that began there: others may begin from variants of it. */
function starts(runs: readonly StepRow[][]): StepRow[][] {
  const first = new Map<string, StepRow[]>();
  for (const run of runs) {
    const begun = run.filter(({ step }) => step === 0);
    if (begun.length > 0 && !first.has(run[0].base)) first.set(run[0].base, begun);
  }
  return [...first.values()];
}

function endRow(method: string, runs: readonly StepRow[][]): Record<string, string> {
  const cells = COLUMNS.map(([title, of, digits]) => {
    const values = runs.map((run) => read(run, { of, at: "end" })).filter((value) => value !== undefined);
    return [title, values.length === 0 ? "" : meanAndRange(values, digits)];
  });
  return { method, runs: String(runs.length), ...Object.fromEntries(cells) };
}

function meanAndRange(values: number[], digits: number): string {
  const [low, high] = [Math.min(...values), Math.max(...values)].map((x) => x.toFixed(digits));
  const mean = (values.reduce((a, b) => a + b, 0) / values.length).toFixed(digits);
  return low === high ? mean : `${mean} [${low}, ${high}]`;
}

/** Every check with what was seen. */
export function checkTable(results: readonly CheckResult[]): Table {
  const columns = ["check", "claim", "expected", "seen", "outcome"];
  return { columns, rows: checkSummary(results).map((row) => columns.map((name) => row[name])) };
}

/** A cell's text: one line, no end of the cell, no HTML. */
const inCell = (text: string): string =>
  text
    .replaceAll("|", "\\|")
    .replace(/\s*\n\s*/g, " ")
    .replace(/<(?=[a-zA-Z/!?])/g, "&lt;");

/** A table as Markdown. */
export function markdownTable({ columns, rows }: Table): string {
  const line = (cells: string[]) => `| ${cells.map(inCell).join(" | ")} |`;
  return [line(columns), line(columns.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Cells that are a verdict look like one. */
const VERDICTS = new Set(["reproduced", "contradicted", "inconclusive"]);

/** A table as HTML. */
export function htmlTable({ columns, rows }: Table): string {
  const cell = (tag: string, text: string) =>
    `<${tag}${tag === "td" && VERDICTS.has(text) ? ` class="${text}"` : ""}>${escaped(text)}</${tag}>`;
  const line = (tag: string, cells: string[]) => `<tr>${cells.map((text) => cell(tag, text)).join("")}</tr>`;
  return `<table><thead>${line("th", columns)}</thead><tbody>${rows.map((r) => line("td", r)).join("\n")}</tbody></table>`;
}

/** Text made safe for HTML. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** A table as lines of text, columns aligned. */
export function textTable({ columns, rows }: Table): string[] {
  const widths = columns.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i].length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i]))
      .join("  ")
      .trimEnd();
  return rows.length === 0 ? [] : [line(columns), ...rows.map(line)];
}
