import type { PlotlySpec } from "./spec.js";
import { axis, baseLayout, bucketColours, INK, panels, panelTitle, plainText, shorten } from "./theme.js";

/** A response with the values of its prefixes. */
export interface ValuedResponse {
  label: string;
  right: boolean;
  /** V after 0 ... T tokens. [T + 1] */
  values: ArrayLike<number>;
  /** Token entropies, nats. [T] */
  entropy: ArrayLike<number>;
  /** 1 where the response had a choice to make. [T] */
  forks: ArrayLike<number>;
}

/**
 * State values along whole responses, token by token, above the entropies of the tokens that made them: where a value
 * jumps, the token before it decided. Tokens with a choice are filled.
 *
 * @throws RangeError for no response, or values, entropies and forks that do not fit each other
 * @example valueProfile([{ label: "a", right: true, values: [0.5, 1], entropy: [0.7], forks: [1] }]).data[0].y // [0.5, 1]
 * @source state values: FR3E (arXiv 2507.07017), here of every prefix
 */
export function valueProfile(
  responses: readonly ValuedResponse[],
  { title = "State values along a response" } = {},
): PlotlySpec {
  checkResponses("valueProfile", responses);
  const [top, bottom] = panels(2, { columns: 1, gapY: 0.17 });
  const data = responses.flatMap(({ label, right, values, entropy, forks }, i) => {
    const color = colourOf(right);
    const shared = { type: "scatter", name: plainText(label), legendgroup: String(i) };
    const line = { color, width: 2.5, dash: right ? "solid" : "dash", shape: "hv" };
    const filled = Array.from(forks, (fork) => (fork ? color : "#ffffff"));
    const marker = { color: filled, size: 8, line: { color, width: 1.5 } };
    return [
      { ...shared, mode: "lines", x: places(values), y: Array.from(values, shorten), line },
      {
        ...{ ...shared, mode: "markers", showlegend: false, marker, xaxis: bottom.x, yaxis: bottom.y },
        ...{ x: places(entropy).map((t) => t + 1), y: Array.from(entropy, shorten) },
      },
    ];
  });
  const longest = Math.max(...responses.map(({ values }) => values.length));
  const headings = [panelTitle(top, "share right from here"), panelTitle(bottom, "entropy of the token that led here")];
  const across = { range: [-0.5, longest - 0.5] };
  return {
    data,
    layout: {
      ...baseLayout({ title, width: 860, height: 520, headings }),
      xaxis: axis("", { ...across, anchor: "y" }),
      xaxis2: axis("tokens given", { ...across, anchor: "y2" }),
      yaxis: axis("V", { range: [-0.05, 1.08], domain: top.yDomain }),
      yaxis2: axis("nats", { rangemode: "tozero", domain: bottom.yDomain, anchor: "x2" }),
    },
  };
}

/**
 * Token entropy against how much the token changed the state's value, |V(t+1) - V(t)|: one point a token, right and wrong
 * responses side by side. The dashed line is the change that sampling alone would show (`noise`).
 *
 * @param noise mean |change| where nothing was decided
 * @throws RangeError for no response, or values, entropies and forks that do not fit each other
 * @example valueChangeScatter([{ label: "a", right: true, values: [0.5, 1], entropy: [0.7], forks: [1] }]).data[0].y // [0.5]
 * @source this project, after FR3E (arXiv 2507.07017), which branches where entropy is high
 */
export function valueChangeScatter(
  responses: readonly ValuedResponse[],
  { noise, title = "Does the token decide?" }: { noise?: number; title?: string } = {},
): PlotlySpec {
  checkResponses("valueChangeScatter", responses);
  const sides = [true, false].filter((right) => responses.some((response) => response.right === right));
  const places = panels(sides.length, { gapX: 0.1 });
  const data = sides.flatMap((right, i) =>
    [1, 0].flatMap((fork) => {
      const points = responses.flatMap((response) => (response.right === right ? pointsOf(response, fork) : []));
      const color = colourOf(right);
      const look = fork ? { color, size: 7, opacity: 0.75 } : { symbol: "circle-open", color: "#9a9a9a", size: 6 };
      const name = fork ? `a choice, ${right ? "right" : "wrong"}` : "no choice";
      const shared = { type: "scatter", mode: "markers", name, marker: look, showlegend: fork === 1 || i === 0 };
      const at = { xaxis: places[i].x, yaxis: places[i].y };
      return points.length === 0 ? [] : [{ ...shared, ...at, x: points.map(([h]) => h), y: points.map(([, d]) => d) }];
    }),
  );
  const headings = sides.map((right, i) => panelTitle(places[i], `${right ? "right" : "wrong"} responses`));
  const axes = places.map(({ x, y, xaxis, yaxis, xDomain }, i) => ({
    [xaxis]: axis("token entropy (nats)", { domain: xDomain, anchor: y, rangemode: "tozero" }),
    [yaxis]: axis(i === 0 ? "|change of V|" : "", { anchor: x, range: [-0.03, 1.03] }),
  }));
  const shapes = noise === undefined ? [] : places.map(({ x, y }) => level(noise, x, y));
  return { data, layout: { ...baseLayout({ title, width: 860, headings }), shapes, ...Object.assign({}, ...axes) } };
}

const colourOf = (right: boolean): string => (right ? bucketColours.allRight : bucketColours.allWrong);

const places = (values: ArrayLike<number>): number[] => Array.from(values, (_, t) => t);

/** Entropy and change of the tokens that had a choice, or of those that had none. */
const pointsOf = ({ values, entropy, forks }: ValuedResponse, fork: number): [number, number][] =>
  places(entropy)
    .filter((t) => Number(forks[t] > 0) === fork)
    .map((t) => [shorten(entropy[t]), shorten(Math.abs(values[t + 1] - values[t]))]);

const level = (y: number, x: string, of: string) => ({
  ...{ type: "line", xref: `${x} domain`, yref: of, x0: 0, x1: 1, y0: y, y1: y },
  line: { color: INK, width: 1, dash: "dash" },
});

function checkResponses(fn: string, responses: readonly ValuedResponse[]): void {
  if (responses.length === 0) throw new RangeError(`${fn}: responses must hold one, got none`);
  for (const { label, values, entropy, forks } of responses) {
    const t = entropy.length;
    if (values.length === t + 1 && forks.length === t) continue;
    const got = `[${values.length}], [${t}], [${forks.length}]`;
    throw new RangeError(`${fn}: values, entropy and forks must be [T + 1], [T], [T], got ${got} (${label})`);
  }
}
