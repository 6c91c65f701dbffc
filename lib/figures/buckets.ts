import type { StepRow } from "../core/types.js";
import { bandOf, byRecipe, runsOf, smoothed } from "./series.js";
import type { PlotlySpec } from "./spec.js";
import { methodStyle } from "./styles.js";
import { axis, baseLayout, bucketColours, type Panel, panels, panelTitle, progressTitle } from "./theme.js";

const KINDS = [
  ["allRight", "All-Right"],
  ["mixed", "mixed"],
  ["allWrong", "All-Wrong"],
] as const;

/** How bucket areas are drawn. */
export interface BucketOptions {
  x?: "tokens" | "step";
  /** Moving average over this many rows. */
  smooth?: number;
  title?: string;
}

/**
 * Shares of All-Right, mixed and All-Wrong groups over training: stacked areas, one panel a recipe, mean over runs.
 *
 * @throws RangeError when one recipe's rows come from several tasks; no rows give an empty figure
 * @example bucketAreas([]).data // []
 * @source All-Right / All-Wrong figure of FR3E (arXiv 2507.07017)
 */
export function bucketAreas(
  rows: readonly StepRow[],
  { x = "tokens", smooth = 9, title = "Groups by their rollouts" }: BucketOptions = {},
): PlotlySpec {
  const recipes = [...byRecipe(rows)];
  const columns = Math.min(3, Math.max(1, recipes.length));
  const lines = Math.ceil(recipes.length / columns);
  const places = panels(recipes.length, { columns, gapX: 0.07, gapY: 0.42 / Math.max(lines, 2) ** 1.3 });
  const data = recipes.flatMap(([, own], i) =>
    KINDS.map(([kind, name]) => {
      const runs = runsOf(own, x, (row) => row[kind]).map((run) => ({ ...run, y: smoothed(run.y, smooth) }));
      const { x: at, mean } = bandOf(runs);
      return areaTrace(name, bucketColours[kind], places[i], { x: at, y: mean, first: i === 0 });
    }),
  );
  const headings = recipes.map(([recipe], i) => panelTitle(places[i], methodStyle(recipe).label));
  const height = 130 + 230 * lines;
  return {
    data,
    layout: {
      ...baseLayout({ title, width: 900, height, headings }),
      ...Object.assign({}, ...places.map((place) => axes(place, x, place.row === places.at(-1)?.row))),
    },
  };
}

interface Area {
  x: number[];
  y: number[];
  first: boolean;
}

function areaTrace(name: string, colour: string, panel: Panel, { x, y, first }: Area): Record<string, unknown> {
  return {
    type: "scatter",
    mode: "lines",
    name,
    x,
    y,
    stackgroup: panel.x,
    fillcolor: colour,
    line: { color: colour, width: 0.5 },
    xaxis: panel.x,
    yaxis: panel.y,
    legendgroup: name,
    showlegend: first,
  };
}

function axes(panel: Panel, x: "tokens" | "step", last: boolean): Record<string, unknown> {
  const shared = { anchor: panel.y, domain: panel.xDomain };
  return {
    [panel.xaxis]: axis(last ? progressTitle[x] : "", { ...shared, nticks: 5 }),
    [panel.yaxis]: axis(panel.column === 0 ? "share of groups" : "", {
      anchor: panel.x,
      domain: panel.yDomain,
      range: [0, 1],
    }),
  };
}
