import type { StepRow } from "../core/types.js";
import { pathsOf, pathTraces } from "./paths.js";
import { byRecipe } from "./series.js";
import type { PlotlySpec } from "./spec.js";
import { stylesOf } from "./styles.js";
import { axis, baseLayout, logTicks } from "./theme.js";

/** What is set against pass@1. */
export interface EqualAccuracyOptions {
  of?: "entropy" | "nucleusEntropy" | "length" | "perplexity" | "distinct";
  /** Draw every run thinly behind the mean, where a recipe has at most four. */
  runs?: boolean;
  log?: boolean;
  title?: string;
}

const TITLES = {
  entropy: "entropy (nats)",
  nucleusEntropy: "nucleus entropy (nats)",
  length: "response length (tokens)",
  perplexity: "perplexity",
  distinct: "different right answers a prompt",
};

/**
 * A figure of the held-out responses (entropy, length, ...) at equal pass@1: each recipe's evaluations are a path, mean
 * over runs, and a ring marks its end. A method that only learns more slowly walks the same path as the others; one
 * that spends less entropy on the same accuracy walks above them.
 *
 * @param rows step rows with `evaluation.responses`; entropy is read off the row itself where they are missing
 * @throws RangeError when one recipe's rows come from several tasks; no evaluations give empty axes
 * @example equalAccuracy([]).data // []
 * @source this project; accuracy as a function of entropy: Cui et al., arXiv 2505.22617
 */
export function equalAccuracy(
  rows: readonly StepRow[],
  { of = "entropy", runs = true, log = false, title }: EqualAccuracyOptions = {},
): PlotlySpec {
  const value = (row: StepRow): number | undefined =>
    row.evaluation?.responses?.[of] ?? (of === "perplexity" || of === "distinct" ? undefined : row[of]);
  const recipes = byRecipe(rows.filter(({ evaluation }) => evaluation !== undefined));
  const styleOf = stylesOf(recipes.keys());
  const data = [...recipes].flatMap(([recipe, own]) => {
    const paths = pathsOf(own, (row) => row.evaluation?.passAt[1], value);
    return paths.length ? pathTraces(recipe, styleOf(recipe), paths, runs) : [];
  });
  const heading = title ?? `${TITLES[of].replace(/ \(.*/, "").replace(/^./, (c) => c.toUpperCase())} at equal pass@1`;
  const layout = {
    ...baseLayout({ title: heading, width: 700, height: 520, series: recipes.size }),
    xaxis: axis("pass@1"),
    yaxis: axis(TITLES[of], log ? logTicks([1, 2, 5]) : {}),
  };
  return { data, layout };
}
