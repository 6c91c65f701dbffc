import type { StepRow } from "../../core/types.js";
import { type CheckResult, checkSummary, groupRuns, read } from "../../experiments/checks.js";

/** A table as the page and the Markdown file print it. */
export interface Table {
  columns: string[];
  rows: string[][];
}

const COLUMNS: [string, string, number][] = [
  ["entropy (nats)", "entropy", 3],
  ["nucleus entropy (nats)", "nucleusEntropy", 3],
  ["pass@1", "evaluation.passAt.1", 3],
  ["pass@32", "evaluation.passAt.32", 3],
  ["maj@32", "evaluation.majAt.32", 3],
  ["All-Right", "evaluation.allRight", 3],
  ["All-Wrong", "evaluation.allWrong", 3],
  ["tokens", "tokens", 0],
  ["steps", "step", 0],
];

/** Where every method ends: means over its runs, the range in brackets. */
export function endTable(rows: readonly StepRow[]): Table {
  const runs = [...groupRuns(rows).values()];
  const recipes = [...new Set(runs.map((run) => run[0].recipe))];
  const start = runs.map((run) => run.filter(({ step }) => step === 0)).filter((run) => run.length > 0);
  return {
    columns: ["method", "runs", ...COLUMNS.map(([title]) => title)],
    rows: [
      endRow("base", start),
      ...recipes.map((recipe) =>
        endRow(
          recipe,
          runs.filter((run) => run[0].recipe === recipe),
        ),
      ),
    ],
  };
}

function endRow(name: string, runs: StepRow[][]): string[] {
  const cells = COLUMNS.map(([, of, digits]) => {
    const values = runs.map((run) => read(run, { of, at: "end" })).filter((value) => value !== undefined);
    return values.length === 0 ? "" : meanAndRange(values, digits);
  });
  return [name, String(runs.length), ...cells];
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

/** A table as Markdown. */
export function markdownTable({ columns, rows }: Table): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(columns), line(columns.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A table as HTML. */
export function htmlTable({ columns, rows }: Table): string {
  const line = (tag: string, cells: string[]) =>
    `<tr>${cells.map((c) => `<${tag}>${escaped(c)}</${tag}>`).join("")}</tr>`;
  return `<table><thead>${line("th", columns)}</thead><tbody>${rows.map((r) => line("td", r)).join("\n")}</tbody></table>`;
}

/** Text made safe for HTML. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
