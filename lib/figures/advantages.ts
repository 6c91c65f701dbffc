import type { PlotlySpec } from "./spec.js";
import { axis, baseLayout, divergingScale, plainText, shorten } from "./theme.js";

/**
 * Token advantages of a batch: one row a response, one column a token, brown below zero and teal above.
 *
 * @param responses a label and the advantages `[T]` of each
 * @throws RangeError for no response
 * @example advantageMap([{ label: "a", advantages: [1, 1] }, { label: "b", advantages: [-1] }]).data[0].z // [[1, 1], [-1, null]]
 * @source this project
 */
export function advantageMap(
  responses: readonly { label: string; advantages: ArrayLike<number> }[],
  { title = "Advantage of every token" } = {},
): PlotlySpec {
  if (responses.length === 0) throw new RangeError("advantageMap: responses must be a batch of at least one, got none");
  const width = responses.reduce((longest, { advantages }) => Math.max(longest, advantages.length), 0);
  const z = responses.map(({ advantages }) =>
    Array.from({ length: width }, (_, t) => (t < advantages.length ? shorten(advantages[t]) : null)),
  );
  const reach = z.flat().reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0) || 1;
  const labels = responses.map(({ label }) => plainText(label));
  const trace = {
    ...{ type: "heatmap", name: "advantage", z, zmin: -reach, zmax: reach, colorscale: divergingScale },
    // Rows may share a label: places are numbers, labels are ticks.
    ...{ xgap: 1, ygap: 1, colorbar: { title: { text: "A" }, thickness: 14 }, hoverongaps: false },
  };
  const places = labels.map((_, i) => i);
  const layout = {
    ...baseLayout({ title, width: 820, height: 130 + 26 * Math.max(4, responses.length) }),
    xaxis: axis("token of the response", { showgrid: false }),
    yaxis: axis("", { tickvals: places, ticktext: labels, autorange: "reversed", showgrid: false }),
  };
  return { data: [trace], layout };
}
