import type { StepRow } from "../core/types.js";
import { withOpacity } from "./hex.js";
import type { MethodStyle } from "./methods.js";
import { byRecipe, type Run, runsOf } from "./series.js";
import type { PlotlySpec } from "./spec.js";
import { stylesOf } from "./styles.js";
import { axis, baseLayout, shorten } from "./theme.js";

/** Which frontier is drawn, and how. */
export interface FrontierOptions {
  /** k of the horizontal axis. */
  x?: number;
  /** k of the vertical axis. */
  y?: number;
  /** Draw every run thinly behind the mean. */
  runs?: boolean;
  title?: string;
}

/**
 * The frontier of exploitation and exploration: pass@1 against pass@32 along training. Each recipe is a path of its
 * evaluations, mean over runs; points on the path are what stopping early would have given; a ring marks the end.
 * Methods are fairly compared where their paths pass the same pass@1.
 *
 * @param rows step rows; those evaluated at both k are used
 * @throws RangeError when one recipe's rows come from several tasks; no evaluations give empty axes
 * @example frontier([]).data // []
 * @source this project
 */
export function frontier(
  rows: readonly StepRow[],
  { x = 1, y = 32, runs = true, title = "Frontier along training" }: FrontierOptions = {},
): PlotlySpec {
  const evaluated = rows.filter(({ evaluation }) => evaluation && x in evaluation.passAt && y in evaluation.passAt);
  const recipes = byRecipe(evaluated);
  const styleOf = stylesOf(recipes.keys());
  const data = [...recipes].flatMap(([recipe, own]) => {
    const paths = runsOf(own, "tokens", (row) => row.evaluation?.passAt[y]);
    const along = runsOf(own, "tokens", (row) => row.evaluation?.passAt[x]);
    const joined = paths.map((run, i) => ({ ...run, x: along[i].y }));
    return joined.length === 0 ? [] : pathTraces(recipe, styleOf(recipe), joined, runs);
  });
  const axes = { xaxis: axis(`pass@${x}`), yaxis: axis(`pass@${y}`) };
  return { data, layout: { ...baseLayout({ title, width: 700, height: 520 }), ...axes } };
}

function pathTraces(
  recipe: string,
  { label, colour, dash, symbol }: MethodStyle,
  runs: Run[],
  each: boolean,
): Record<string, unknown>[] {
  const count = Math.min(...runs.map((run) => run.y.length));
  const mean = (of: "x" | "y") =>
    Array.from({ length: count }, (_, i) => shorten(runs.reduce((sum, run) => sum + run[of][i], 0) / runs.length));
  const [x, y] = [mean("x"), mean("y")];
  const shared = { type: "scatter", legendgroup: recipe };
  const thin = runs.map((run) => ({
    ...shared,
    ...{ x: run.x.map(shorten), y: run.y.map(shorten), mode: "lines", showlegend: false, hoverinfo: "skip" },
    line: { color: withOpacity(colour, 0.25), width: 1 },
  }));
  const line = {
    ...shared,
    ...{ x, y, mode: "lines+markers", name: runs.length > 1 ? `${label} (${runs.length} runs)` : label },
    line: { color: colour, width: 2.5, dash },
    marker: { color: colour, symbol, size: 7 },
  };
  const end = {
    ...shared,
    ...{ x: x.slice(-1), y: y.slice(-1), mode: "markers", showlegend: false, hoverinfo: "skip" },
    marker: { color: "rgba(0,0,0,0)", size: 16, line: { color: colour, width: 2 } },
  };
  return [...(each && runs.length > 1 ? thin : []), line, end];
}
