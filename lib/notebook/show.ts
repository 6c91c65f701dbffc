import { describeFigure } from "../figures/describe.js";
import { checkSpec, renderPng } from "../figures/render.js";
import type { PlotlySpec } from "../figures/spec.js";
import { type Bundle, displayBundle } from "./display.js";

const PLOTLY = "application/vnd.plotly.v1+json";

/**
 * Shows a figure as one output: interactive where JupyterLab has Plotly's renderer, else a picture, else words.
 * Outside a notebook it writes the words.
 *
 * @throws TypeError when the spec has no `data` array or no `layout` object
 * @example await show(entropyCurves(rows));
 * @source this project
 */
export async function show(spec: PlotlySpec): Promise<void> {
  displayBundle(await figureBundle(spec));
}

/** A figure's forms: Plotly's JSON, a small PNG, a description of the data. No HTML: it would carry plotly.js along. */
export async function figureBundle(spec: PlotlySpec): Promise<Bundle> {
  const png = await renderPng(spec, { compact: true });
  return { ...liveBundle(spec), "image/png": Buffer.from(png).toString("base64") };
}

/** The same without the picture: quick enough to be sent many times. */
export function liveBundle(spec: PlotlySpec): Bundle {
  checkSpec("show", spec);
  const { data, layout, config } = spec;
  return { [PLOTLY]: { data, layout, config: { displaylogo: false, ...config } }, "text/plain": describeFigure(spec) };
}
