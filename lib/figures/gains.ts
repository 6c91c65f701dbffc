import { byRecipe, tInterval } from "./series.js";
import type { PlotlySpec } from "./spec.js";
import { stylesOf } from "./styles.js";
import { axis, baseLayout, INK, logTicks, shorten } from "./theme.js";

/** What one run of a sweep has more than the run without the term, on the same base. */
export interface SweepGain {
  /** The method that is swept: `naiveEntropy`, `siren`. */
  recipe: string;
  coefficient: number;
  /** Above 0: the coefficient was worth it. */
  gain: number;
}

/**
 * Gains of swept methods against their coefficients (logarithmic axis): mean over runs with its 95 % t interval. Where a
 * line is above 0 its coefficient is usable. A ruin would flatten everything else: means below `lowest` are arrows at
 * the lower edge, their values written beside them.
 *
 * @param options `measure`, name of the difference: the vertical axis; `lowest`, where it ends at most
 * @throws RangeError when a coefficient is not positive: it has no place on a logarithmic axis
 * @example coefficientGains([]).data // []
 * @source the usable band of this project's claim on coefficients; the sweeps are those of SIREN (arXiv 2509.25133)
 */
export function coefficientGains(
  gains: readonly SweepGain[],
  { measure = "gain", lowest = -0.2, title = "Which coefficients are usable" } = {},
): PlotlySpec {
  const bad = gains.find(({ coefficient }) => !(coefficient > 0));
  if (bad) throw new RangeError(`coefficientGains: coefficient must be > 0, got ${bad.coefficient}`);
  const recipes = byRecipe(gains);
  const styleOf = stylesOf(recipes.keys());
  const data = [...recipes].map(([recipe, own]) => {
    const { label, colour, dash, symbol } = styleOf(recipe);
    const places = [...new Set(own.map(({ coefficient }) => coefficient))].sort((a, b) => a - b);
    const values = places.map((at) => own.filter(({ coefficient }) => coefficient === at).map(({ gain }) => gain));
    const means = values.map((list) => list.reduce((a, b) => a + b, 0) / list.length);
    const below = means.map((mean) => mean < lowest);
    const half = values.map((list, i) => (below[i] ? 0 : shorten(tInterval(list, means[i])[1] - means[i])));
    return {
      ...{ type: "scatter", mode: "lines+markers+text", name: label, x: places },
      y: means.map((mean) => shorten(Math.max(lowest, mean))),
      text: means.map((mean, i) => (below[i] ? mean.toFixed(2).replace("-", "−") : "")),
      textposition: "top center",
      error_y: { type: "data", array: half, color: colour },
      line: { color: colour, width: 2.5, dash },
      marker: { color: colour, symbol: below.map((out) => (out ? "triangle-down" : symbol)), size: 9 },
    };
  });
  const zero = { type: "line", xref: "x domain", x0: 0, x1: 1, y0: 0, y1: 0, layer: "below", line: { color: INK } };
  const axes = { xaxis: axis("coefficient", logTicks([1, 3])), yaxis: axis(measure) };
  return { data, layout: { ...baseLayout({ title, series: recipes.size }), ...axes, shapes: [zero] } };
}
