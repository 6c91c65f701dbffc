import type { PlotlySpec } from "./spec.js";
import { axis, baseLayout, INK, plainText, shorten } from "./theme.js";

const KEPT = "#0072b2";
const CUT = "#c9c9c9";
const PARTLY = "#8fb3c9";

/** How a nucleus bar is drawn. */
export interface NucleusOptions {
  /** The nucleus's mass, drawn as a line. */
  p?: number;
  /** How many bars to draw; the rest is one bar. By default 16, or up to 40 where the nucleus is that large. */
  show?: number;
  title?: string;
}

/**
 * One position's next-token distribution, most likely first: the tokens that the nucleus keeps, those that it cuts,
 * the cumulative mass, and everything beyond the drawn tokens as one bar.
 *
 * @param candidates token text and probability, in any order
 * @param kept how many of the most likely tokens the nucleus holds
 * @throws RangeError for no candidate, a probability outside [0, 1], or `kept` outside [0, number of candidates]
 * @example nucleusBar([{ token: "+", probability: 0.7 }, { token: "-", probability: 0.3 }], 1).data[0].y // [0.7]
 * @source top-p sets: Holtzman et al., arXiv 1904.09751; nucleus entropy: SIREN, arXiv 2509.25133
 */
export function nucleusBar(
  candidates: readonly { token: string; probability: number }[],
  kept: number,
  { p = 0.8, show = Math.min(40, Math.max(16, kept + 2)), title = "Nucleus of one position" }: NucleusOptions = {},
): PlotlySpec {
  check(candidates, kept);
  const sorted = [...candidates].sort((a, b) => b.probability - a.probability);
  const drawn = sorted.slice(0, show);
  const rest = 1 - drawn.reduce((sum, { probability }) => sum + probability, 0);
  const beyond = Math.max(0, rest) > 1e-6 ? [{ token: "all others", probability: rest }] : [];
  const bars = [...drawn, ...beyond];
  const bar = (name: string, color: string, from: number, to: number) => ({
    ...{ type: "bar", name, marker: { color }, x: bars.map((_, i) => i).slice(from, to) },
    y: bars.slice(from, to).map(({ probability }) => shorten(probability)),
  });
  const massOf = (count: number) => drawn.slice(0, count).reduce((sum, { probability }) => sum + probability, 0);
  const cumulative = drawn.map((_, i) => shorten(massOf(i + 1)));
  const line = {
    type: "scatter",
    mode: "lines+markers",
    name: "cumulative",
    line: { color: INK, width: 1.5, shape: "hv" },
  };
  const places = bars.map((_, i) => i);
  const level = {
    type: "line",
    xref: "x domain",
    x0: 0,
    x1: 1,
    y0: p,
    y1: p,
    line: { color: INK, width: 1, dash: "dash" },
  };
  return {
    data: [
      bar("kept", KEPT, 0, Math.min(kept, drawn.length)),
      bar(
        kept > drawn.length ? "kept and cut" : "cut",
        kept > drawn.length ? PARTLY : CUT,
        Math.min(kept, drawn.length),
        bars.length,
      ),
      { ...line, x: places.slice(0, drawn.length), y: cumulative, marker: { color: INK, size: 5 } },
    ],
    layout: {
      ...baseLayout({ title }),
      shapes: [level],
      xaxis: axis("next token, most likely first", {
        tickvals: places,
        ticktext: bars.map(({ token }) => plainText(token)),
      }),
      yaxis: axis("probability", { range: [0, 1.03] }),
    },
  };
}

function check(candidates: readonly { probability: number }[], kept: number): void {
  if (candidates.length === 0) throw new RangeError("nucleusBar: candidates must hold a token, got none");
  const bad = candidates.find(({ probability }) => !(probability >= 0 && probability <= 1));
  if (bad) throw new RangeError(`nucleusBar: probability must be in [0, 1], got ${bad.probability}`);
  if (Number.isInteger(kept) && kept >= 0 && kept <= candidates.length) return;
  throw new RangeError(`nucleusBar: kept must be an integer in [0, ${candidates.length}], got ${kept}`);
}
