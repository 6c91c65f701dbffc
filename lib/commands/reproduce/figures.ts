import { join } from "node:path";
import { writeAtomic } from "../../core/files.js";
import type { StepRow } from "../../core/types.js";
import { groupRuns, read } from "../../experiments/checks.js";
import {
  accuracyCurves,
  bucketAreas,
  entropyCurves,
  frontier,
  lengthCurves,
  type PlotlySpec,
  renderPng,
  renderSvg,
  writeFigurePage,
} from "../../figures/index.js";

/** One figure of the results page. */
export interface PageFigure {
  file: string;
  caption: string;
  spec: PlotlySpec;
}

/** The central pictures of both papers, from rows, with the methods in the order given. Pure. */
export function pageFigures(unordered: readonly StepRow[], methods: readonly string[]): PageFigure[] {
  const rank = ({ recipe }: StepRow) => methods.indexOf(recipe);
  const rows = [...unordered].sort((a, b) => rank(a) - rank(b));
  const alive = survivors(rows);
  const trained = rows.filter(({ step }) => step > 0);
  const bands = "Lines are means over seeds, bands their range.";
  return [
    {
      file: "entropy",
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
      file: "buckets",
      caption: "Prompts whose eight training responses are all right, mixed, or all wrong. Means over seeds.",
      spec: bucketAreas(trained),
    },
    {
      file: "frontier",
      caption:
        "Held-out pass@1 against pass@32 along training, every run and the mean; a ring marks the end. Methods that end " +
        "with pass@1 below .05 are left out.",
      spec: frontier(alive),
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

/** Writes each as PNG and SVG, and all of them as one interactive page; returns the SVG texts. */
export async function writePageFigures(folder: string, figures: readonly PageFigure[]): Promise<string[]> {
  const drawn: string[] = [];
  for (const { file, spec } of figures) {
    const svg = await renderSvg(spec);
    writeAtomic(join(folder, "figures", `${file}.svg`), svg);
    writeAtomic(join(folder, "figures", `${file}.png`), await renderPng(spec, { scale: 2 }));
    drawn.push(svg);
  }
  const specs = figures.map(({ spec }) => spec);
  await writeFigurePage(join(folder, "figures", "interactive.html"), specs, { title: "Figures" });
  return drawn;
}
