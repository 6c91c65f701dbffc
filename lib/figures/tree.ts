import type { PlotlySpec } from "./spec.js";
import { axis, baseLayout, bucketColours, divergingScale, INK, shorten } from "./theme.js";

/** One explored state; as `exploreTree` returns it. */
export interface TreeState {
  id: number;
  /** The state before it; null for the bare prompt. */
  parent: number | null;
  /** The trajectory it lies on; null for the bare prompt. */
  base: number | null;
  /** Tokens of the response that are given. */
  length: number;
  /** Rewards of the continuations from it. */
  rewards: readonly number[];
  value: number | null;
}

/** Room between two trajectories; between two continuations of one state; for all of a state's continuations. */
const LANE = 1;
const STEP = 0.045;
const COLUMN = 0.72;

/**
 * The tree of an exploration: states along their trajectories, coloured by value, and under each state its
 * continuations, one dot each, filled where right.
 *
 * @throws RangeError for no state, or a parent that is not among them
 * @example explorationTree([{ id: 0, parent: null, base: null, length: 0, rewards: [1, 0], value: 0.5 }]).data[1].text // ["0.50"]
 * @source FR3E, arXiv 2507.07017, figure of first return and exploration
 */
export function explorationTree(
  states: readonly TreeState[],
  { title = "Explored states of a prompt" } = {},
): PlotlySpec {
  if (states.length === 0) throw new RangeError("explorationTree: states must hold the prompt's, got none");
  const lanes = [...new Set(states.flatMap(({ base }) => (base === null ? [] : [base])))];
  const middle = ((Math.max(1, lanes.length) - 1) * LANE) / 2;
  const yOf = ({ base }: TreeState): number => (base === null ? middle : lanes.indexOf(base) * LANE);
  const place = new Map(states.map((state) => [state.id, { x: state.length, y: yOf(state) }]));
  const height = 150 + 190 * Math.max(1, lanes.length);
  return {
    data: [edges(states, place), nodes(states, place), ...dots(states, place)],
    layout: {
      ...baseLayout({ title, height }),
      xaxis: axis("tokens given", { zeroline: false }),
      yaxis: { visible: false, range: [(Math.max(1, lanes.length) - 1) * LANE + 0.95, -0.3] },
    },
  };
}

type Places = Map<number, { x: number; y: number }>;

function edges(states: readonly TreeState[], place: Places): Record<string, unknown> {
  const joined = states.filter(({ parent }) => parent !== null);
  const ends = joined.map(({ id, parent }) => {
    const from = place.get(parent as number);
    if (!from) throw new RangeError(`explorationTree: parent must be the id of a state, got ${parent}`);
    return [from, place.get(id) as { x: number; y: number }];
  });
  const along = (axis: "x" | "y") => ends.flatMap(([a, b]) => [a[axis], b[axis], null]);
  const line = { color: "#9a9a9a", width: 2 };
  return { type: "scatter", mode: "lines", x: along("x"), y: along("y"), line, hoverinfo: "skip", showlegend: false };
}

function nodes(states: readonly TreeState[], place: Places): Record<string, unknown> {
  return {
    ...{ type: "scatter", mode: "markers+text", name: "value of the state", showlegend: false },
    x: states.map(({ id }) => place.get(id)?.x),
    y: states.map(({ id }) => place.get(id)?.y),
    text: states.map(({ value }) => (value === null ? "" : value.toFixed(2))),
    textposition: "top center",
    marker: {
      ...{ size: 20, line: { color: INK, width: 1.5 }, cmin: 0, cmax: 1, colorscale: divergingScale },
      ...{ color: states.map(({ value }) => (value === null ? null : shorten(value))), showscale: true },
      colorbar: { title: { text: "V" }, thickness: 14, tickvals: [0, 0.5, 1] },
    },
  };
}

/** Continuations hang under their state, right ones first. */
function dots(states: readonly TreeState[], place: Places): Record<string, unknown>[] {
  const kinds = [
    { name: "right continuation", right: true, symbol: "circle", color: bucketColours.allRight },
    { name: "wrong continuation", right: false, symbol: "circle-open", color: bucketColours.allWrong },
  ];
  const most = states.reduce((max, { rewards }) => Math.max(max, rewards.length), 1);
  const step = Math.min(STEP, COLUMN / most);
  return kinds.map(({ name, right, symbol, color }) => {
    const points = states.flatMap(({ id, rewards }) => {
      const at = place.get(id) as { x: number; y: number };
      const order = [...rewards].sort((a, b) => b - a);
      return order.flatMap((r, i) => (r > 0 === right ? [{ x: at.x, y: shorten(at.y + 0.15 + step * i) }] : []));
    });
    const marker = { symbol, color, size: 7, line: { color, width: 1.5 } };
    const shared = { type: "scatter", mode: "markers", name, marker, hoverinfo: "skip" };
    return { ...shared, x: points.map(({ x }) => x), y: points.map(({ y }) => y) };
  });
}
