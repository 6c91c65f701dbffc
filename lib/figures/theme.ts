/** What every figure shares: size, type, axes. Legible when printed at half its size. */

export const INK = "#222222";
const GRID = "#e4e4e4";

/** Colours of the three kinds of groups: the ends of a brown-teal scale, grey between them. */
export const bucketColours = { allRight: "#35978f", mixed: "#d9d9d9", allWrong: "#8c510a" };

/** Sequential (0 and up) and diverging (around 0) colour scales that keep their order in greyscale and for CVD. */
export const sequentialScale: [number, string][] = [
  [0, "#faf4e8"],
  [0.25, "#fbdfae"],
  [0.5, "#f4a55c"],
  [0.75, "#cf5125"],
  [1, "#6e1610"],
];
export const divergingScale: [number, string][] = [
  [0, "#8c510a"],
  [0.25, "#d8b365"],
  [0.5, "#f7f7f7"],
  [0.75, "#5ab4ac"],
  [1, "#01665e"],
];

export interface LayoutOptions {
  title?: string;
  width?: number;
  height?: number;
  /** Headings of the panels (`panelTitle`): they need room between the title and the plot. */
  headings?: Record<string, unknown>[];
  /** Entries of the legend: many of them are set smaller, and the figure grows by what they need. */
  series?: number;
}

/** The layout that every figure starts from; axes are added to it. */
export function baseLayout({
  title,
  width = 760,
  height = 450,
  headings = [],
  series = 0,
}: LayoutOptions): Record<string, unknown> {
  return {
    width,
    height: height + 24 * Math.max(0, Math.ceil(series / 2) - 3),
    ...(title ? { title: { text: title, x: 0.01, xanchor: "left", y: 0.98, yanchor: "top", font: { size: 18 } } } : {}),
    font: { family: "DejaVu Sans, Verdana, sans-serif", size: 15, color: INK },
    paper_bgcolor: "#ffffff",
    plot_bgcolor: "#ffffff",
    margin: { l: 70, r: 20, t: (title ? 46 : 16) + (headings.length > 0 ? 26 : 0), b: 60 },
    ...(headings.length > 0 ? { annotations: headings } : {}),
    legend: {
      orientation: "h",
      x: 0,
      y: 0.01,
      yref: "container",
      yanchor: "bottom",
      traceorder: "normal",
      ...(series > 6 && { font: { size: 13 } }),
    },
    hovermode: "closest",
  };
}

/** An axis with its title and unit. */
export function axis(title: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    title: { text: title, standoff: 8 },
    automargin: true,
    gridcolor: GRID,
    zeroline: false,
    linecolor: INK,
    ticks: "outside",
    tickcolor: INK,
    ...more,
  };
}

/** A logarithmic axis with readable ticks: 1, 2, 5 of every decade, or 1 and 3. */
export function logTicks(digits: readonly number[]): Record<string, unknown> {
  const decades = Array.from({ length: 13 }, (_, i) => i - 8);
  const tickvals = decades.flatMap((power) => digits.map((digit) => Number(`${digit}e${power}`)));
  return { type: "log", tickvals, ticktext: tickvals.map(String) };
}

/** The horizontal axis that training curves share. */
export const progressTitle = { tokens: "generated tokens", step: "training step" } as const;

export interface Panel {
  /** Names for a trace: `x2`, `y2`. */
  x: string;
  y: string;
  /** Names in the layout: `xaxis2`, `yaxis2`. */
  xaxis: string;
  yaxis: string;
  xDomain: [number, number];
  yDomain: [number, number];
  row: number;
  column: number;
}

/** Places for `count` panels in a grid filled row by row from the top. */
export function panels(count: number, { columns = count, gapX = 0.08, gapY = 0.2 } = {}): Panel[] {
  const rows = Math.ceil(count / columns);
  const width = (1 - gapX * (columns - 1)) / columns;
  const height = (1 - gapY * (rows - 1)) / rows;
  return Array.from({ length: count }, (_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    const left = column * (width + gapX);
    const top = 1 - row * (height + gapY);
    const n = i === 0 ? "" : String(i + 1);
    return {
      x: `x${n}`,
      y: `y${n}`,
      xaxis: `xaxis${n}`,
      yaxis: `yaxis${n}`,
      xDomain: [round(left), round(left + width)],
      yDomain: [round(top - height), round(top)],
      row,
      column,
    };
  });
}

/** A heading above a panel. */
export function panelTitle({ x, y }: Panel, text: string): Record<string, unknown> {
  const place = { xref: `${x} domain`, yref: `${y} domain`, x: 0, y: 1.02, xanchor: "left", yanchor: "bottom" };
  return { ...place, text, showarrow: false, font: { size: 15 } };
}

const round = (value: number): number => Math.max(0, Math.round(value * 1e6) / 1e6);

/** Four significant digits: as many as a picture can show, and specs stay small. */
export const shorten = (value: number): number => (Number.isFinite(value) ? Number(value.toPrecision(4)) : value);

/** Model text inside Plotly's pseudo-HTML: characters as they are, whitespace and control characters made visible. */
export function plainText(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/\n/g, "⏎")
    .replace(/\t/g, "⇥");
}
