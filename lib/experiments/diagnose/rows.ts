import { checkArray, shown } from "../../core/check.js";
import type { StepRow } from "../../core/types.js";

const FIGURES = [
  ...["seed", "step", "tokens", "entropy", "nucleusEntropy", "accuracy", "allRight", "mixed", "allWrong", "length"],
  ...[
    "clipLow",
    "clipHigh",
    "approxKl",
    "groupsSampled",
    "groupsKept",
    "lossValue",
    "gradNorm",
    "emptyMasks",
    "seconds",
  ],
];

/**
 * Rows with every figure a number, whatever program logged them. A run's names may be missing in other trainers' logs,
 * and so may the step: the row's place stands in for it.
 *
 * @throws TypeError when rows is not an array of objects, or a figure is no number
 */
export function completed(rows: readonly Partial<StepRow>[]): StepRow[] {
  checkArray("diagnose", "rows", rows);
  return rows.map((row, i) => {
    if (!isRecord(row)) throw new TypeError(`diagnose: rows[${i}] must be a step row, got ${shown(row)}`);
    const { recipe = "run", task = "", base = "", declaration, ...logged } = row;
    const figures = numbersIn(logged);
    for (const name of FIGURES) checkFigure(`rows[${i}].${name}`, figures[name]);
    checkWithin(`rows[${i}].evaluation`, figures.evaluation);
    const { step, seed = 0 } = figures;
    return { ...figures, recipe, task, base, seed, step: Number.isFinite(step) ? step : i } as StepRow;
  });
}

/** Every leaf; counts a prompt are lists. */
function checkWithin(where: string, value: unknown): void {
  if (Array.isArray(value)) for (const [i, each] of value.entries()) checkFigure(`${where}[${i}]`, number(each));
  else if (!isRecord(value)) checkFigure(where, value);
  else for (const [name, each] of Object.entries(value)) checkWithin(`${where}.${name}`, each);
}

function checkFigure(where: string, value: unknown): void {
  if (value === undefined || typeof value === "number") return;
  if (typeof value !== "string") throw new TypeError(`diagnose: ${where} must be a number, got ${shown(value)}`);
  throw new TypeError(
    `diagnose: ${where} is text, not a number, got ${shown(value)}; write it with a decimal point and without units`,
  );
}

function numbersIn(record: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, number(value)]));
}

/** Tables of text hold numbers as text and blanks for none; JSON's null was a NaN, and would count as 0 in a difference. */
function number(value: unknown): unknown {
  if (isRecord(value)) return numbersIn(value);
  if (value === null) return Number.NaN;
  if (typeof value !== "string") return value;
  const text = value.trim();
  if (text === "") return undefined;
  if (/^[+-]?(nan|inf|infinity)$/i.test(text)) return Number.NaN;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : value;
}

const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
