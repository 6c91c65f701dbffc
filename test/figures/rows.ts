import { generator } from "../../lib/core/random.js";
import type { StepRow } from "../../lib/core/types.js";

const shapes: Record<string, { end: number; gain: number; tokens: number }> = {
  grpoPlusPlus: { end: 0.12, gain: 0.3, tokens: 3450 },
  siren: { end: 0.35, gain: 0.25, tokens: 3440 },
  fr3e: { end: 0.2, gain: 0.22, tokens: 9000 },
  "naiveEntropy-0.01": { end: 0.2, gain: 0.2, tokens: 3450 },
  "naiveEntropy-0.1": { end: 1.8, gain: -0.28, tokens: 3450 },
};

/** Rows of made-up runs with the outline of real ones. */
export function fakeRows(recipes: string[] = Object.keys(shapes), { steps = 40, seeds = [1, 2] } = {}): StepRow[] {
  return recipes.flatMap((recipe) =>
    seeds.flatMap((seed) => {
      const { end, gain, tokens } = shapes[recipe] ?? { end: 0.3, gain: 0.1, tokens: 3450 };
      const random = generator(seed).split(recipe);
      return Array.from({ length: steps }, (_, step) => {
        const done = 1 - Math.exp((-3 * step) / steps);
        const entropy = 0.49 + (end - 0.49) * done + 0.02 * random();
        const accuracy = Math.max(0, 0.25 + gain * done + 0.06 * (random() - 0.5));
        const allRight = accuracy ** 2 * 0.5;
        const allWrong = (1 - accuracy) ** 2 * 0.5;
        return row({
          ...{ recipe, seed, step, tokens: tokens * (step + 1) + Math.floor(50 * random()), entropy, accuracy },
          ...{ nucleusEntropy: entropy * 0.6, allRight, allWrong, mixed: 1 - allRight - allWrong },
          length: 11 + 3 * done,
          ...(step % 10 === 0 || step === steps - 1 ? { evaluation: evaluation(accuracy, done) } : {}),
        });
      });
    }),
  );
}

function evaluation(accuracy: number, done: number): StepRow["evaluation"] {
  const passAt = Object.fromEntries(
    [1, 2, 4, 8, 16, 32].map((k) => [k, 1 - (1 - accuracy * (1 - 0.1 * done)) ** (k ** 0.6)]),
  );
  return {
    passAt,
    majAt: { 32: accuracy + 0.1 },
    avgAt: accuracy,
    allRight: accuracy / 4,
    allWrong: (1 - accuracy) / 4,
  };
}

function row(part: Partial<StepRow>): StepRow {
  return {
    ...{ recipe: "grpo", task: "countdown", base: "b1", seed: 1, step: 0, tokens: 0, entropy: 0, nucleusEntropy: 0 },
    ...{ accuracy: 0, allRight: 0, mixed: 1, allWrong: 0, length: 0, clipLow: 0, clipHigh: 0, approxKl: 0 },
    ...{ groupsSampled: 32, groupsKept: 20, lossValue: 0, gradNorm: 1, emptyMasks: 0, seconds: 1 },
    ...part,
  };
}
