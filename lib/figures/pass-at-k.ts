import type { StepRow } from "../core/types.js";
import { bandTraces } from "./lines.js";
import { type BandKind, bandOf, byRecipe } from "./series.js";
import type { PlotlySpec } from "./spec.js";
import { methodStyle, stylesOf } from "./styles.js";
import { axis, baseLayout, INK } from "./theme.js";

/** One policy's pass@k on the held-out prompts. */
export interface PassAtEntry {
  recipe: string;
  base: string;
  seed: number;
  /** k -> pass@k. */
  passAt: Record<string, number>;
}

/**
 * The last evaluation of every run, and under the name `base` the evaluation of each base checkpoint: the one
 * before the first update (step 0), where rows have it.
 *
 * @throws RangeError when rows come from several tasks
 * @example finalEvaluations([]) // []
 * @source this project
 */
export function finalEvaluations(rows: readonly StepRow[]): PassAtEntry[] {
  const tasks = [...new Set(rows.map(({ task }) => task))];
  if (tasks.length > 1) throw new RangeError(`finalEvaluations: rows must be of one task, got ${tasks.join(", ")}`);
  const last = new Map<string, PassAtEntry>();
  const bases = new Map<string, PassAtEntry>();
  for (const { recipe, base, seed, step, evaluation } of rows) {
    if (!evaluation) continue;
    const passAt = evaluation.wide?.passAt ?? evaluation.passAt;
    if (step === 0) keepWidest(bases, { recipe: "base", base, seed: 0, passAt });
    else last.set(`${recipe}/${base}/${seed}`, { recipe, base, seed, passAt });
  }
  return [...bases.values(), ...last.values()];
}

/** A base is evaluated once a run, and by some of them at more k. */
function keepWidest(bases: Map<string, PassAtEntry>, entry: PassAtEntry): void {
  const known = bases.get(entry.base)?.passAt ?? {};
  if (Object.keys(entry.passAt).length >= Object.keys(known).length) bases.set(entry.base, entry);
}

/** How pass@k is drawn. */
export interface PassAtOptions {
  band?: BandKind;
  /** Draw each entry less this recipe's entry on the same base: where a curve falls below 0, that one overtakes it. */
  against?: string;
  title?: string;
}

/**
 * pass@k against k (logarithmic), one line a recipe with a band over its runs; the base model belongs in every such
 * picture, since exploration may only have kept what the base could do. With `against: "base"` the differences are
 * paired by base checkpoint: bands then show the method's spread, not the checkpoints'.
 *
 * @param entries one a policy, `finalEvaluations(rows)` for instance
 * @throws never; no entries give empty axes
 * @example passAtKCurves([]).data // []
 * @source the pass@k figures of Yue et al., arXiv 2504.13837
 */
export function passAtKCurves(
  entries: readonly PassAtEntry[],
  { band = "range", against, title }: PassAtOptions = {},
): PlotlySpec {
  const recipes = byRecipe(against === undefined ? entries : differences(entries, against));
  const styleOf = stylesOf(byRecipe(entries).keys());
  const data = [...recipes].flatMap(([recipe, own]) => {
    const runs = own.map(({ base, seed, passAt }) => {
      const x = ksOf([passAt]);
      return { base, seed, x, y: x.map((k) => passAt[k]) };
    });
    return bandTraces(recipe, styleOf(recipe), bandOf(runs, band, Infinity), { markers: runs[0].x.length <= 12 });
  });
  const ks = ksOf(entries.map(({ passAt }) => passAt));
  const ticks = ks.length <= 12 ? ks : ks.filter((k) => Number.isInteger(Math.log2(k)));
  const name = against && `pass@k minus ${methodStyle(against).label}`;
  const zero = { type: "line", xref: "x domain", x0: 0, x1: 1, y0: 0, y1: 0, layer: "below", line: { color: INK } };
  const layout = {
    ...baseLayout({ title: title ?? name ?? "pass@k on held-out prompts", series: recipes.size }),
    xaxis: axis("k (samples a prompt)", { type: "log", tickvals: ticks, ticktext: ticks.map(String) }),
    yaxis: axis(name ?? "pass@k"),
    ...(against && { shapes: [zero] }),
  };
  return { data, layout };
}

function ksOf(all: readonly Record<string, number>[]): number[] {
  return [...new Set(all.flatMap((passAt) => Object.keys(passAt).map(Number)))].sort((a, b) => a - b);
}

/** Each entry less the named recipe's on its base (and seed, where that has one), at the k of both. */
function differences(entries: readonly PassAtEntry[], against: string): PassAtEntry[] {
  const others = entries.filter(({ recipe }) => recipe === against);
  return entries.flatMap((entry) => {
    if (entry.recipe === against) return [];
    const same = others.filter(({ base }) => base === entry.base);
    const other = same.find(({ seed }) => seed === entry.seed) ?? same[0];
    if (!other) return [];
    const shared = Object.keys(entry.passAt).filter((k) => k in other.passAt);
    const passAt = Object.fromEntries(shared.map((k) => [k, entry.passAt[k] - other.passAt[k]]));
    return shared.length ? [{ ...entry, passAt }] : [];
  });
}
