import type { PlotlySpec } from "./spec.js";
import { axis, baseLayout, INK, sequentialScale, shorten } from "./theme.js";

/** A quantity over a grid of two settings. */
export interface SensitivityMap {
  /** Name and settings of the horizontal axis. */
  x: { name: string; values: readonly number[] };
  /** Name and settings of the vertical axis. */
  y: { name: string; values: readonly number[] };
  /** What was measured, one row a y, one column an x; null where nothing ran. */
  values: readonly (readonly (number | null)[])[];
  /** Name and unit of what was measured. */
  measure: string;
  /** The setting to ring: the paper's. */
  marked?: { x: number; y: number };
}

/**
 * A quantity over two settings, each cell with its number (p and tau of a nucleus and a peak mask, K and M of a
 * branching).
 *
 * @throws RangeError when the values do not fill the grid or the marked setting is not on it
 * @example sensitivityMap({ x: { name: "p", values: [0.8] }, y: { name: "tau", values: [0.5] }, values: [[1]], measure: "H" }).data[0].text // [["1"]]
 * @source sensitivity figures of SIREN (arXiv 2509.25133)
 */
export function sensitivityMap(
  { x, y, values, measure, marked }: SensitivityMap,
  { title = `${measure} over ${x.name} and ${y.name}` } = {},
): PlotlySpec {
  if (values.length !== y.values.length || values.some((row) => row.length !== x.values.length)) {
    const shape = `[${y.values.length}][${x.values.length}]`;
    throw new RangeError(`sensitivityMap: values must be ${shape} as y and x, got ${values.length} rows`);
  }
  const z = values.map((row) => row.map((value) => (value === null ? null : shorten(value))));
  const trace = {
    ...{ type: "heatmap", name: measure, z, colorscale: sequentialScale, xgap: 2, ygap: 2 },
    text: z.map((row) => row.map((value) => (value === null ? "" : String(Number(value.toPrecision(3)))))),
    ...{ texttemplate: "%{text}", textfont: { size: 14 }, hoverongaps: false },
    colorbar: { title: { text: measure, side: "right" }, thickness: 14 },
  };
  const ticks = ({ name, values: at }: SensitivityMap["x"]) =>
    axis(name, { tickvals: at.map((_, i) => i), ticktext: at.map(String), showgrid: false });
  const height = 170 + 56 * Math.max(3, y.values.length);
  return {
    data: [trace],
    layout: {
      ...baseLayout({ title, width: 220 + 84 * Math.max(5, x.values.length), height }),
      ...{
        xaxis: ticks(x),
        yaxis: ticks(y),
        shapes: marked ? [ring(x.values.indexOf(marked.x), y.values.indexOf(marked.y))] : [],
      },
    },
  };
}

function ring(column: number, row: number): Record<string, unknown> {
  if (column < 0 || row < 0)
    throw new RangeError("sensitivityMap: marked must be a setting on the grid, got one beside it");
  const at = { x0: column - 0.5, x1: column + 0.5, y0: row - 0.5, y1: row + 0.5 };
  return { type: "rect", ...at, line: { color: INK, width: 3 } };
}
