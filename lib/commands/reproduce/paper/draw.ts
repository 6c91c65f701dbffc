import type { StepRow } from "../../../core/types.js";
import type { Study, TaskName } from "../../../experiments/types.js";
import {
  accuracyCurves,
  bucketAreas,
  entropyCurves,
  equalAccuracy,
  explosionCurves,
  finalEvaluations,
  frontier,
  lengthCurves,
  type PlotlySpec,
  passAtKCurves,
  quantityCurves,
  rightCounts,
} from "../../../figures/index.js";

/** From rows of the figure's methods to the figure. */
export type Draw = (rows: StepRow[], study: Study) => PlotlySpec;

/** A figure of the study `paper` as data: which methods of which task it shows, and how. */
export interface PaperFigure {
  file: string;
  task: TaskName;
  /** As lines at most eight: more than that nobody tells apart. */
  methods: readonly string[];
  draw: Draw;
  caption: string;
  /** Also as PNG, for pages that take no SVG. */
  png?: boolean;
}

/** Ends the caption of every figure of means. */
export const MEANS = "Lines are means over the bases, bands 95 % t intervals.";

const band = "interval" as const;
const trained = (rows: readonly StepRow[]): StepRow[] => rows.filter(({ step }) => step > 0);

export const entropy: Draw = (rows) => entropyCurves(trained(rows), { log: true, smooth: 3, band });
export const passAt =
  (of: number): Draw =>
  (rows) =>
    accuracyCurves(rows, { of, band });
export const majority: Draw = (rows) =>
  quantityCurves(
    rows,
    [{ title: "maj@32", of: ({ evaluation }) => evaluation?.majAt[32], markers: true, range: "normal" }],
    { band, title: "maj@32 on held-out prompts" },
  );
export const shares: Draw = (rows) =>
  quantityCurves(
    rows,
    (["allRight", "allWrong"] as const).map((of) => ({
      title: "share of prompts",
      heading: of === "allRight" ? "All-Right" : "All-Wrong",
      of: ({ evaluation }: StepRow) => evaluation?.[of],
      markers: true,
    })),
    { band, title: "Held-out prompts by their groups of eight" },
  );
/** Paths of means; the grey line is the best stop of GRPO++ at either learning rate. */
export const stopped: Draw = (rows) =>
  frontier(rows, { stopped: ["grpoPlusPlus", "grpoPlusPlus(lr=1e-4)"], runs: false });
export const finals: Draw = (rows) => passAtKCurves(finalEvaluations(rows), { band });
export const gains: Draw = (rows) => passAtKCurves(finalEvaluations(rows), { band, against: "base" });
export const equal =
  (of: "entropy" | "length"): Draw =>
  (rows) =>
    equalAccuracy(rows, { of, runs: false });
export const buckets: Draw = (rows) => bucketAreas(trained(rows));
export const counts: Draw = (rows) => rightCounts(rows);
export const explosion: Draw = (rows) => explosionCurves(rows, { band });
export const lengths: Draw = (rows) => lengthCurves(trained(rows), { smooth: 5, band });

/** As far as every method got: shorter runs stand beside longer ones at equal tokens. */
export const alike =
  (draw: Draw): Draw =>
  (rows, study) => {
    const ends = new Map<string, number>();
    for (const { recipe, tokens } of rows) ends.set(recipe, Math.max(tokens, ends.get(recipe) ?? 0));
    // A run's last step goes a little beyond its budget.
    const last = 1.05 * Math.min(...ends.values());
    return draw(
      rows.filter(({ tokens }) => tokens <= last),
      study,
    );
  };
