import type { PlotlySpec } from "./spec.js";
import { axis, baseLayout, bucketColours, INK, plainText, shorten } from "./theme.js";

/** One judged claim. */
export interface ForestClaim {
  /** Short name and statement. */
  name: string;
  /** Effect beyond its threshold, on the claimed side: positive supports the claim. */
  mean: number;
  low: number;
  high: number;
  verdict: "reproduced" | "contradicted" | "inconclusive";
  /** Unit of the effect; claims of one unit share an axis. */
  unit?: string;
  /** The effect as tables print it, before the shift to the claimed side: what is written and hovered. */
  told?: string;
}

/** How a verdict looks. */
export const VERDICTS = {
  reproduced: { color: bucketColours.allRight, symbol: "circle" },
  contradicted: { color: bucketColours.allWrong, symbol: "x" },
  inconclusive: { color: "#8c8c8c", symbol: "circle-open" },
} as const;

/**
 * Forest plot of claims: effect and interval of each beyond its threshold, right of zero where the runs speak for it;
 * one panel a unit. Hovering tells the effect as tables do.
 *
 * @throws RangeError for no claim, or an interval that does not hold its mean
 * @example claimForest([{ name: "S3", mean: 0.2, low: 0.1, high: 0.3, verdict: "reproduced" }]).data[0].x // [0.2]
 * @source this project
 */
export function claimForest(
  claims: readonly ForestClaim[],
  { title = "Claims and what the runs say" } = {},
): PlotlySpec {
  checkClaims("claimForest", claims);
  const units = [...new Set(claims.map(({ unit = "effect" }) => unit))];
  const groups = units.map((unit) => claims.filter((claim) => (claim.unit ?? "effect") === unit));
  const height = 130 + 34 * claims.length + 74 * units.length;
  const domains = stacked(
    groups.map((group) => group.length),
    74 / 34,
  );
  const places = units.map((_, i) => ({ x: `x${i ? i + 1 : ""}`, y: `y${i ? i + 1 : ""}` }));
  const seen = new Set<string>();
  const data = groups.flatMap((group, i) =>
    (Object.keys(VERDICTS) as (keyof typeof VERDICTS)[]).flatMap((verdict) => {
      const own = group.map((claim, row) => ({ ...claim, row })).filter((claim) => claim.verdict === verdict);
      const trace = own.length ? [claimTrace(own, verdict, places[i], !seen.has(verdict))] : [];
      if (own.length) seen.add(verdict);
      return trace;
    }),
  );
  const axes = groups.map((group, i) => axesOf(group, units[i], i, domains[i]));
  const zeros = places.map(({ x, y }) => zero(x, y));
  return {
    data,
    layout: { ...baseLayout({ title, width: 860, height }), shapes: zeros, ...Object.assign({}, ...axes) },
  };
}

/** At least one claim, and every interval holds its mean. */
export function checkClaims(fn: string, claims: readonly ForestClaim[]): void {
  if (claims.length === 0) throw new RangeError(`${fn}: claims must hold one, got none`);
  const bad = claims.find(({ mean, low, high }) => !(low <= mean && mean <= high));
  if (!bad) return;
  throw new RangeError(`${fn}: low <= mean <= high must hold, got ${bad.low}, ${bad.mean}, ${bad.high} (${bad.name})`);
}

function claimTrace(
  own: (ForestClaim & { row: number })[],
  verdict: keyof typeof VERDICTS,
  at: { x: string; y: string },
  legend: boolean,
) {
  const { color, symbol } = VERDICTS[verdict];
  return {
    ...{ type: "scatter", mode: "markers", name: verdict, legendgroup: verdict, showlegend: legend, orientation: "h" },
    ...{ x: own.map(({ mean }) => shorten(mean)), y: own.map(({ row }) => row), xaxis: at.x, yaxis: at.y },
    error_x: {
      ...{ type: "data", symmetric: false, color, thickness: 2.5 },
      array: own.map(({ high, mean }) => shorten(high - mean)),
      arrayminus: own.map(({ mean, low }) => shorten(mean - low)),
    },
    marker: { color, symbol, size: 11, line: { color, width: 2 } },
    ...hover(own),
  };
}

/** Names with effects as tables print them. */
export function hover(claims: readonly ForestClaim[]): { hoverinfo: "text"; hovertext: string[] } {
  return { hoverinfo: "text", hovertext: claims.map((claim) => plainText(`${claim.name}: ${effectText(claim)}`)) };
}

/** As tables print it where that is known; else with as many decimals as two digits of the half-width have. */
export function effectText({ mean, low, high, unit = "", told }: ForestClaim): string {
  if (told !== undefined) return told.replace(/(?<!\w)-(?=\d)/g, "−");
  const [middle, from, to] = [mean, low, high].map((value) => rounded(value, (high - low) / 2));
  return `${middle} [${from}, ${to}] ${unit}`.trim();
}

/** With the proper minus sign. */
function rounded(value: number, half: number): string {
  if (!Number.isFinite(value)) return value < 0 ? "−∞" : "∞";
  const decimals = half > 0 && Number.isFinite(half) ? 1 - Math.floor(Math.log10(half)) : 3;
  return value.toFixed(Math.min(6, Math.max(0, decimals))).replace("-", "−");
}

/** Domains from the top down, as high as their rows, with gaps of `gap` rows for the axes between. */
function stacked(rows: number[], gap: number): [number, number][] {
  const total = rows.reduce((a, b) => a + b, 0) + gap * (rows.length - 1);
  let top = 1;
  return rows.map((count) => {
    const bottom = Math.max(0, top - count / total);
    const domain: [number, number] = [bottom, top];
    top = bottom - gap / total;
    return domain;
  });
}

function axesOf(group: ForestClaim[], unit: string, i: number, domain: [number, number]): Record<string, unknown> {
  const n = i ? String(i + 1) : "";
  const ticks = { tickvals: group.map((_, row) => row), ticktext: group.map(({ name }) => plainText(name)) };
  return {
    [`xaxis${n}`]: axis(`${unit} beyond the threshold, on the claimed side`, { anchor: `y${n}` }),
    [`yaxis${n}`]: axis("", {
      ...ticks,
      domain,
      range: [group.length - 0.5, -0.5],
      anchor: `x${n}`,
      showgrid: false,
      ticks: "",
    }),
  };
}

const zero = (x: string, y: string) => ({
  ...{ type: "line", xref: x, yref: `${y} domain`, x0: 0, x1: 0, y0: 0, y1: 1, layer: "below" },
  line: { color: INK, width: 1.5 },
});
