import { createRequire } from "node:module";
import { extname } from "node:path";
import { writeAtomic } from "../core/files.js";
import { plotlyPage, resetNames } from "./render/page.js";
import { palettePng } from "./render/palette.js";
import { FONT_FAMILY, fontFiles } from "./render/text.js";
import type { PlotlySpec } from "./spec.js";

const require = createRequire(import.meta.url);

interface ResvgModule {
  Resvg: new (
    svg: string,
    options: Record<string, unknown>,
  ) => { render(): { width: number; height: number; pixels: Uint8Array; asPng(): Uint8Array } };
}

let queue: Promise<unknown> = Promise.resolve();

/**
 * A figure as SVG text, drawn by plotly.js in a simulated page: no browser, and the same bytes on every machine.
 * The font is DejaVu Sans, whatever the spec asks for: it is the one whose metrics the layout was computed with.
 *
 * @param spec a figure; its `layout.width` and `layout.height` are the size, px
 * @throws TypeError when the spec has no `data` array or no `layout` object
 * @example const svg = await renderSvg({ data: [{ y: [1, 2] }], layout: {} });
 * @source this project
 */
export async function renderSvg(spec: PlotlySpec): Promise<string> {
  checkSpec("renderSvg", spec);
  // One at a time: the page's random names restart with each picture.
  const drawn = queue.then(() => draw(spec));
  queue = drawn.catch(() => undefined);
  return drawn;
}

async function draw(spec: PlotlySpec): Promise<string> {
  const window = plotlyPage();
  resetNames(window);
  const { font, ...layout } = structuredClone(spec.layout);
  const figure = {
    data: structuredClone(spec.data),
    layout: { ...layout, font: { ...(font as object | undefined), family: FONT_FAMILY } },
  };
  const svg = await window.Plotly.toImage(figure, { format: "svg", imageDataOnly: true });
  // Quoted references are legal, but several SVG readers miss them.
  return svg.replace(/url\('(#[^']*)'\)/g, "url($1)");
}

/**
 * A figure as PNG bytes: `renderSvg`, then resvg with that one font and no system fonts.
 *
 * @param scale pixels a unit of the layout's size; 1 keeps a notebook small, 2 suits print
 * @param compact 256 colours, a third of the bytes: for outputs stored in notebooks
 * @throws TypeError when the spec has no `data` array or no `layout` object; RangeError unless scale > 0
 * @example const png = await renderPng({ data: [{ y: [1, 2] }], layout: {} }, { scale: 2 });
 * @source this project
 */
export async function renderPng(spec: PlotlySpec, { scale = 1, compact = false } = {}): Promise<Uint8Array> {
  if (!(scale > 0)) throw new RangeError(`renderPng: scale must be > 0, got ${scale}`);
  // What resvg reads otherwise than a browser: it knows the older name of unsmoothed pixels.
  const svg = (await renderSvg(spec)).replaceAll("image-rendering: pixelated", "image-rendering: optimizeSpeed");
  const { Resvg } = require("@resvg/resvg-js") as ResvgModule;
  const { regular, bold } = fontFiles();
  const font = { loadSystemFonts: false, fontFiles: [regular, bold], defaultFontFamily: FONT_FAMILY };
  const image = new Resvg(svg, { font, fitTo: { mode: "zoom", value: scale } }).render();
  return compact ? palettePng(image) : image.asPng();
}

/**
 * Writes a figure as `.svg` or `.png` (by the path's ending, `scale` 2) or as `.json` (the spec itself).
 *
 * @throws RangeError on another ending; the file system's errors as they are
 * @example await writeFigure("figures/entropy.png", entropyCurves(rows));
 * @source this project
 */
export async function writeFigure(path: string, spec: PlotlySpec, { scale = 2 } = {}): Promise<void> {
  const ending = extname(path);
  if (ending === ".svg") writeAtomic(path, await renderSvg(spec));
  else if (ending === ".png") writeAtomic(path, await renderPng(spec, { scale }));
  else if (ending === ".json") writeAtomic(path, `${JSON.stringify(spec)}\n`);
  else throw new RangeError(`writeFigure: path must end in .svg, .png or .json, got "${path}"`);
}

/** The shape that every consumer of a spec relies on. */
export function checkSpec(fn: string, spec: PlotlySpec): void {
  if (Array.isArray(spec?.data) && typeof spec.layout === "object" && spec.layout !== null) return;
  throw new TypeError(`${fn}: spec must be {data: array, layout: object}, got ${JSON.stringify(spec)?.slice(0, 80)}`);
}
