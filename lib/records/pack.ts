import { gzipSync } from "node:zlib";
import { fail } from "../core/check.js";
import type { StepRow } from "../core/types.js";

/** Of the rows between evaluations every third is kept: more than a figure's width can show. */
const EVERY = 3;
/** Digits kept of a figure: far more than its sampling error leaves. */
const DIGITS = 6;

/**
 * Rows made small for shipping, a compressed file a method: those with an evaluation and the first step as they are,
 * for claims are read there; of the others every third and a run's last, with figures rounded to six digits.
 *
 * @param rows in any order
 * @returns bytes by file name; the same rows give the same bytes
 * @throws RangeError for a row without the name of its method.
 * @example packRows([]).size // 0
 * @source this project
 */
export function packRows(rows: readonly StepRow[]): Map<string, Uint8Array> {
  const ends = lastSteps(rows);
  const kept = rows.filter(
    (row) => row.evaluation || row.step === 1 || row.step % EVERY === 0 || row.step === ends.get(runOf(row)),
  );
  const files = new Map<string, StepRow[]>();
  for (const row of kept) {
    // Methods whose names differ in brackets alone share a file.
    const file = fileOf(row);
    const own = files.get(file);
    if (own) own.push(row);
    else files.set(file, [row]);
  }
  const packed = [...files.keys()].sort().map((file): [string, Uint8Array] => {
    const text = files
      .get(file)!
      .sort(inOrder)
      .map((row) => `${JSON.stringify(rounded(row))}\n`)
      .join("");
    return [file, gzipSync(text, { level: 9 })];
  });
  return new Map(packed);
}

const runOf = ({ recipe, task, base, seed }: StepRow): string => JSON.stringify([recipe, task, base, seed]);

/** By run; a run's last row says how far it came. */
function lastSteps(rows: readonly StepRow[]): Map<string, number> {
  const ends = new Map<string, number>();
  for (const row of rows) ends.set(runOf(row), Math.max(row.step, ends.get(runOf(row)) ?? row.step));
  return ends;
}

function fileOf({ recipe }: StepRow): string {
  if (typeof recipe !== "string") fail("packRows", "a row's recipe", "the name of its method", recipe);
  return `${recipe.replace(/[^A-Za-z0-9.]+/g, "-").replace(/-+$/, "")}.jsonl.gz`;
}

function inOrder(a: StepRow, b: StepRow): number {
  const [left, right] = [a, b].map(({ recipe, task, base, seed }) => `${recipe} ${task} ${base} ${seed}`);
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
