import { generator } from "../../lib/core/random.js";
import type { Evaluation, ResponseFigures, StepRow } from "../../lib/core/types.js";

/** Where a made-up method ends: entropy at forks and elsewhere (nats), pass@1, tail share, steps. */
interface Shape {
  fork: number;
  plain: number;
  one: number;
  tail: number;
}
const START: Shape = { fork: 1, plain: 0.12, one: 0.25, tail: 0.005 };
const ENDS: Record<string, Shape> = {
  grpoPlusPlus: { fork: 0.3, plain: 0.03, one: 0.46, tail: 0.002 },
  "grpoPlusPlus(lr=0.0001)": { fork: 0.5, plain: 0.05, one: 0.41, tail: 0.003 },
  siren: { fork: 0.65, plain: 0.06, one: 0.47, tail: 0.003 },
  fr3e: { fork: 0.45, plain: 0.05, one: 0.4, tail: 0.003 },
  "naiveEntropy(beta=0.1)": { fork: 3.4, plain: 2.6, one: 0.001, tail: 0.6 },
  "naiveEntropy(beta=0.1)-vocab128": { fork: 2.2, plain: 0.9, one: 0.02, tail: 0.2 },
};

/** Rows of a made-up study: evaluations alone, several bases with one seed each. Samples a prompt: 32, 256 at the end. */
export function studyRows(recipes: string[] = Object.keys(ENDS), { bases = 8, evaluations = 6 } = {}): StepRow[] {
  return recipes.flatMap((recipe) =>
    Array.from({ length: bases }, (_, b) => {
      const random = generator(b + 1).split(recipe);
      const shift = 0.05 * (generator(b + 1)() - 0.5);
      const end = ENDS[recipe] ?? {
        fork: 0.6,
        plain: 0.07,
        one: 0.38 + 0.1 * generator(1).split(recipe)(),
        tail: 0.003,
      };
      return Array.from({ length: evaluations }, (_, i) => {
        const done = (1 - Math.exp((-2.5 * i) / (evaluations - 1))) / (1 - Math.exp(-2.5));
        const at = (of: keyof Shape) => START[of] + (end[of] - START[of]) * done * (1 + 0.1 * (random() - 0.5));
        const shape = {
          fork: at("fork"),
          plain: at("plain"),
          one: Math.max(0.0005, at("one") + shift),
          tail: at("tail"),
        };
        const widest = i === 0 || i === evaluations - 1;
        // The base is one policy, whatever is trained from it.
        const draw = i === 0 ? generator(b + 1).split("base") : random;
        return row({ recipe, base: `countdown-${b + 1}`, seed: 201 + b }, i, shape, widest ? 256 : 32, draw);
      });
    }).flat(),
  );
}

function row(
  run: Pick<StepRow, "recipe" | "base" | "seed">,
  i: number,
  { fork, plain, one, tail }: Shape,
  samples: number,
  random: () => number,
): StepRow {
  const entropy = 0.35 * fork + 0.65 * plain;
  const right = Array.from({ length: 40 }, () => {
    // The lower the entropy, the more prompts are out of reach; the others share what pass@1 says.
    const lost = 0.02 + 0.5 * Math.max(0, 0.45 - entropy);
    const skill = random() < lost ? 0 : (one / (1 - lost)) * Math.min(1, 0.03 + 2 * random() ** 1.2);
    return Math.round(samples * Math.min(1, skill));
  });
  const avgAt = right.reduce((a, b) => a + b, 0) / right.length / samples;
  const evaluation: Evaluation = {
    ...{ passAt: passAt(right, samples), majAt: {}, avgAt, allRight: 0, allWrong: 0, right },
    responses: { ...responses, entropy, nucleusEntropy: 0.6 * entropy, forkEntropy: fork, plainEntropy: plain, tail },
    byDifficulty: { easy: flat, hard: flat },
  };
  return {
    ...{ ...run, task: "countdown", step: 60 * i, tokens: 207_000 * i, entropy, nucleusEntropy: 0.6 * entropy },
    ...{ accuracy: one, allRight: 0.1, mixed: 0.6, allWrong: 0.3, length: 13, clipLow: 0, clipHigh: 0, approxKl: 0 },
    ...{ groupsSampled: 32, groupsKept: 20, lossValue: 0, gradNorm: 1, emptyMasks: 0, seconds: 1, evaluation },
  };
}

const responses: ResponseFigures = {
  ...{ length: 13, perplexity: 1.5, distinct: 3, entropy: 0, nucleusEntropy: 0, forkEntropy: 0, plainEntropy: 0 },
  ...{ forkShare: 0.4, branchPrecision: 0.9, tail: 0 },
};
const flat = { passAt: {}, majAt: {}, avgAt: 0, allRight: 0, allWrong: 0 };

function passAt(right: number[], n: number): Record<string, number> {
  const ks = [1, 2, 4, 8, 16, 32, 64, 128, 256].filter((k) => k <= n);
  const miss = (c: number, k: number) =>
    Array.from({ length: k }, (_, i) => Math.max(0, (n - c - i) / (n - i))).reduce((a, b) => a * b, 1);
  return Object.fromEntries(ks.map((k) => [k, right.reduce((sum, c) => sum + 1 - miss(c, k), 0) / right.length]));
}
