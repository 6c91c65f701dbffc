import { gzipSync } from "node:zlib";
import type { StepRow } from "../core/types.js";

/** Of the rows between evaluations every third is kept: more than a figure's width can show. */
const EVERY = 3;
/** Digits kept of a figure: far more than its sampling error leaves. */
const DIGITS = 6;

/**
 * Rows made small for shipping, a compressed file a method: those with an evaluation and the first step as they are,
 * for claims are read there; of the others every third, its figures rounded to six digits.
 *
 * @param rows in any order
 * @returns bytes by file name; the same rows give the same bytes
 * @throws never.
 * @example packRows([]).size // 0
 * @source this project
 */
export function packRows(rows: readonly StepRow[]): Map<string, Uint8Array> {
  const kept = rows.filter(({ step, evaluation }) => evaluation || step === 1 || step % EVERY === 0);
  const methods = [...new Set(kept.map(({ recipe }) => recipe))].sort();
  return new Map(
    methods.map((method) => {
      const own = kept.filter(({ recipe }) => recipe === method).sort(inOrder);
      const text = own.map((row) => `${JSON.stringify(rounded(row))}\n`).join("");
      return [`${method.replace(/[^A-Za-z0-9.]+/g, "-").replace(/-+$/, "")}.jsonl.gz`, gzipSync(text, { level: 9 })];
    }),
  );
}

function inOrder(a: StepRow, b: StepRow): number {
  const [left, right] = [a, b].map(({ task, base, seed }) => `${task} ${base} ${seed}`);
  return left < right ? -1 : left > right ? 1 : a.step - b.step;
}

function rounded(row: StepRow): StepRow {
  if (row.evaluation || row.step === 1) return row;
  const short = JSON.parse(JSON.stringify(row), (_, value) =>
    typeof value === "number" ? Number(value.toPrecision(DIGITS)) : value,
  ) as StepRow;
  // Counts must stay exact whatever their size.
  return { ...short, tokens: row.tokens, seed: row.seed, step: row.step };
}
