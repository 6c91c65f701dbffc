import type { StepRow } from "../core/types.js";
import { bandTraces } from "./lines.js";
import { type BandKind, bandOf, byRecipe, runsOf, smoothed } from "./series.js";
import type { PlotlySpec } from "./spec.js";
import { stylesOf } from "./styles.js";
import { axis, baseLayout, logTicks, type Panel, panels, panelTitle, progressTitle } from "./theme.js";

/** How curves over training are drawn. */
export interface CurveOptions {
  /** Horizontal axis: generated tokens (the fair one) or training steps (the papers'). */
  x?: "tokens" | "step";
  /** Band over runs: their range, or the 95 % t interval of the mean. */
  band?: BandKind;
  /** Moving average over this many rows. */
  smooth?: number;
  /** Logarithmic vertical axis: an explosion and a collapse in one picture. */
  log?: boolean;
  /** Panels side by side; all of them by default. */
  columns?: number;
  /** What is written at the end of a recipe's line: where many colours are near each other. */
  ends?: (recipe: string) => string;
  title?: string;
}

/** Something that a row holds, for one panel. */
export interface Quantity {
  /** Axis title with its unit. */
  title: string;
  /** Heading of the panel. */
  heading?: string;
  /** The value in a row; rows without it are left out. */
  of: (row: StepRow) => number | undefined;
  markers?: boolean;
  /** Plotly's rangemode of the vertical axis: `tozero` or `normal`. */
  range?: string;
  /** Stays on a linear axis where the others are logarithmic. */
  linear?: boolean;
}

/**
 * Any quantities of the rows over training, in panels side by side: one mean line and band a recipe in each.
 *
 * @throws RangeError when one recipe's rows come from several tasks; no rows give empty axes
 * @example quantityCurves([], [{ title: "gradient norm", of: (row) => row.gradNorm }]).data // []
 * @source this project
 */
export function quantityCurves(
  rows: readonly StepRow[],
  quantities: Quantity[],
  {
    x = "tokens",
    band = "range",
    smooth = 1,
    log = false,
    columns = quantities.length,
    ends,
    title,
  }: CurveOptions = {},
): PlotlySpec {
  const places = panels(quantities.length, { columns, gapX: 0.13, gapY: 0.16 });
  const recipes = byRecipe(rows);
  const styleOf = stylesOf(recipes.keys());
  const data = [...recipes].flatMap(([recipe, own]) =>
    quantities.flatMap(({ of, markers }, i) => {
      const runs = runsOf(own, x, of).map((run) => ({ ...run, y: smoothed(run.y, smooth) }));
      if (runs.length === 0) return [];
      return bandTraces(recipe, styleOf(recipe), bandOf(runs, band), {
        panel: places[i],
        legend: i === 0,
        markers,
        end: ends?.(recipe),
      });
    }),
  );
  const width = quantities.length > 1 ? 900 : 760;
  const headings = quantities.flatMap(({ heading }, i) => (heading ? [panelTitle(places[i], heading)] : []));
  const lines = Math.ceil(quantities.length / columns);
  const base = baseLayout({
    title,
    width,
    headings,
    series: recipes.size,
    ...(lines > 1 && { height: 160 + 290 * lines }),
  });
  return { data, layout: { ...base, ...Object.assign({}, ...places.map(axesOf(quantities, x, log, columns))) } };
}

const axesOf =
  (quantities: Quantity[], x: "tokens" | "step", log: boolean, columns: number) =>
  ({ xaxis, yaxis, xDomain, yDomain, x: xName, y: yName }: Panel, i: number): Record<string, unknown> => ({
    [xaxis]: axis(i + columns < quantities.length ? "" : progressTitle[x], { domain: xDomain, anchor: yName }),
    [yaxis]: axis(quantities[i].title, {
      anchor: xName,
      ...(quantities.length > columns && { domain: yDomain }),
      ...(log && !quantities[i].linear ? logTicks([1, 2, 5]) : { rangemode: quantities[i].range ?? "tozero" }),
    }),
  });

/**
 * Entropy over training: full token entropy, nucleus entropy, or both side by side, in nats.
 *
 * @param rows step rows of any number of recipes and seeds; each recipe is one mean line with a band over its runs
 * @throws RangeError when one recipe's rows come from several tasks; no rows give empty axes
 * @example entropyCurves([]).data // []
 * @source the entropy figures of SIREN (arXiv 2509.25133) and FR3E (arXiv 2507.07017)
 */
export function entropyCurves(
  rows: readonly StepRow[],
  { of = "both", ...options }: CurveOptions & { of?: "both" | "full" | "nucleus" } = {},
): PlotlySpec {
  const full = { title: "entropy (nats)", heading: "full distribution", of: (row: StepRow) => row.entropy };
  const nucleus = { title: "entropy (nats)", heading: "nucleus", of: (row: StepRow) => row.nucleusEntropy };
  const alone = {
    full: { ...full, heading: "" },
    nucleus: { ...nucleus, title: "nucleus entropy (nats)", heading: "" },
  };
  const chosen = of === "both" ? [full, nucleus] : [alone[of]];
  return quantityCurves(rows, chosen, { title: "Token entropy during training", ...options });
}

/**
 * Accuracy over training: the share of right training rollouts, or pass@k on the held-out set where rows carry it.
 *
 * @param of `accuracy`, or a number k for the evaluation's pass@k
 * @throws RangeError when one recipe's rows come from several tasks; no rows give empty axes
 * @example accuracyCurves([], { of: 32 }).data // []
 * @source this project
 */
export function accuracyCurves(
  rows: readonly StepRow[],
  { of = "accuracy", ...options }: CurveOptions & { of?: "accuracy" | number } = {},
): PlotlySpec {
  const quantity =
    of === "accuracy"
      ? { title: "share of right rollouts", of: (row: StepRow) => row.accuracy }
      : { title: `pass@${of}`, of: (row: StepRow) => row.evaluation?.passAt[of], markers: true, range: "normal" };
  const title = of === "accuracy" ? "Accuracy during training" : `pass@${of} on held-out prompts`;
  return quantityCurves(rows, [quantity], { title, ...options });
}

/**
 * Mean response length over training, in generated tokens.
 *
 * @throws RangeError when one recipe's rows come from several tasks; no rows give empty axes
 * @example lengthCurves([]).data // []
 * @source response-length figure of FR3E (arXiv 2507.07017)
 */
export function lengthCurves(rows: readonly StepRow[], options: CurveOptions = {}): PlotlySpec {
  const quantity = { title: "response length (tokens)", of: (row: StepRow) => row.length, range: "normal" };
  return quantityCurves(rows, [quantity], { title: "Response length during training", ...options });
}
