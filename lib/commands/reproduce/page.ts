import type { PlotlySpec } from "../../figures/index.js";
import { escaped, htmlTable, markdownTable, type Table } from "./tables.js";

/** One figure of the results page. */
export interface PageFigure {
  file: string;
  caption: string;
  spec: PlotlySpec;
  /** Also as PNG, for pages that take no SVG. */
  png?: boolean;
}

/** One piece of the results page. */
export type Block =
  | { heading: string; level?: 2 | 3 }
  | { text: string }
  | { list: readonly string[] }
  | { table: Table; folded?: string }
  | { figure: PageFigure };

/** A results page, before it is HTML or Markdown. */
export interface Page {
  title: string;
  blocks: readonly Block[];
}

/** The page as Markdown: for the reader of a terminal or a repository; figures are named by their files. */
export function pageMarkdown({ title, blocks }: Page): string {
  return `${[`# ${literal(title)}`, ...blocks.map(blockMarkdown)].join("\n\n")}\n`;
}

/** One line whose characters mean themselves in Markdown. */
export const literal = (text: string): string =>
  text
    .replace(/\s*\n\s*/g, " ")
    .replace(/[\\`*_[\]~#|]/g, "\\$&")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .trim();

function blockMarkdown(block: Block): string {
  if ("heading" in block) return `${"#".repeat(block.level ?? 2)} ${block.heading}`;
  if ("text" in block) return block.text;
  if ("list" in block) return block.list.map((line) => `- ${line}`).join("\n");
  if ("table" in block) return (block.folded ? `${block.folded}:\n\n` : "") + markdownTable(block.table);
  return `![${block.figure.caption}](figures/${block.figure.file}.svg)`;
}

const STYLE = `body{font:15px/1.5 "DejaVu Sans",Verdana,sans-serif;max-width:1240px;margin:2em auto;padding:0 1em;color:#222}
p,ul{max-width:64em}table{border-collapse:collapse;font-size:12px;line-height:1.35;margin:.6em 0 1.4em}
td:first-child{white-space:nowrap}td,th{border-bottom:1px solid #ddd;padding:.35em .7em .35em 0;text-align:left;vertical-align:top}th{border-bottom:2px solid #999}
h2{margin-top:2em;border-bottom:1px solid #999}figure{margin:2em 0}figcaption{max-width:64em;font-size:13px;color:#444}
img{max-width:100%;height:auto}summary{cursor:pointer}
.reproduced{color:#01665e;font-weight:bold}.contradicted{color:#8c510a;font-weight:bold}.inconclusive{color:#666}`;

/** The page as one HTML file with its pictures in it, given as SVG texts by file name. */
export function pageHtml({ title, blocks }: Page, drawn: ReadonlyMap<string, string>): string {
  const head = `<meta charset="utf-8"><title>${escaped(title)}</title><style>${STYLE}</style>`;
  const body = blocks.map((block) => blockHtml(block, drawn)).join("\n");
  return `<!doctype html><html lang="en"><head>${head}</head><body>\n<h1>${escaped(title)}</h1>\n${body}\n</body></html>\n`;
}

function blockHtml(block: Block, drawn: ReadonlyMap<string, string>): string {
  if ("heading" in block) {
    const tag = `h${block.level ?? 2}`;
    return `<${tag}>${escaped(block.heading)}</${tag}>`;
  }
  if ("text" in block) return `<p>${escaped(block.text)}</p>`;
  if ("list" in block) return `<ul>${block.list.map((line) => `<li>${escaped(line)}</li>`).join("")}</ul>`;
  if ("table" in block) {
    const table = htmlTable(block.table);
    return block.folded ? `<details><summary>${escaped(block.folded)}</summary>${table}</details>` : table;
  }
  const { file, caption } = block.figure;
  // As an image of its own: the pictures' inner names are the same and would meet in one document.
  const source = `data:image/svg+xml;base64,${Buffer.from(drawn.get(file) ?? "").toString("base64")}`;
  return `<figure><img src="${source}" alt="${escaped(caption)}"><figcaption>${escaped(caption)}</figcaption></figure>`;
}
