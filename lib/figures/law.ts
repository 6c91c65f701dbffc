import type { StepRow } from "../core/types.js";
import { byRecipe } from "./series.js";
import type { PlotlySpec } from "./spec.js";
import { stylesOf } from "./styles.js";
import { axis, baseLayout, INK, shorten } from "./theme.js";

/**
 * Accuracy against exp(entropy), where the law R = -a exp(H) + b is a straight line: one point a row.
 *
 * @param fit a and b of a fitted law, drawn over the range of the points
 * @throws never; no rows give empty axes
 * @example entropyLaw([]).data // []
 * @source Cui et al., arXiv 2505.22617, equation R = -a exp(H) + b
 */
export function entropyLaw(
  rows: readonly StepRow[],
  { fit, title = "Accuracy bought with entropy" }: { fit?: { a: number; b: number }; title?: string } = {},
): PlotlySpec {
  const recipes = byRecipe(rows);
  const styleOf = stylesOf(recipes.keys());
  const points = [...recipes].map(([recipe, own]) => {
    const { label, colour, symbol } = styleOf(recipe);
    const x = own.map(({ entropy }) => shorten(Math.exp(entropy)));
    const marker = { color: colour, symbol, size: 6, opacity: 0.6 };
    return { type: "scatter", mode: "markers", name: label, x, y: own.map((row) => shorten(row.accuracy)), marker };
  });
  const xs = points.flatMap(({ x }) => x);
  // The law ends where it would promise less than nothing.
  const zero = fit && fit.a > 0 ? fit.b / fit.a : Infinity;
  const ends = xs.length
    ? [Math.min, Math.max].map((of) =>
        Math.min(
          zero,
          xs.reduce((a, b) => of(a, b)),
        ),
      )
    : [];
  const line = fit && {
    ...{ type: "scatter", mode: "lines", name: `R = -${shorten(fit.a)} exp(H) + ${shorten(fit.b)}` },
    ...{ x: ends, y: ends.map((x) => shorten(-fit.a * x + fit.b)), line: { color: INK, width: 1.5, dash: "dash" } },
  };
  const axes = { xaxis: axis("exp(entropy)"), yaxis: axis("pass@1 or share of right rollouts") };
  return { data: line ? [...points, line] : points, layout: { ...baseLayout({ title }), ...axes } };
}
