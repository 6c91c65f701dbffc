import type { StepRow } from "../../lib/core/types.js";
import type { Claim } from "../../lib/experiments/types.js";

/** One evaluated row: what a test cares about, the rest absent. */
export function row(
  recipe: string,
  base: string,
  step: number,
  { pass1, pass32, seed = 1, ...fields }: { pass1?: number; pass32?: number; seed?: number } & Partial<StepRow> = {},
): StepRow {
  const evaluation = pass1 === undefined ? {} : { evaluation: { passAt: { 1: pass1, 32: pass32 } } };
  return { recipe, task: "countdown", base, seed, step, tokens: step * 100, ...evaluation, ...fields } as StepRow;
}

export const names = Array.from({ length: 12 }, (_, i) => `countdown-${i + 1}`);

/** Runs of "mine" and "theirs" whose final pass@32 differ by these values, one base each. */
export const pairsOf = (differences: readonly number[], methods = ["mine", "theirs"]): StepRow[] =>
  differences.flatMap((difference, i) => [
    row(methods[0], names[i], 9, { pass1: 0.5, pass32: 0.5 + difference }),
    row(methods[1], names[i], 9, { pass1: 0.5, pass32: 0.5 }),
  ]);

const reading = { of: "evaluation.passAt.32", at: "end" } as const;

export const claim: Claim = {
  ...{ id: "S4", paper: "SIREN", task: "countdown", claim: "mine keeps pass@32", yardstick: "equal tokens" },
  ...{ method: "mine", reading, against: { method: "theirs", reading }, compare: "difference" },
  ...{ sign: "above", threshold: 0, unit: "pass@32" },
};
