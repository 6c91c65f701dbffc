import type { PlotlySpec } from "./spec.js";
import { baseLayout, INK, plainText, sequentialScale, shorten } from "./theme.js";

/** One response as its reader sees it. */
export interface ResponseView {
  /** The text of each token. [T] */
  labels: readonly string[];
  /** Token entropies, nats. [T] */
  entropy: ArrayLike<number>;
  /** Branch points or forking tokens: outlined. */
  forks?: readonly number[];
  /** Kept tokens (1): underlined. [T] */
  mask?: ArrayLike<number>;
}

/** How a token heat map is drawn. */
export interface ResponseOptions {
  /** Tokens a line; by default as many as their text leaves room for, 16 at most. */
  columns?: number;
  title?: string;
}

const KEPT = "#0072b2";

/**
 * A response as text on a heat map of its token entropies (nats). Forks are outlined, masked-in tokens underlined.
 *
 * @throws RangeError when labels, entropies and mask differ in length, a fork is outside, or there is no token
 * @example tokenHeatmap({ labels: ["3", "+"], entropy: [1, 0.5] }, { columns: 2 }).data[0].z // [[1, 0.5]]
 * @source token-entropy figures of Wang et al., arXiv 2506.01939
 */
export function tokenHeatmap(
  { labels, entropy, forks = [], mask }: ResponseView,
  { columns = fitting(labels), title = "Token entropy of a response" }: ResponseOptions = {},
): PlotlySpec {
  check({ labels, entropy, forks, mask }, columns);
  const wide = Math.min(columns, labels.length);
  const lines = Math.ceil(labels.length / wide);
  const grid = <T>(of: (t: number) => T, none: T | null): (T | null)[][] =>
    Array.from({ length: lines }, (_, r) =>
      Array.from({ length: wide }, (_, c) => (r * wide + c < labels.length ? of(r * wide + c) : none)),
    );
  const trace = {
    ...{ type: "heatmap", name: "token entropy (nats)", z: grid((t) => shorten(entropy[t]), null), zmin: 0 },
    ...{ text: grid((t) => plainText(clipped(labels[t])), ""), texttemplate: "%{text}", textfont: { size: 15 } },
    ...{ colorscale: sequentialScale, xgap: 4, ygap: 10, hoverongaps: false },
    hovertemplate: "%{text}: %{z} nats<extra></extra>",
    colorbar: { title: { text: "nats" }, thickness: 14 },
  };
  const kept = labels.map((_, t) => t).filter((t) => mask?.[t]);
  const blank = { visible: false, fixedrange: true };
  return {
    data: [
      trace,
      ...(forks.length ? [key("fork", "square-open", INK)] : []),
      ...(mask ? [key("kept", "line-ew", KEPT)] : []),
    ],
    layout: {
      ...baseLayout({ title, width: 860, height: 130 + 54 * lines }),
      ...{ xaxis: { ...blank, range: [-0.5, wide - 0.5] }, yaxis: { ...blank, range: [lines - 0.5, -0.5] } },
      margin: { l: 16, r: 16, t: 46, b: 40 },
      legend: { orientation: "h", x: 0, y: 0, yanchor: "top" },
      shapes: [...forks.map((t) => outline(t, wide)), ...kept.map((t) => underline(t, wide))],
    },
  };
}

/** Characters of a token's text that are shown, and that a line of cells has room for. */
const SHOWN = 14;
const ROOM = 96;

function fitting(labels: readonly string[]): number {
  const longest = labels.reduce((most, label) => Math.max(most, label.length), 1);
  return Math.max(4, Math.min(16, Math.floor(ROOM / Math.min(longest, SHOWN))));
}

const clipped = (label: string): string => (label.length > SHOWN ? `${label.slice(0, SHOWN - 1)}…` : label);

function outline(t: number, wide: number): Record<string, unknown> {
  const [x, y] = [t % wide, Math.floor(t / wide)];
  const at = { x0: x - 0.46, x1: x + 0.46, y0: y - 0.4, y1: y + 0.4 };
  return { type: "rect", ...at, line: { color: INK, width: 2.5 } };
}

function underline(t: number, wide: number): Record<string, unknown> {
  const [x, y] = [t % wide, Math.floor(t / wide) + 0.46];
  return { type: "line", x0: x - 0.4, x1: x + 0.4, y0: y, y1: y, line: { color: KEPT, width: 4 } };
}

/** A trace that only stands in the legend. */
const key = (name: string, symbol: string, colour: string): Record<string, unknown> => ({
  ...{ type: "scatter", mode: "markers", name, x: [null], y: [null], hoverinfo: "skip" },
  marker: { symbol, color: colour, size: 14, line: { color: colour, width: 3 } },
});

function check({ labels, entropy, forks = [], mask }: ResponseView, columns: number): void {
  const t = labels.length;
  if (t === 0) throw new RangeError("tokenHeatmap: labels must name at least one token, got none");
  if (!(columns >= 1)) throw new RangeError(`tokenHeatmap: columns must be >= 1, got ${columns}`);
  if (entropy.length !== t)
    throw new RangeError(`tokenHeatmap: entropy must be [${t}] as labels, got [${entropy.length}]`);
  if (mask && mask.length !== t)
    throw new RangeError(`tokenHeatmap: mask must be [${t}] as labels, got [${mask.length}]`);
  const outside = forks.find((fork) => !(fork >= 0 && fork < t));
  if (outside !== undefined) throw new RangeError(`tokenHeatmap: forks must be in [0, ${t - 1}], got ${outside}`);
}
