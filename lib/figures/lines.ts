import { withOpacity } from "./hex.js";
import type { MethodStyle } from "./methods.js";
import type { Band } from "./series.js";

interface LineOptions {
  panel?: { x: string; y: string };
  legend?: boolean;
  markers?: boolean;
  /** Written where the line ends. */
  end?: string;
}

/** A recipe's mean line and its band, as Plotly traces; the band is left out of the legend and of hovering. */
export function bandTraces(
  recipe: string,
  { label, colour, dash, symbol }: MethodStyle,
  band: Band,
  { panel = { x: "x", y: "y" }, legend = true, markers = false, end = "" }: LineOptions = {},
): Record<string, unknown>[] {
  const place = { type: "scatter", xaxis: panel.x, yaxis: panel.y, legendgroup: recipe };
  const line = {
    ...place,
    name: band.runs > 1 ? `${label} (${band.runs} runs)` : label,
    x: band.x,
    y: band.mean,
    mode: `${markers ? "lines+markers" : "lines"}${end && "+text"}`,
    line: { color: colour, width: 2.5, dash },
    ...(markers ? { marker: { color: colour, symbol, size: 8 } } : {}),
    ...(end ? { ...endText(end, band.x.length), textfont: { color: colour, size: 13 } } : {}),
    showlegend: legend,
  };
  if (band.runs < 2) return [line];
  const edge = { ...place, mode: "lines", line: { width: 0 }, hoverinfo: "skip", showlegend: false };
  const fill = { fill: "tonexty", fillcolor: withOpacity(colour, 0.16) };
  return [{ ...edge, x: band.x, y: band.low }, { ...edge, x: band.x, y: band.high, ...fill }, line];
}

const endText = (text: string, points: number): Record<string, unknown> => ({
  ...{ text: [...Array<string>(Math.max(0, points - 1)).fill(""), text], textposition: "middle right" },
  cliponaxis: false,
});
