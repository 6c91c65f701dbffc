import type { StepRow } from "../core/types.js";
import { meanPath, pathsOf, pathTraces } from "./paths.js";
import { byRecipe, type Run } from "./series.js";
import type { PlotlySpec } from "./spec.js";
import { stylesOf } from "./styles.js";
import { axis, baseLayout } from "./theme.js";

/** Which frontier is drawn, and how. */
export interface FrontierOptions {
  /** k of the horizontal axis. */
  x?: number;
  /** k of the vertical axis. */
  y?: number;
  /** Draw every run thinly behind the mean, where a recipe has at most four. */
  runs?: boolean;
  /** Recipes (baselines, a gentler learning rate of theirs) whose best stops make the line that others must pass. */
  stopped?: readonly string[];
  title?: string;
}

/**
 * The frontier of exploitation and exploration: pass@1 against pass@32 along training. Each recipe is a path of its
 * evaluations, mean over runs; points on the path are what stopping early would have given; a ring marks the end, with
 * the 95 % t interval where runs are many. Methods are fairly compared where their paths pass the same pass@1: a method
 * gives more than stopping early where its path lies beyond the grey line of `stopped`.
 *
 * @param rows step rows; those evaluated at both k are used
 * @throws RangeError when one recipe's rows come from several tasks; no evaluations give empty axes
 * @example frontier([]).data // []
 * @source this project
 */
export function frontier(
  rows: readonly StepRow[],
  { x = 1, y = 32, runs = true, stopped = [], title = "Frontier along training" }: FrontierOptions = {},
): PlotlySpec {
  const evaluated = rows.filter(({ evaluation }) => evaluation && x in evaluation.passAt && y in evaluation.passAt);
  const recipes = byRecipe(evaluated);
  const styleOf = stylesOf(recipes.keys());
  const paths = [...recipes].map(([recipe, own]): [string, Run[]] => [
    recipe,
    pathsOf(
      own,
      (row) => row.evaluation?.passAt[x],
      (row) => row.evaluation?.passAt[y],
    ),
  ]);
  const reached = paths.filter(([recipe]) => stopped.includes(recipe)).map(([, own]) => meanPath(own));
  const data = paths.flatMap(([recipe, own]) => (own.length ? pathTraces(recipe, styleOf(recipe), own, runs) : []));
  const axes = { xaxis: axis(`pass@${x}`), yaxis: axis(`pass@${y}`) };
  const line = reached.length ? [bestStops(reached)] : [];
  return {
    data: [...line, ...data],
    layout: { ...baseLayout({ title, width: 700, height: 520, series: paths.length }), ...axes },
  };
}

/** The stops that no other stop beats on both axes, joined. */
function bestStops(paths: readonly { x: number[]; y: number[] }[]): Record<string, unknown> {
  const points = paths.flatMap(({ x, y }) => x.map((_, i) => [x[i], y[i]]));
  points.sort(([a, up], [b, other]) => b - a || other - up);
  const best: number[][] = [];
  for (const point of points) if (best.length === 0 || point[1] > best[0][1]) best.unshift(point);
  return {
    ...{ type: "scatter", mode: "lines", name: "best early stop of the baselines", hoverinfo: "skip" },
    ...{ x: best.map(([x]) => x), y: best.map(([, y]) => y), line: { color: "#dcdcdc", width: 12 } },
  };
}
