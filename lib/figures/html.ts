import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { writeAtomic } from "../core/files.js";
import { describeFigure } from "./describe.js";
import { plotlyFile } from "./render/page.js";
import { checkSpec } from "./render.js";
import type { PlotlySpec } from "./spec.js";

/** What a page of figures is called and where it finds plotly.js. */
export interface HtmlOptions {
  title?: string;
  /** Address of a copy of plotly.js relative to the page; by default plotly.js is written into the page, once. */
  plotly?: string;
}

/** The name under which pages find the copy of plotly.js beside them. */
export const PLOTLY_COPY = "plotly.min.js";

/**
 * One interactive page of figures that works offline: plotly.js is in it once, or in one file beside it that many
 * pages share. Each figure's description stands below it as text.
 *
 * @throws RangeError for no figure; TypeError when a spec has no `data` array or no `layout` object
 * @example standaloneHtml([{ data: [], layout: {} }], { plotly: "plotly.min.js" }).startsWith("<!doctype html>") // true
 * @source this project
 */
export function standaloneHtml(specs: readonly PlotlySpec[], { title = "Figures", plotly }: HtmlOptions = {}): string {
  if (specs.length === 0) throw new RangeError("standaloneHtml: specs must hold a figure, got none");
  const library = plotly === undefined ? inlined() : `<script src="${escapeHtml(plotly)}"></script>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<style>
body { font-family: "DejaVu Sans", Verdana, sans-serif; max-width: 960px; margin: 2em auto; padding: 0 1em; color: #222 }
figure { margin: 0 0 2.5em } figcaption { font-size: 85% } pre { white-space: pre-wrap; font: inherit }
</style>
${library}</head><body>
<h1>${escapeHtml(title)}</h1>
${specs.map(section).join("\n")}
<script>
for (const figure of document.querySelectorAll("figure")) {
  const { data, layout, config } = JSON.parse(figure.querySelector("script").textContent);
  Plotly.newPlot(figure.querySelector("div"), data, layout, config);
}
</script>
</body></html>
`;
}

/**
 * Writes such a page with a copy of plotly.js beside it, which it shares with the other pages of its folder.
 *
 * @throws as `standaloneHtml`; the file system's errors as they are
 * @example await writeFigurePage("figures/entropy.html", [entropyCurves(rows)], { title: "Entropy" });
 * @source this project
 */
export async function writeFigurePage(
  path: string,
  specs: readonly PlotlySpec[],
  { title }: { title?: string } = {},
): Promise<void> {
  const page = standaloneHtml(specs, { title: title ?? basename(path, ".html"), plotly: PLOTLY_COPY });
  writeAtomic(join(dirname(path), PLOTLY_COPY), readFileSync(plotlyFile()));
  writeAtomic(path, page);
}

function section(spec: PlotlySpec): string {
  checkSpec("standaloneHtml", spec);
  const { data, layout, config } = spec;
  const json = JSON.stringify({ data, layout, config: { displaylogo: false, ...config } });
  // Inside a script element only "<" could end it or begin a comment.
  const safe = json.replace(/</g, "\\u003c");
  const words = escapeHtml(describeFigure(spec));
  return `<figure><div></div><script type="application/json">${safe}</script>
<figcaption><details><summary>in words</summary><pre>${words}</pre></details></figcaption></figure>`;
}

function inlined(): string {
  const source = readFileSync(plotlyFile(), "utf8");
  return `<script>${source.replace(/<\/(script)/gi, "<\\/$1").replace(/<!--/g, "<\\!--")}</script>`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (c) => ENTITIES[c]);
