import type { PlotlySpec } from "./spec.js";

/**
 * A figure in words, for readers without the picture: title, axes, and for each named series its first, last,
 * lowest and highest value.
 *
 * @throws never
 * @example describeFigure({ data: [{ name: "a", y: [1, 3, 2] }], layout: {} }) // "Figure.\na: 3 points, first 1, last 2, lowest 1, highest 3"
 * @source this project
 */
export function describeFigure(spec: PlotlySpec): string {
  const title = textOf(spec.layout.title);
  const axes = Object.keys(spec.layout)
    .filter((key) => /^[xy]axis\d*$/.test(key))
    .map((key) => textOf((spec.layout[key] as Record<string, unknown>)?.title))
    .filter((text, i, all) => text !== "" && all.indexOf(text) === i);
  const lines = spec.data.flatMap((trace) => describeTrace(trace));
  return [`Figure${title && `: ${title}`}.${axes.length ? ` Axes: ${axes.join("; ")}.` : ""}`, ...lines].join("\n");
}

function describeTrace(trace: Record<string, unknown>): string[] {
  if (trace.hoverinfo === "skip" || trace.visible === false) return [];
  const name = typeof trace.name === "string" ? trace.name : String(trace.type ?? "series");
  if (Array.isArray(trace.z)) {
    const values = trace.z.flat().filter((v): v is number => Number.isFinite(v));
    return [`${name}: ${trace.z.length} rows of cells${extent(values)}`];
  }
  const along = trace.orientation === "h" ? trace.x : trace.y;
  const values = Array.isArray(along) ? along.filter((v): v is number => Number.isFinite(v)) : [];
  if (values.length === 0) return [];
  const ends = `, first ${short(values[0])}, last ${short(values[values.length - 1])}`;
  return [`${name}: ${values.length} point${values.length === 1 ? "" : "s"}${ends}${extent(values)}`];
}

function extent(values: number[]): string {
  if (values.length === 0) return "";
  const low = values.reduce((a, b) => Math.min(a, b));
  const high = values.reduce((a, b) => Math.max(a, b));
  return `, lowest ${short(low)}, highest ${short(high)}`;
}

const short = (value: number): string => String(Number(value.toPrecision(3)));

function textOf(title: unknown): string {
  const text = typeof title === "string" ? title : (title as { text?: unknown } | undefined)?.text;
  return typeof text === "string" ? text.replace(/<[^>]*>/g, " ").trim() : "";
}
