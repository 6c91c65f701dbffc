import { join } from "node:path";
import { writeAtomic } from "../../core/files.js";
import type { StepRow } from "../../core/types.js";
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

/** The central pictures of both papers, from rows. Pure. */
export function pageFigures(rows: readonly StepRow[]): PageFigure[] {
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
    { file: "pass-at-32", caption: `Held-out pass@32. ${bands}`, spec: accuracyCurves(rows, { of: 32 }) },
    {
      file: "buckets",
      caption: "Prompts whose eight training responses are all right, mixed, or all wrong. Means over seeds.",
      spec: bucketAreas(trained),
    },
    {
      file: "frontier",
      caption: "Held-out pass@1 against pass@32 along training, every run and the mean; a ring marks the end.",
      spec: frontier(rows),
    },
    { file: "length", caption: `Mean response length (tokens). ${bands}`, spec: lengthCurves(trained, { smooth: 5 }) },
  ];
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
