import type { StepRow } from "../core/types.js";
import { withOpacity } from "./hex.js";
import type { MethodStyle } from "./methods.js";
import { type Run, runsOf, tInterval } from "./series.js";
import { shorten } from "./theme.js";

/** Most runs that are drawn one by one; of more, the end's interval is shown. */
const THIN = 4;

type Value = (row: StepRow) => number | undefined;

/** One path a run of one recipe, in order of generated tokens, through the rows that have both values. */
export function pathsOf(rows: readonly StepRow[], x: Value, y: Value): Run[] {
  const has = rows.filter((row) => Number.isFinite(x(row)) && Number.isFinite(y(row)));
  const across = runsOf(has, "tokens", x);
  return runsOf(has, "tokens", y).map((run, i) => ({ ...run, x: across[i].y }));
}

/** Mean of the runs' paths, evaluation by evaluation, as far as all of them go. */
export function meanPath(runs: readonly Run[]): { x: number[]; y: number[] } {
  const count = Math.min(...runs.map((run) => run.y.length));
  const mean = (of: "x" | "y") =>
    Array.from({ length: count }, (_, i) => shorten(runs.reduce((sum, run) => sum + run[of][i], 0) / runs.length));
  return { x: mean("x"), y: mean("y") };
}

/** A recipe's mean path with a ring at its end; each of a few runs thinly, or the 95 % t interval at the end of many. */
export function pathTraces(
  recipe: string,
  { label, colour, dash, symbol }: MethodStyle,
  runs: readonly Run[],
  each: boolean,
): Record<string, unknown>[] {
  const { x, y } = meanPath(runs);
  const shared = { type: "scatter", legendgroup: recipe };
  const thin = runs.map((run) => ({
    ...shared,
    ...{ x: run.x.map(shorten), y: run.y.map(shorten), mode: "lines", showlegend: false, hoverinfo: "skip" },
    line: { color: withOpacity(colour, 0.25), width: 1 },
  }));
  const line = {
    ...shared,
    ...{ x, y, mode: "lines+markers", name: runs.length > 1 ? `${label} (${runs.length} runs)` : label },
    line: { color: colour, width: 2.5, dash },
    marker: { color: colour, symbol, size: 7 },
  };
  const many = runs.length > THIN;
  const end = {
    ...shared,
    ...{ x: x.slice(-1), y: y.slice(-1), mode: "markers", showlegend: false, hoverinfo: "skip" },
    marker: { color: "rgba(0,0,0,0)", size: 16, line: { color: colour, width: 2 } },
    ...(many && { error_x: halfWidth(runs, "x", x.length - 1, colour) }),
    ...(many && { error_y: halfWidth(runs, "y", x.length - 1, colour) }),
  };
  return [...(each && runs.length > 1 && !many ? thin : []), line, end];
}

function halfWidth(runs: readonly Run[], of: "x" | "y", at: number, colour: string): Record<string, unknown> {
  const values = runs.map((run) => run[of][at]);
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  return { type: "data", array: [shorten(tInterval(values, mean)[1] - mean)], color: withOpacity(colour, 0.6) };
}
