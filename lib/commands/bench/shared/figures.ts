import { cpus, loadavg, totalmem } from "node:os";
import type { BenchTable } from "./types.js";

/** Median and extremes. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  const median = (sorted[Math.floor(half)] + sorted[Math.ceil(half)]) / 2;
  return { median, low: sorted[0], high: sorted[sorted.length - 1] };
}

/** `.268 (.260-.281)`: three digits that count. */
export function shownSpread({ median, low, high }: Spread): string {
  return `${short(median)} (${short(low)}-${short(high)})`;
}

export function short(x: number): string {
  if (!Number.isFinite(x)) return "-";
  return Math.abs(x) >= 100 ? x.toFixed(0) : x.toPrecision(3);
}

/** Processor, cores, memory, Node and how busy the machine is: what a figure means nothing without. */
export function machineLine(): string {
  const all = cpus();
  const load = loadavg()[0].toFixed(1);
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GB`;
  const model = all[0]?.model.trim() ?? "unknown processor";
  return `${model}, ${all.length} x, ${memory}, ${process.platform} ${process.arch}, Node ${process.versions.node}, load ${load}`;
}

/** A table in aligned plain text. */
export function renderTable({ title, columns, rows }: BenchTable): string {
  const lines = [columns, ...rows.map((row) => row.map((x) => (typeof x === "number" ? short(x) : x)))];
  const widths = columns.map((_, j) => Math.max(...lines.map((line) => line[j].length)));
  const shown = lines.map((line) => `  ${line.map((cell, j) => cell.padEnd(widths[j])).join("  ")}`.trimEnd());
  return [title, ...shown].join("\n");
}
