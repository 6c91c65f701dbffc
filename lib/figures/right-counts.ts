import type { Evaluation, StepRow } from "../core/types.js";
import { withOpacity } from "./hex.js";
import { byRecipe, tInterval } from "./series.js";
import type { PlotlySpec } from "./spec.js";
import { methodStyle, stylesOf } from "./styles.js";
import { axis, baseLayout, INK, type Panel, panels, panelTitle, shorten } from "./theme.js";

/** Whose right responses are counted, and in groups of what size. */
export interface RightCountOptions {
  /** Responses a group. */
  size?: number;
  /** One difficulty's prompts alone. */
  difficulty?: string;
  title?: string;
}

/**
 * How many of a group's responses are right, before training and after: the expected share of held-out prompts at each
 * c, one panel a recipe, mean over runs with its 95 % t interval; the outline is the base. The ends are the shares of
 * All-Wrong and All-Right groups.
 *
 * A prompt with c of n right samples has j of `size` right with probability C(c, j) C(n - c, size - j) / C(n, size), so
 * evaluations of different n are comparable.
 *
 * @param rows step rows with `evaluation.right`; step 0 is the base
 * @throws RangeError when an evaluation has fewer samples than `size`, or not this difficulty
 * @example rightCounts([]).data // []
 * @source All-Right / All-Wrong figure of FR3E (arXiv 2507.07017), with the buckets between
 */
export function rightCounts(
  rows: readonly StepRow[],
  { size = 8, difficulty, title = `Right responses in groups of ${size}` }: RightCountOptions = {},
): PlotlySpec {
  const recipes = [...byRecipe(rows.filter(({ evaluation }) => evaluation?.right))];
  const columns = Math.min(3, Math.max(1, recipes.length));
  const lines = Math.ceil(recipes.length / columns);
  const places = panels(recipes.length, { columns, gapX: 0.06, gapY: 0.42 / Math.max(lines, 2) ** 1.3 });
  const styleOf = stylesOf(recipes.map(([recipe]) => recipe));
  const data = recipes.flatMap(([recipe, own], i) => {
    const shares = (chosen: StepRow[]) => chosen.map(({ evaluation }) => sharesOf(evaluation, size, difficulty));
    const starts = shares(own.filter(({ step }) => step === 0));
    const ends = shares(lastRows(own.filter(({ step }) => step > 0)));
    return [
      ...(ends.length ? [bars(ends, styleOf(recipe).colour, places[i])] : []),
      ...(starts.length ? [outline(starts, places[i], i === 0)] : []),
    ];
  });
  const headings = recipes.map(([recipe], i) => panelTitle(places[i], styleOf(recipe).label));
  const base = baseLayout({ title, width: 900, height: 130 + 230 * Math.max(1, lines), headings });
  const axes = places.map((place, i) => axesOf(place, size, i + columns >= recipes.length));
  return { data, layout: { ...base, bargap: 0.15, ...Object.assign({}, ...axes) } };
}

/** The last row of every run. */
function lastRows(rows: readonly StepRow[]): StepRow[] {
  const last = new Map<string, StepRow>();
  for (const row of rows) {
    const key = `${row.base}/${row.seed}`;
    if (row.step >= (last.get(key)?.step ?? 0)) last.set(key, row);
  }
  return [...last.values()];
}

function sharesOf(evaluation: Evaluation | undefined, size: number, difficulty?: string): number[] {
  const right = evaluation?.right ?? [];
  const n = samplesOf(evaluation);
  if (!(n >= size)) throw new RangeError(`rightCounts: size must be at most the ${n} samples of a prompt, got ${size}`);
  const own = difficulty === undefined ? right : ofDifficulty(evaluation, right, difficulty);
  return Array.from(
    { length: size + 1 },
    (_, j) => own.reduce((sum, c) => sum + choose(c, j) * choose(n - c, size - j), 0) / choose(n, size) / own.length,
  );
}

/** Samples a prompt: the mean count over the mean share. */
function samplesOf(evaluation: Evaluation | undefined): number {
  const { right = [], avgAt = 0, passAt = {} } = evaluation ?? {};
  const least = Math.max(...right, ...Object.keys(passAt).map(Number));
  const mean = right.reduce((a, b) => a + b, 0) / right.length;
  return avgAt > 0 ? Math.max(least, Math.round(mean / avgAt)) : least;
}

/** Counts stand in order of difficulty, equally many prompts of each. */
function ofDifficulty(evaluation: Evaluation | undefined, right: number[], difficulty: string): number[] {
  const names = Object.keys(evaluation?.byDifficulty ?? {});
  const at = names.indexOf(difficulty);
  if (at < 0) throw new RangeError(`rightCounts: difficulty must be one of ${names.join(", ")}, got "${difficulty}"`);
  const each = right.length / names.length;
  return right.slice(at * each, (at + 1) * each);
}

function choose(n: number, k: number): number {
  let ways = k > n || k < 0 ? 0 : 1;
  for (let i = 0; i < k && ways > 0; i++) ways *= (n - i) / (i + 1);
  return ways;
}

const at = (shares: number[][], c: number): number[] => shares.map((one) => one[c]);
const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
const means = (shares: number[][]): number[] => shares[0].map((_, c) => shorten(mean(at(shares, c))));

function bars(shares: number[][], colour: string, { x, y }: Panel): Record<string, unknown> {
  const half = shares[0].map((_, c) => {
    const values = at(shares, c);
    return shorten(tInterval(values, mean(values))[1] - mean(values));
  });
  const error =
    shares.length > 2 ? { error_y: { type: "data", array: half, thickness: 1.5, width: 3, color: INK } } : {};
  return {
    ...{ type: "bar", x: means(shares).map((_, c) => c), y: means(shares), xaxis: x, yaxis: y },
    ...{ marker: { color: withOpacity(colour, 0.65) }, showlegend: false, ...error },
  };
}

function outline(shares: number[][], { x, y }: Panel, legend: boolean): Record<string, unknown> {
  const heights = means(shares);
  return {
    ...{ type: "scatter", mode: "lines", name: "base", legendgroup: "base", showlegend: legend, xaxis: x, yaxis: y },
    ...{ x: heights.flatMap((_, c) => [c - 0.5, c + 0.5]), y: heights.flatMap((height) => [height, height]) },
    line: { color: methodStyle("base").colour, width: 2.5 },
  };
}

function axesOf({ x, y, xaxis, yaxis, xDomain, yDomain, column }: Panel, size: number, last: boolean) {
  return {
    [xaxis]: axis(last ? `right of ${size}` : "", { anchor: y, domain: xDomain, dtick: size > 8 ? 4 : 1 }),
    [yaxis]: axis(column === 0 ? "share of prompts" : "", { anchor: x, domain: yDomain, rangemode: "tozero" }),
  };
}
