import { describe, expect, it } from "vitest";
import type { Policy, Rollout } from "../../lib/core/types.js";
import { evaluate } from "../../lib/training/evaluate.js";
import { observe } from "../../lib/training/step.js";
import { split } from "../../lib/training/update.js";
import { task } from "./small.js";

const rollout = (prompt: number[], tokens: number[]): Rollout => ({
  ...{ prompt, tokens, finished: true, verdict: false, reward: 0, group: "" },
  logprobs: new Float32Array(tokens.length),
  entropy: new Float32Array(tokens.length).fill(0.5),
  nucleusEntropy: new Float32Array(tokens.length).fill(0.25),
});

/** Knows solutions: of every eight responses to a prompt the first `right` solve it, the rest say nothing. */
const oracle = (right: number, solutions: Map<string, number[]>): Policy => ({
  generate: async (prompts, { count }) =>
    prompts.flatMap((prompt) =>
      Array.from({ length: count }, (_, j) =>
        rollout(prompt, j % 8 < right ? solutions.get(String(prompt))! : [task.endToken]),
      ),
    ),
});

/** Solutions by exhaustive search: all orders and operators. */
function solve(numbers: number[], target: number): number[] | undefined {
  const text = (n: number) => Array.from({ length: 99 }, (_, i) => 8 + i)[n - 1];
  const search = (left: number[], tokens: number[]): number[] | undefined => {
    if (left.length === 1) return left[0] === target ? [...tokens, task.endToken] : undefined;
    for (const [i, a] of left.entries()) {
      for (const [j, b] of left.entries()) {
        if (i === j) continue;
        const rest = left.filter((_, k) => k !== i && k !== j);
        for (const [o, c] of [a + b, a - b, a * b].entries()) {
          if (c < 1 || c > 99) continue;
          const found = search([...rest, c], [...tokens, text(a), 5 + o, text(b), 4, text(c)]);
          if (found) return found;
        }
      }
    }
    return undefined;
  };
  return search(numbers, []);
}

const options = { prompts: 3, samples: 8, passAt: [1, 2, 8], majAt: [8] };
const solutions = new Map(
  task.difficulties.flatMap((difficulty) =>
    task.prompts("heldOut", { count: 3, difficulty }).map(({ tokens, gold }) => {
      const { numbers, target } = gold as { numbers: number[]; target: number };
      return [String(tokens), solve(numbers, target)!];
    }),
  ),
);

describe("evaluate", () => {
  it("draws more for a wide pass@k, and reads every other figure from the first samples alone", async () => {
    const usual = await evaluate(oracle(2, solutions), task, options);
    const { evaluation } = await evaluate(oracle(2, solutions), task, { ...options, wide: 32 });
    const { wide, ...rest } = evaluation;
    expect(rest).toEqual(usual.evaluation);
    // 8 of 32 are right: 1 - C(24, 2) / C(32, 2).
    expect(wide).toMatchObject({ samples: 32, passAt: { 1: 0.25, 2: 0.443548, 32: 1 } });
    expect(Object.keys(wide!.passAt)).toEqual(["1", "2", "4", "8", "16", "32"]);
    await expect(evaluate(oracle(2, solutions), task, { ...options, wide: 4 })).rejects.toThrow("wide must be");
  });

  it("scores a policy that knows two solutions of eight by the unbiased formulas", async () => {
    const { evaluation } = await evaluate(oracle(2, solutions), task, options);
    expect(evaluation.passAt[1]).toBeCloseTo(0.25, 6);
    expect(evaluation.passAt[2]).toBeCloseTo(1 - (6 * 5) / (8 * 7), 5);
    expect(evaluation.passAt[8]).toBe(1);
    expect([evaluation.avgAt, evaluation.allRight, evaluation.allWrong]).toEqual([0.25, 0, 0]);
    // Six say nothing: their class is the largest, and it loses.
    expect(evaluation.majAt[8]).toBe(0);
  });

  it("knows All-Right and All-Wrong prompts and majorities", async () => {
    const all = (await evaluate(oracle(8, solutions), task, options)).evaluation;
    expect([all.allRight, all.allWrong, all.majAt[8]]).toEqual([1, 0, 1]);
    const none = (await evaluate(oracle(0, solutions), task, options)).evaluation;
    expect([none.allRight, none.allWrong, none.passAt[8]]).toEqual([0, 1, 0]);
  });

  it("keeps the majority of every prompt at the largest k, whose mean is maj@k, overall and by difficulty", async () => {
    const known = new Map([...solutions].map(([prompt, solution], i) => [prompt, i % 2 ? solution : [task.endToken]]));
    const { evaluation } = await evaluate(oracle(8, known), task, { ...options, samples: 16, majAt: [2, 16] });
    const { majority = [], right = [], majAt, byDifficulty = {} } = evaluation;
    expect(majority).toEqual([0, 1, 0, 1, 0, 1]);
    expect(majority.map((won) => 16 * won)).toEqual(right);
    expect(majAt[16]).toBe(0.5);
    const hard = majority.slice(3).reduce((sum, won) => sum + won, 0) / 3;
    expect(byDifficulty[task.difficulties[1]].majAt[16]).toBeCloseTo(hard, 6);
    const none = await evaluate(oracle(8, known), task, { ...options, majAt: [] });
    expect(none.evaluation).not.toHaveProperty("majority");
  });

  it("refuses a k that the samples cannot answer", async () => {
    await expect(evaluate(oracle(1, solutions), task, { ...options, passAt: [9] })).rejects.toThrow(
      "between 1 and samples (8), got 9",
    );
    await expect(evaluate(oracle(1, solutions), task, { ...options, samples: 4 })).rejects.toThrow(
      "samples must be an integer >= 8",
    );
  });
});

it("observes token means and group shares", () => {
  const judged = (tokens: number[], verdict: boolean) => ({ ...rollout([], tokens), verdict });
  const prompt = task.prompts("train", { count: 1, difficulty: "easy" })[0];
  const groups = [
    { id: "a", prompt, rollouts: [judged([1], true), judged([1, 2, 3], true)] },
    { id: "b", prompt, rollouts: [judged([1], true), judged([1], false)] },
  ];
  expect(observe(groups)).toEqual({
    ...{ entropy: 0.5, nucleusEntropy: 0.25, accuracy: 0.75, allRight: 0.5, mixed: 0.5, allWrong: 0, length: 1.5 },
  });
});

it("splits groups into nearly equal runs, none empty", () => {
  expect(split([1, 2, 3, 4, 5], 4).map((run) => run.length)).toEqual([1, 2, 1, 1]);
  expect(split([1, 2], 4)).toEqual([[1], [2]]);
  expect(split([], 4)).toEqual([]);
});
