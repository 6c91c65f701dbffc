import { withOpacity } from "./hex.js";
import type { PlotlySpec } from "./spec.js";
import { methodStyle } from "./styles.js";
import { axis, baseLayout, logTicks, panels, panelTitle, shorten } from "./theme.js";

/** Where one run of a sweep ended. */
export interface SweepPoint {
  /** The method that is swept: `naiveEntropy`, `siren`. */
  recipe: string;
  coefficient: number;
  /** Entropy at the end, nats. */
  entropy: number;
  /** pass@1 at the end. */
  passAt1: number;
}

/** What is drawn beside a sweep's points. */
export interface SweepOptions {
  /** Entropy before training, nats: a dotted line. */
  startEntropy?: number;
  /** pass@1 before training: a dotted line. */
  startPassAt1?: number;
  /** Coefficients for which a method neither collapses nor explodes: a strip each, along the top. */
  usable?: Record<string, [number, number]>;
  title?: string;
}

/**
 * A sweep of a regulariser's coefficient (logarithmic axis): entropy and pass@1 at the end, mean and range over runs.
 *
 * @throws RangeError when a coefficient is not positive: it has no place on a logarithmic axis
 * @example coefficientSweep([]).data // []
 * @source coefficient figures of SIREN (arXiv 2509.25133)
 */
export function coefficientSweep(points: readonly SweepPoint[], options: SweepOptions = {}): PlotlySpec {
  const bad = points.find(({ coefficient }) => !(coefficient > 0));
  if (bad) throw new RangeError(`coefficientSweep: coefficient must be > 0, got ${bad.coefficient}`);
  const { startEntropy, startPassAt1, usable = {}, title = "Sweep of the coefficient" } = options;
  const [left, right] = panels(2, { gapX: 0.13 });
  const recipes = [...new Set(points.map(({ recipe }) => recipe))];
  const data = recipes.flatMap((recipe) => {
    const own = points.filter((point) => point.recipe === recipe);
    return [sweepTrace(recipe, own, "entropy", left, true), sweepTrace(recipe, own, "passAt1", right, false)];
  });
  const lines = [
    ...(startEntropy === undefined ? [] : [level(startEntropy, left)]),
    ...(startPassAt1 === undefined ? [] : [level(startPassAt1, right)]),
  ];
  const strips = Object.entries(usable).flatMap(([recipe, range], i) =>
    [left, right].map((p) => strip(recipe, range, p, i)),
  );
  const headings = [panelTitle(left, "entropy at the end"), panelTitle(right, "pass@1 at the end")];
  const x = logTicks([1, 3]);
  return {
    data,
    layout: {
      ...baseLayout({ title, width: 900, headings }),
      shapes: [...strips, ...lines],
      xaxis: axis("coefficient", { ...x, domain: left.xDomain, anchor: "y" }),
      xaxis2: axis("coefficient", { ...x, domain: right.xDomain, anchor: "y2" }),
      yaxis: axis("entropy (nats)", { rangemode: "tozero", anchor: "x" }),
      yaxis2: axis("pass@1", { rangemode: "tozero", anchor: "x2" }),
    },
  };
}

type Place = { x: string; y: string };

function sweepTrace(recipe: string, own: SweepPoint[], of: "entropy" | "passAt1", at: Place, legend: boolean) {
  const { label, colour, dash, symbol } = methodStyle(recipe);
  const coefficients = [...new Set(own.map(({ coefficient }) => coefficient))].sort((a, b) => a - b);
  const values = coefficients.map((c) => own.filter((point) => point.coefficient === c).map((point) => point[of]));
  const means = values.map((v) => v.reduce((a, b) => a + b, 0) / v.length);
  return {
    ...{ type: "scatter", mode: "lines+markers", name: label, legendgroup: recipe, showlegend: legend },
    ...{ x: coefficients, y: means.map(shorten), xaxis: at.x, yaxis: at.y },
    error_y: {
      type: "data",
      symmetric: false,
      array: values.map((v, i) => shorten(Math.max(...v) - means[i])),
      arrayminus: values.map((v, i) => shorten(means[i] - Math.min(...v))),
      color: colour,
    },
    line: { color: colour, width: 2.5, dash },
    marker: { color: colour, symbol, size: 8 },
  };
}

const level = (value: number, { x, y }: Place) => ({
  ...{ type: "line", xref: `${x} domain`, yref: y, x0: 0, x1: 1, y0: value, y1: value },
  line: { color: methodStyle("base").colour, width: 1.5, dash: "dot" },
});

/** One strip a method along the top: usable ranges lie side by side, not on each other. */
const strip = (recipe: string, [low, high]: [number, number], { x, y }: Place, i: number) => ({
  ...{ type: "rect", xref: x, yref: `${y} domain`, x0: low, x1: high, y0: 0.965 - 0.05 * i, y1: 1 - 0.05 * i },
  ...{ fillcolor: withOpacity(methodStyle(recipe).colour, 0.55), line: { width: 0 }, layer: "below" },
});
