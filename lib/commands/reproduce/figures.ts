import { join } from "node:path";
import { writeAtomic } from "../../core/files.js";
import type { StepRow } from "../../core/types.js";
import { groupRuns, read } from "../../experiments/checks.js";
import type { ClaimResult } from "../../experiments/claims/result.js";
import { claimMarks } from "../../experiments/marks.js";
import { methodsOf } from "../../experiments/studies.js";
import type { Study } from "../../experiments/types.js";
import {
  accuracyCurves,
  bucketAreas,
  claimOverview,
  entropyCurves,
  frontier,
  lengthCurves,
  renderPng,
  renderSvg,
  writeFigurePage,
} from "../../figures/index.js";
import type { PageFigure } from "./page.js";
import type { PaperFigure } from "./paper/draw.js";
import { paperFigures } from "./paper/figures.js";
import { familyOf, familyTitle, papersOf } from "./sections/claims.js";
import { drawnRows } from "./shared-bases.js";

/** More lines than that nobody tells apart. */
const MOST = 8;

/** The figures of a study's rows: its verdicts, then those of the study `paper` where it runs their methods, or the central ones. Pure. */
export function studyFigures(study: Study, rows: readonly StepRow[], results: readonly ClaimResult[]): PageFigure[] {
  const names = methodsOf(study);
  const figures = paperFigures(study);
  const whole = figures.filter(({ methods }) => methods.every((method) => names.includes(method)));
  const drawn = 2 * whole.length > figures.length ? declaredFigures(study, figures, rows) : centralFigures(rows, names);
  return [...verdictFigures(results), ...drawn];
}

function declaredFigures(study: Study, figures: readonly PaperFigure[], all: readonly StepRow[]): PageFigure[] {
  return figures.flatMap(({ file, caption, task, methods, png, draw }) => {
    const own = all.filter((row) => row.task === task && methods.includes(row.recipe));
    // One method alone is a picture only where it was declared so.
    const found = new Set(own.map(({ recipe }) => recipe)).size;
    if (found === 0 || found < Math.min(2, new Set(methods).size)) return [];
    const { rows, note } = drawnRows(own);
    return [{ file, caption: caption + note, png, spec: draw([...rows], study) }];
  });
}

/** Of the first methods of each task. */
function centralFigures(rows: readonly StepRow[], names: readonly string[]): PageFigure[] {
  const tasks = [...new Set(rows.map(({ task }) => task))];
  return tasks.flatMap((task) => {
    const own = rows.filter((row) => row.task === task);
    const found = new Set(own.map(({ recipe }) => recipe));
    const first = names.filter((name) => found.has(name)).slice(0, MOST);
    const prefix = tasks.length > 1 ? `${task}-` : "";
    const shared = drawnRows(own.filter(({ recipe }) => first.includes(recipe)));
    const named = (file: string) => `${prefix}${file}`;
    return pageFigures(shared.rows, first).map((figure) => ({
      ...{ ...figure, file: named(figure.file), caption: figure.caption + shared.note },
    }));
  });
}

/** Every claim with its interval, a picture a paper. */
function verdictFigures(results: readonly ClaimResult[]): PageFigure[] {
  return papersOf(results).flatMap((paper) => {
    const own = results.filter((result) => result.paper === paper && result.n > 0);
    own.sort((a, b) => (familyOf(a) < familyOf(b) ? -1 : familyOf(a) > familyOf(b) ? 1 : 0));
    const claims = claimMarks(own).map((mark, i) => ({ ...mark, group: familyTitle(familyOf(own[i])) }));
    if (claims.length === 0) return [];
    const caption =
      `${paper}: every claim. Marks: effect beyond the threshold, on the claimed side, in half-widths of its interval. ` +
      'Figures: effect and interval as tables print them, the threshold where the claim is not "above 0", n bases where ' +
      "claims differ in them.";
    return [
      {
        file: `verdicts-${paper.toLowerCase()}`,
        png: true,
        caption,
        spec: claimOverview(claims, { title: `Claims: ${paper}` }),
      },
    ];
  });
}

/** The central pictures of both papers, from rows, with the methods in the order given. Pure. */
export function pageFigures(unordered: readonly StepRow[], methods: readonly string[]): PageFigure[] {
  const rank = ({ recipe }: StepRow) => methods.indexOf(recipe);
  const rows = [...unordered].sort((a, b) => rank(a) - rank(b));
  const alive = survivors(rows);
  const trained = rows.filter(({ step }) => step > 0);
  const bands = "Lines are means over runs, bands their range.";
  return [
    {
      ...{ file: "entropy", png: true },
      caption: `Full and nucleus entropy of training responses (nats, log scale) against generated tokens. ${bands}`,
      spec: entropyCurves(trained, { log: true, smooth: 3 }),
    },
    {
      file: "accuracy",
      caption: `Share of right training responses. ${bands}`,
      spec: accuracyCurves(trained, { smooth: 5 }),
    },
    { file: "pass-at-1", caption: `Held-out pass@1. ${bands}`, spec: accuracyCurves(rows, { of: 1 }) },
    {
      file: "pass-at-32",
      caption: `Held-out pass@32, without the methods that end with pass@1 below .05. ${bands}`,
      spec: accuracyCurves(alive, { of: 32 }),
    },
    {
      ...{ file: "buckets", png: true },
      caption: "Prompts whose eight training responses are all right, mixed, or all wrong. Means over runs.",
      spec: bucketAreas(trained),
    },
    {
      ...{ file: "frontier", png: true },
      caption:
        "Held-out pass@1 against pass@32 along training; a ring marks the end, the grey line is GRPO++ stopped early. " +
        "Methods that end with pass@1 below .05 are left out.",
      spec: frontier(alive, { stopped: ["grpoPlusPlus"] }),
    },
    { file: "length", caption: `Mean response length (tokens). ${bands}`, spec: lengthCurves(trained, { smooth: 5 }) },
  ];
}

/** Rows of the methods that have not exploded: these would flatten every axis. */
function survivors(rows: readonly StepRow[]): StepRow[] {
  const ends = [...groupRuns(rows).values()].map((run) => ({
    recipe: run[0].recipe,
    passAt1: read(run, { of: "evaluation.passAt.1", at: "end" }) ?? 1,
  }));
  const exploded = new Set(ends.filter(({ passAt1 }) => passAt1 < 0.05).map(({ recipe }) => recipe));
  return rows.filter(({ recipe }) => !exploded.has(recipe));
}

/** Writes each as SVG (some as PNG, too); returns the SVG texts by file name. */
export async function writePageFigures(folder: string, figures: readonly PageFigure[]): Promise<Map<string, string>> {
  const drawn = new Map<string, string>();
  for (const { file, spec, png } of figures) {
    const svg = await renderSvg(spec);
    writeAtomic(join(folder, "figures", `${file}.svg`), svg);
    if (png) writeAtomic(join(folder, "figures", `${file}.png`), await renderPng(spec, { scale: 2, compact: true }));
    drawn.set(file, svg);
  }
  return drawn;
}

/** All of them as one interactive page, with its plotly.js beside it: too large to be shipped. */
export async function writeInteractive(folder: string, figures: readonly PageFigure[]): Promise<void> {
  const specs = figures.map(({ spec }) => spec);
  await writeFigurePage(join(folder, "figures", "interactive.html"), specs, { title: "Figures" });
}
