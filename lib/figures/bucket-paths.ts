import type { StepRow } from "../core/types.js";
import { pathsOf, pathTraces } from "./paths.js";
import { byRecipe } from "./series.js";
import type { PlotlySpec } from "./spec.js";
import { stylesOf } from "./styles.js";
import { axis, baseLayout, panels, panelTitle } from "./theme.js";

const KINDS = [
  ["allRight", "All-Right"],
  ["allWrong", "All-Wrong"],
] as const;

/**
 * Held-out shares of All-Right and All-Wrong groups of eight against pass@1, side by side: each recipe's evaluations are a
 * path, mean over runs, a ring at its end. Methods on one path differ in how far they are, not in which prompts they win.
 *
 * @param rows step rows; those with an evaluation are used
 * @throws RangeError when one recipe's rows come from several tasks; no evaluations give empty axes
 * @example bucketPaths([]).data // []
 * @source this project; All-Right and All-Wrong: FR3E (arXiv 2507.07017)
 */
export function bucketPaths(
  rows: readonly StepRow[],
  { runs = false, title = "All-Right and All-Wrong at equal pass@1" }: { runs?: boolean; title?: string } = {},
): PlotlySpec {
  const places = panels(KINDS.length, { gapX: 0.12 });
  const recipes = byRecipe(rows.filter(({ evaluation }) => evaluation !== undefined));
  const styleOf = stylesOf(recipes.keys());
  const data = KINDS.flatMap(([kind], i) =>
    [...recipes].flatMap(([recipe, own]) => {
      const accuracy = (row: StepRow) => row.evaluation?.passAt[1];
      const paths = pathsOf(own, accuracy, (row) => row.evaluation?.[kind]);
      const traces = paths.length > 0 ? pathTraces(recipe, styleOf(recipe), paths, runs) : [];
      const at = { xaxis: places[i].x, yaxis: places[i].y, ...(i > 0 && { showlegend: false }) };
      return traces.map((trace) => ({ ...trace, ...at }));
    }),
  );
  const headings = KINDS.map(([, name], i) => panelTitle(places[i], name));
  const axes = places.map(({ x, y, xaxis, yaxis, xDomain }, i) => ({
    [xaxis]: axis("pass@1", { domain: xDomain, anchor: y }),
    [yaxis]: axis(i === 0 ? "share of groups of eight" : "", { anchor: x, rangemode: "tozero" }),
  }));
  const base = baseLayout({ title, width: 900, headings, series: recipes.size });
  return { data, layout: { ...base, ...Object.assign({}, ...axes) } };
}
