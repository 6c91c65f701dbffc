import type { PlotlySpec } from "./spec.js";
import { stylesOf } from "./styles.js";
import { axis, baseLayout, shorten } from "./theme.js";

/**
 * How many of a group's n responses are right: the share of groups at each c, bars side by side for the recipes.
 *
 * @param entries a recipe and its counts: `histogram[c]` groups have c right responses, c = 0 ... n
 * @throws RangeError when a histogram counts no group
 * @example correctnessHistogram([{ recipe: "siren", histogram: [1, 0, 3] }]).data[0].y // [0.25, 0, 0.75]
 * @source this project
 */
export function correctnessHistogram(
  entries: readonly { recipe: string; histogram: readonly number[] }[],
  { title = "Right responses a group" } = {},
): PlotlySpec {
  const styleOf = stylesOf(entries.map(({ recipe }) => recipe));
  const data = entries.map(({ recipe, histogram }) => {
    const groups = histogram.reduce((a, b) => a + b, 0);
    if (!(groups > 0)) throw new RangeError(`correctnessHistogram: histogram must count a group, got none (${recipe})`);
    const { label, colour } = styleOf(recipe);
    const x = histogram.map((_, c) => c);
    return { type: "bar", name: label, x, y: histogram.map((n) => shorten(n / groups)), marker: { color: colour } };
  });
  const size = Math.max(0, ...entries.map(({ histogram }) => histogram.length - 1));
  const layout = {
    ...baseLayout({ title }),
    bargap: 0.25,
    xaxis: axis(`right responses c, of n = ${size}`, { dtick: size > 16 ? 4 : 1 }),
    yaxis: axis("share of groups", { rangemode: "tozero" }),
  };
  return { data, layout };
}
