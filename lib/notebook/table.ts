import { createRequire } from "node:module";
import { displayBundle } from "./display.js";

/** The part of danfo's DataFrame that a table needs. */
export interface Frame {
  columns: string[];
  values: unknown;
}
interface DanfoModule {
  DataFrame: new (values: unknown[][], options: { columns: string[] }) => Frame;
}

/** How a table is shown. */
export interface TableOptions {
  caption?: string;
  /** Which columns, in which order; all of them by default. */
  columns?: string[];
  /** Significant digits of numbers that are not whole. */
  digits?: number;
}

/**
 * Shows rows as a table, through a danfo frame (loaded on first use). A danfo frame of your own is shown as it is.
 * All text is escaped: what a model wrote is data, never markup.
 *
 * @throws TypeError when rows are neither an array of objects nor a frame; RangeError on a column that no row has
 * @example await showTable([{ method: "siren", "pass@1": 0.41 }], { caption: "Final accuracy" });
 * @source this project
 */
export async function showTable(
  rows: readonly Record<string, unknown>[] | Frame,
  options: TableOptions = {},
): Promise<void> {
  displayBundle(tableBundle(isFrame(rows) ? rows : frameOf(rows, options), options));
}

/** A frame's forms: HTML and aligned text. */
export function tableBundle({ columns, values }: Frame, { caption = "", digits = 3 }: TableOptions = {}) {
  const grid = values as unknown[][];
  const cells = grid.map((row) => row.map((value) => cellText(value, digits)));
  const numeric = columns.map((_, i) => grid.every((row) => typeof row[i] !== "string" && typeof row[i] !== "object"));
  const table = { caption, columns, cells, numeric };
  return { "text/html": html(table), "text/plain": text(table) };
}

function frameOf(rows: readonly Record<string, unknown>[], { columns }: TableOptions): Frame {
  if (!Array.isArray(rows) || rows.some((row) => typeof row !== "object" || row === null)) {
    throw new TypeError(`showTable: rows must be an array of objects or a frame, got ${typeof rows}`);
  }
  const present = new Set(rows.flatMap((row) => Object.keys(row)));
  const wanted = columns ?? [...present];
  const missing = rows.length > 0 && wanted.find((name) => !present.has(name));
  if (missing) throw new RangeError(`showTable: columns must be among ${[...present].join(", ")}, got "${missing}"`);
  // Cells that a frame would hold as objects are shown as JSON; a missing one is null.
  const values = rows.map((row) => wanted.map((name) => flat(row[name])));
  // danfo forgets the columns of a frame without rows.
  if (rows.length === 0) return { columns: wanted, values };
  const { DataFrame } = createRequire(import.meta.url)("danfojs-node") as DanfoModule;
  return new DataFrame(values, { columns: wanted });
}

const isFrame = (rows: unknown): rows is Frame =>
  typeof rows === "object" && rows !== null && Array.isArray((rows as Frame).columns) && "values" in rows;

const flat = (value: unknown): unknown =>
  value === undefined ? null : typeof value === "object" && value !== null ? JSON.stringify(value) : value;

function cellText(value: unknown, digits: number): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "number" || Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(digits)));
}

interface Table {
  caption: string;
  columns: string[];
  cells: string[][];
  numeric: boolean[];
}

function html({ caption, columns, cells, numeric }: Table): string {
  const cell = (tag: string, value: string, i: number) =>
    `<${tag} style="text-align:${numeric[i] ? "right" : "left"}">${escapeHtml(value)}</${tag}>`;
  const row = (tag: string, values: string[]) => `<tr>${values.map((value, i) => cell(tag, value, i)).join("")}</tr>`;
  const title = caption ? `<caption>${escapeHtml(caption)}</caption>` : "";
  const body = cells.map((values) => row("td", values)).join("\n");
  return `<table>${title}<thead>${row("th", columns)}</thead><tbody>\n${body}\n</tbody></table>`;
}

function text({ caption, columns, cells, numeric }: Table): string {
  const widths = columns.map((name, i) => Math.max(name.length, ...cells.map((row) => row[i].length)));
  const line = (values: string[]) =>
    values.map((v, i) => (numeric[i] ? v.padStart(widths[i]) : v.padEnd(widths[i]))).join("  ");
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  const lines = [line(columns), rule, ...cells.map(line)].map((l) => l.trimEnd().replace(/\n/g, "⏎"));
  return [...(caption ? [caption] : []), ...lines].join("\n");
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (value: string): string => value.replace(/[&<>"']/g, (c) => ENTITIES[c]);
