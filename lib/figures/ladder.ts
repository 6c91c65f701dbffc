import type { PlotlySpec } from "./spec.js";
import { methodStyle } from "./styles.js";
import { axis, baseLayout, bucketColours, INK, panels, panelTitle, plainText, shorten } from "./theme.js";

/** State values along one trajectory, the prompt's first; as `modulatedAdvantages` returns them. */
export interface LadderStates {
  values: ArrayLike<number>;
  deltas: ArrayLike<number>;
  alphas: ArrayLike<number>;
}

/**
 * The value ladder of one trajectory: V(S_j) step by step with its change, and below it the factor alpha_j that each
 * state's advantages are scaled by.
 *
 * @param labels what each block added (block j leads to S_j); the state's name by default
 * @throws RangeError when the three differ in length or hold no state
 * @example stateLadder({ values: [0.25, 0.5], deltas: [0, 0.25], alphas: [1, 0.7788] }).data[0].y // [0.25, 0.5]
 * @source FR3E, arXiv 2507.07017, advantage modulation alpha = exp(-(V(S_j) - V(S_j-1)))
 */
export function stateLadder(
  { values, deltas, alphas }: LadderStates,
  { labels, title = "State values along a trajectory" }: { labels?: readonly string[]; title?: string } = {},
): PlotlySpec {
  const n = values.length;
  if (n === 0) throw new RangeError("stateLadder: values must hold a state, got none");
  if (deltas.length !== n || alphas.length !== n) {
    throw new RangeError(
      `stateLadder: deltas and alphas must be [${n}] as values, got [${deltas.length}], [${alphas.length}]`,
    );
  }
  const [top, bottom] = panels(2, { columns: 1, gapY: 0.2 });
  const places = Array.from({ length: n }, (_, j) => j);
  const names = places.map((j) => (labels?.[j] === undefined ? `S<sub>${j}</sub>` : plainText(labels[j])));
  const { colour } = methodStyle("fr3e");
  const value = {
    ...{ type: "scatter", mode: "lines+markers+text", name: "V", x: places, y: Array.from(values, shorten) },
    ...{ text: places.map((j) => (j === 0 ? "" : signed(deltas[j]))), textposition: "top center" },
    ...{
      line: { color: colour, width: 2.5 },
      marker: { color: colour, size: 11 },
      cliponaxis: false,
      showlegend: false,
    },
  };
  const factor = {
    ...{ type: "bar", name: "alpha", x: places, y: Array.from(alphas, shorten), xaxis: bottom.x, yaxis: bottom.y },
    ...{
      marker: { color: Array.from(alphas, shade) },
      text: Array.from(alphas, (a) => a.toFixed(2)),
      showlegend: false,
    },
  };
  const ticks = { tickvals: places, range: [-0.5, n - 0.5] };
  const one = {
    type: "line",
    xref: "x2 domain",
    yref: "y2",
    x0: 0,
    x1: 1,
    y0: 1,
    y1: 1,
    line: { color: INK, width: 1, dash: "dot" },
  };
  const headings = [
    panelTitle(top, "V(S<sub>j</sub>) and its change"),
    panelTitle(bottom, "factor α<sub>j</sub> of the state's advantages"),
  ];
  return {
    data: [value, factor],
    layout: {
      ...baseLayout({ title, height: 520, headings }),
      shapes: [one],
      xaxis: axis("", { ...ticks, ticktext: names, anchor: "y" }),
      xaxis2: axis("state", { ...ticks, ticktext: places.map((j) => `S<sub>${j}</sub>`), anchor: "y2" }),
      yaxis: axis("share right", { range: [0, 1.15], domain: top.yDomain, tickvals: [0, 0.25, 0.5, 0.75, 1] }),
      yaxis2: axis("α", { rangemode: "tozero", domain: bottom.yDomain, anchor: "x2" }),
    },
  };
}

const signed = (delta: number): string => `${delta < 0 ? "−" : "+"}${Math.abs(delta).toFixed(2)}`;

/** A state after a loss of value is pushed up, after a gain held back. */
const shade = (alpha: number): string =>
  alpha > 1 ? bucketColours.allWrong : alpha < 1 ? bucketColours.allRight : "#bdbdbd";
