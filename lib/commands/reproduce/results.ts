import { join } from "node:path";
import { writeAtomic } from "../../core/files.js";
import type { StepRow } from "../../core/types.js";
import { type CheckResult, checkRows } from "../../experiments/checks.js";
import { judgeClaims } from "../../experiments/claims/judge.js";
import type { ClaimResult } from "../../experiments/claims/result.js";
import { methodsOf } from "../../experiments/studies.js";
import type { Study } from "../../experiments/types.js";
import { wholeRuns } from "../../experiments/whole.js";
import { readRows } from "../../records/rows.js";
import { factLines, factsOf } from "./facts.js";
import { studyFigures, writeInteractive, writePageFigures } from "./figures.js";
import { type Block, type Page, type PageFigure, pageHtml, pageMarkdown } from "./page.js";
import { baseBlocks } from "./sections/bases.js";
import { claimBlocks } from "./sections/claims.js";
import { diagnosisBlocks } from "./sections/diagnosis.js";
import { explainedBlocks } from "./sections/explained.js";
import { promptBlocks } from "./sections/prompts.js";
import { tuningBlocks } from "./sections/tuning.js";
import { checkTable, endTable } from "./tables.js";

/** How the page was made, as far as the maker knows. */
export interface Made {
  minutes?: number;
  workers?: number;
  /** What makes the rows, where that is not the preset of the study's name. */
  command?: string;
  /** Also the interactive figures, which are too large to be shipped. */
  interactive?: boolean;
}

/** Writes verdicts, checks, tables, figures and the page of a study's rows into their folder; returns how many figures. */
export async function writeResults(study: Study, folder: string, { interactive, ...made }: Made): Promise<number> {
  // No claim, table or figure takes in a run that stopped half-way; the facts tell how many did.
  const { rows, unfinished } = wholeRuns(study, inOrder(readRows(folder).rows, methodsOf(study)));
  const results = judgeClaims(study.claims, rows);
  const checks = checkRows(
    study.experiments.flatMap((experiment) => experiment.checks ?? []),
    rows,
  );
  const facts = factsOf(study, { rows, unfinished }, made);
  if (study.claims.length > 0) writeAtomic(join(folder, "verdicts.json"), verdictsJson(study, results));
  if (checks.length > 0 || study.claims.length === 0) {
    writeAtomic(join(folder, "checks.json"), `${JSON.stringify({ ...facts, results: checks }, null, 1)}\n`);
  }
  const figures = studyFigures(study, rows, results);
  const page = {
    title: study.title,
    blocks: blocksOf(study, rows, { results, checks, figures, lines: factLines(facts) }),
  };
  const drawn = await writePageFigures(folder, figures);
  // A run by itself has nothing to be compared with, and no figure.
  if (interactive && figures.length > 0) await writeInteractive(folder, figures);
  writeAtomic(join(folder, "results.md"), pageMarkdown(page));
  writeAtomic(join(folder, "results.html"), pageHtml(page, drawn));
  return figures.length;
}

/** The results of the claims as JSON, a line a claim: the same rows give the same bytes, whatever their order. */
export function verdictsJson({ name, version }: Study, results: readonly ClaimResult[]): string {
  const lines = results.map((result) => `  ${JSON.stringify(result)}`).join(",\n");
  return `{"study": ${JSON.stringify(name)}, "version": ${version}, "claims": [\n${lines}\n]}\n`;
}

/** By method as declared, then by task, base, seed and step: what follows never depends on the order of files. */
function inOrder(rows: readonly StepRow[], methods: readonly string[]): StepRow[] {
  const rank = new Map(methods.map((method, i) => [method, i]));
  const place = ({ recipe }: StepRow) => rank.get(recipe) ?? methods.length;
  const name = ({ recipe, task, base }: StepRow) => `${recipe} ${task} ${base}`;
  return [...rows].sort(
    (a, b) => place(a) - place(b) || byName.compare(name(a), name(b)) || a.seed - b.seed || a.step - b.step,
  );
}

const byName = new Intl.Collator("en", { numeric: true });

interface Found {
  results: readonly ClaimResult[];
  checks: readonly CheckResult[];
  figures: readonly PageFigure[];
  lines: readonly string[];
}

const OBSERVED =
  "An outcome here is an observation on the seeds named, from one base checkpoint; it is not a verdict, which takes " +
  "paired runs on at least eight bases. The models of the papers are a thousand times larger and more.";
const ENDS =
  "Held-out figures at each run's end, means over runs and their range in brackets; `base` is the policy before " +
  "training. Runs of different lengths stand in one table (see their tokens), and where `runs` differ, means over different " +
  "bases: compare those with the base's own figures on as many. Claims pair runs of one base and seed.";

function blocksOf(study: Study, rows: readonly StepRow[], { results, checks, figures, lines }: Found): Page["blocks"] {
  const methods = methodsOf(study);
  const tasks = [...new Set(rows.map(({ task }) => task))];
  const ends = tasks.map((task): Block => {
    const table = endTable(
      rows.filter((row) => row.task === task),
      methods,
    );
    return { table, ...(tasks.length > 1 && { folded: `Where each method ended on ${task}` }) };
  });
  const [verdicts, pictures] = [figures.filter(isVerdict), figures.filter((figure) => !isVerdict(figure))];
  const shown = (list: readonly PageFigure[]): Block[] => list.map((figure) => ({ figure }));
  return [
    { list: lines },
    ...(results.length > 0 ? [...claimBlocks(results), ...shown(verdicts), ...explainedBlocks(results, rows)] : []),
    ...(checks.length > 0
      ? ([{ text: OBSERVED }, { heading: "What was seen" }, { table: checkTable(checks) }] as Block[])
      : []),
    ...[{ heading: "Where each method ended" }, { text: ENDS }, ...ends],
    ...promptBlocks(study, rows),
    ...(pictures.length > 0 ? [{ heading: "Figures" }, ...shown(pictures)] : []),
    ...diagnosisBlocks(rows, methods),
    ...baseBlocks(study),
    ...tuningBlocks(study.name),
  ];
}

const isVerdict = ({ file }: PageFigure): boolean => file.startsWith("verdicts-");
