import type { StepRow } from "../core/types.js";
import { bandTraces } from "./lines.js";
import { type BandKind, bandOf, byRecipe } from "./series.js";
import type { PlotlySpec } from "./spec.js";
import { stylesOf } from "./styles.js";
import { axis, baseLayout } from "./theme.js";

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
    if (step === 0) bases.set(base, { recipe: "base", base, seed: 0, passAt: evaluation.passAt });
    else last.set(`${recipe}/${base}/${seed}`, { recipe, base, seed, passAt: evaluation.passAt });
  }
  return [...bases.values(), ...last.values()];
}

/**
 * pass@k against k (logarithmic), one line a recipe with a band over its runs; the base model belongs in every such
 * picture, since exploration may only have kept what the base could do.
 *
 * @param entries one a policy, `finalEvaluations(rows)` for instance
 * @throws never; no entries give empty axes
 * @example passAtKCurves([]).data // []
 * @source the pass@k figures of Yue et al., arXiv 2504.13837
 */
export function passAtKCurves(
  entries: readonly PassAtEntry[],
  { band = "range" as BandKind, title = "pass@k on held-out prompts" } = {},
): PlotlySpec {
  const recipes = byRecipe(entries);
  const styleOf = stylesOf(recipes.keys());
  const data = [...recipes].flatMap(([recipe, own]) => {
    const runs = own.map(({ base, seed, passAt }) => {
      const x = Object.keys(passAt)
        .map(Number)
        .sort((a, b) => a - b);
      return { base, seed, x, y: x.map((k) => passAt[k]) };
    });
    return bandTraces(recipe, styleOf(recipe), bandOf(runs, band), { markers: true });
  });
  const ticks = [...new Set(entries.flatMap(({ passAt }) => Object.keys(passAt).map(Number)))].sort((a, b) => a - b);
  const layout = {
    ...baseLayout({ title }),
    xaxis: axis("k (samples a prompt)", { type: "log", tickvals: ticks, ticktext: ticks.map(String) }),
    yaxis: axis("pass@k"),
  };
  return { data, layout };
}
