import { join } from "node:path";
import { writeAtomic } from "../../core/files.js";
import type { StepRow } from "../../core/types.js";
import {
  accuracyCurves,
  bucketAreas,
  entropyCurves,
  lengthCurves,
  type PlotlySpec,
  writeFigure,
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
    { file: "length", caption: `Mean response length (tokens). ${bands}`, spec: lengthCurves(trained, { smooth: 5 }) },
  ];
}

/** Writes each as PNG and SVG. */
export async function writePageFigures(folder: string, figures: readonly PageFigure[]): Promise<void> {
  for (const { file, spec } of figures) {
    for (const ending of ["svg", "png"]) await writeFigure(join(folder, "figures", `${file}.${ending}`), spec);
  }
  writeAtomic(join(folder, "figures", "specs.json"), `${JSON.stringify(figures)}\n`);
}
