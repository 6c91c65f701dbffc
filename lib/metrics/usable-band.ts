import { checkNumber, fail } from "../core/check.js";

/** The coefficients around the best one that still do well. */
export interface UsableBand {
  /** Coefficient of the best score. */
  best: number;
  /** Ends of the band. */
  low: number;
  high: number;
  /** log10(high / low): how many factors of ten a user may be off. */
  decades: number;
  /** The band reaches the end of the sweep: it may be wider than what was tested. */
  openLow: boolean;
  openHigh: boolean;
}

/**
 * Width of the usable band of a coefficient sweep.
 *
 * Definition: of the coefficients in order, the longest unbroken run around the best score whose scores are at least
 * `floor`; its ends are where the straight line (in log coefficient) to the next score outside crosses `floor`, or the
 * ends of the sweep. Null when even the best score is below the floor.
 *
 * @param sweep One point a coefficient, any order; coefficients above 0 and distinct. Scores: higher is better.
 * @param options `floor`: the least score that counts as usable, e.g. that of the method without the term.
 * @throws RangeError for no point, a coefficient that is not positive or appears twice, or a score or floor that is not finite.
 * @example usableBand([{ coefficient: 0.001, score: 0.5 }, { coefficient: 0.01, score: 0.7 }, { coefficient: 0.1, score: 0.3 }], { floor: 0.5 }) // {"best": 0.01, "low": 0.001, "high": 0.0316228, "decades": 1.5, "openLow": true, "openHigh": false}
 * @source This project.
 */
export function usableBand(
  sweep: readonly { coefficient: number; score: number }[],
  { floor }: { floor: number },
): UsableBand | null {
  const fn = "usableBand";
  checkNumber(fn, "floor", floor);
  const points = inOrder(fn, sweep);
  const best = points.reduce((top, { score }, i) => (score > points[top].score ? i : top), 0);
  if (points[best].score < floor) return null;
  const [low, openLow] = edge(points, best, -1, floor);
  const [high, openHigh] = edge(points, best, 1, floor);
  return { best: points[best].coefficient, low, high, decades: Math.log10(high / low), openLow, openHigh };
}

type Point = { coefficient: number; score: number };

function inOrder(fn: string, sweep: readonly Point[]): Point[] {
  if (!sweep?.length) fail(fn, "sweep", "a list of at least one point", sweep);
  for (const [i, { coefficient, score }] of sweep.entries()) {
    checkNumber(fn, `sweep[${i}].coefficient`, coefficient, { low: 0, open: "low" });
    checkNumber(fn, `sweep[${i}].score`, score);
  }
  const points = [...sweep].sort((a, b) => a.coefficient - b.coefficient);
  const twice = points.find(({ coefficient }, i) => i > 0 && coefficient === points[i - 1].coefficient);
  if (twice) fail(fn, "sweep", "points of distinct coefficients (average repeated ones first)", twice.coefficient);
  return points;
}

/** Walks from the best point in one direction; where the band ends, and whether the sweep ended first. */
function edge(points: readonly Point[], best: number, step: 1 | -1, floor: number): [number, boolean] {
  let i = best;
  while (points[i + step]?.score >= floor) i += step;
  const inside = points[i];
  const outside = points[i + step];
  if (!outside) return [inside.coefficient, true];
  const share = (inside.score - floor) / (inside.score - outside.score);
  return [inside.coefficient * (outside.coefficient / inside.coefficient) ** share, false];
}
