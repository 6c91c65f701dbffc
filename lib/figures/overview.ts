import { checkClaims, effectText, type ForestClaim, hover, VERDICTS } from "./forest.js";
import type { PlotlySpec } from "./spec.js";
import { axis, baseLayout, INK, plainText, shorten } from "./theme.js";

/** A judged claim and the heading under which it stands: a paper, a yardstick. */
export interface OverviewClaim extends ForestClaim {
  group?: string;
}

/** Half-widths from zero beyond which an effect is drawn as an arrow. */
const EDGE = 6;
/** Height of a row of one line, px; each further line takes this share more. */
const ROW = 25;
const LINE = 0.7;
/** Characters of a name before it breaks. */
const WIDTH = 32;

interface Row {
  claim?: OverviewClaim;
  text: string;
  /** Middle and lower edge, in rows of one line from the top. */
  y: number;
  bottom: number;
}

/**
 * Many claims of different units in one picture: each effect divided by the half-width of its interval, so every
 * interval reaches one to either side and speaks where it misses zero; the figures themselves stand at the right (those
 * of `told`, not shifted, where it is given). An arrow is farther out than the axis.
 * Claims stand under the headings of their groups, in the order given.
 *
 * @throws RangeError for no claim, or an interval that does not hold its mean
 * @example claimOverview([{ name: "S3", mean: 0.2, low: 0.1, high: 0.3, verdict: "reproduced" }]).data[0].x // [2]
 * @source this project
 */
export function claimOverview(
  claims: readonly OverviewClaim[],
  { title = "Claims and what the runs say" } = {},
): PlotlySpec {
  checkClaims("claimOverview", claims);
  const rows = rowsOf(claims);
  const judged = rows.filter((row): row is Row & { claim: OverviewClaim } => row.claim !== undefined);
  const figures = judged.map(({ claim, y }) => figureText(claim, y));
  const widest = Math.max(...figures.map(({ text }) => text.length));
  const bottom = rows[rows.length - 1].bottom;
  const layout = {
    ...baseLayout({ title, width: 860, height: 205 + ROW * bottom }),
    margin: { l: 70, r: 16 + 6.8 * widest, t: 95, b: 80 },
    shapes: [zeroLine],
    annotations: [...figures, side("← against", 0, "left"), side("for →", 1, "right")],
    xaxis: axis("effect beyond its threshold, on the claimed side,<br>in half-widths of its interval", {
      range: [-EDGE - 0.6, EDGE + 0.6],
      dtick: 2,
    }),
    yaxis: axis("", {
      ...{ tickvals: rows.map(({ y }) => y), ticktext: rows.map(({ text }) => text), tickfont: { size: 14 } },
      ...{ range: [bottom, 0], showgrid: false, ticks: "" },
    }),
  };
  const kinds = Object.keys(VERDICTS) as (keyof typeof VERDICTS)[];
  return { data: kinds.flatMap((verdict) => traces(judged, verdict)), layout };
}

/** Headings are rows of their own. */
function rowsOf(claims: readonly OverviewClaim[]): Row[] {
  const groups = [...new Set(claims.map(({ group = "" }) => group))];
  const rows = groups.flatMap((name): Pick<Row, "claim" | "text">[] => [
    ...(name === "" ? [] : [{ text: `<b>${broken(name)}</b>` }]),
    ...claims.filter(({ group = "" }) => group === name).map((claim) => ({ claim, text: broken(claim.name) })),
  ]);
  let bottom = 0;
  return rows.map((row) => {
    const height = 1 + LINE * (row.text.split("<br>").length - 1);
    bottom += height;
    return { ...row, y: bottom - height / 2, bottom };
  });
}

/** A name in lines of at most `WIDTH` characters where its words allow. */
function broken(name: string): string {
  const lines = [""];
  for (const word of name.split(" ")) {
    const last = lines[lines.length - 1];
    if (last !== "" && last.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines.map(plainText).join("<br>");
}

function traces(rows: (Row & { claim: OverviewClaim })[], verdict: keyof typeof VERDICTS): Record<string, unknown>[] {
  const { color, symbol } = VERDICTS[verdict];
  const own = rows.filter(({ claim }) => claim.verdict === verdict);
  if (own.length === 0) return [];
  const scaled = own.map(({ claim, y }) => ({ y, ...inHalfWidths(claim) }));
  const arrow = (at: number) => (at > EDGE ? "triangle-right" : at < -EDGE ? "triangle-left" : symbol);
  const shared = { type: "scatter", mode: "markers", legendgroup: verdict };
  // The legend has a trace of its own: an arrow would be its sign where the first claim has one.
  const key = { ...shared, name: verdict, x: [null], y: [null], marker: { color, symbol, size: 10 } };
  return [
    {
      ...shared,
      ...{ name: verdict, showlegend: false, ...hover(own.map(({ claim }) => claim)) },
      x: scaled.map(({ mean }) => shorten(Math.min(EDGE, Math.max(-EDGE, mean)))),
      y: scaled.map(({ y }) => y),
      error_x: {
        ...{ type: "data", symmetric: false, color, thickness: 2, width: 3 },
        array: scaled.map(({ mean, high }) => (Math.abs(mean) > EDGE ? 0 : shorten(high))),
        arrayminus: scaled.map(({ mean, low }) => (Math.abs(mean) > EDGE ? 0 : shorten(low))),
      },
      marker: { color, symbol: scaled.map(({ mean }) => arrow(mean)), size: 10, line: { color, width: 2 } },
    },
    key,
  ];
}

/** The mean, and how far the interval reaches to either side of it. An interval without an end says nothing: 0. */
function inHalfWidths({ mean, low, high }: ForestClaim): { mean: number; low: number; high: number } {
  const half = (high - low) / 2;
  if (!Number.isFinite(half)) return { mean: 0, low: 1, high: 1 };
  if (half === 0) return { mean: mean === 0 ? 0 : Math.sign(mean) * Infinity, low: 0, high: 0 };
  return { mean: mean / half, low: (mean - low) / half, high: (high - mean) / half };
}

function figureText(claim: ForestClaim, y: number) {
  const place = { xref: "x domain", yref: "y", x: 1.01, y, xanchor: "left", yanchor: "middle", showarrow: false };
  return { ...place, text: plainText(effectText(claim)), font: { size: 13, color: INK } };
}

const side = (text: string, x: number, xanchor: string) => ({
  ...{ xref: "x domain", yref: "y domain", x, y: 1, xanchor, yanchor: "bottom", showarrow: false },
  ...{ text, font: { size: 13, color: INK } },
});

const zeroLine = {
  ...{ type: "line", xref: "x", yref: "y domain", x0: 0, x1: 0, y0: 0, y1: 1, layer: "below" },
  line: { color: INK, width: 1.5 },
};
