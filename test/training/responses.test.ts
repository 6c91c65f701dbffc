import { expect, it } from "vitest";
import type { Group, Task } from "../../lib/core/types.js";
import { responseFigures } from "../../lib/training/responses.js";

const rollout = (tokens: number[], entropy: number[], verdict: boolean) => ({
  ...{ prompt: [], tokens, finished: true, verdict, reward: 0, group: "" },
  ...{ entropy: Float32Array.from(entropy), nucleusEntropy: Float32Array.from(entropy, (h) => h / 2) },
  logprobs: Float32Array.from(entropy, () => Math.log(0.5)),
});
// Tokens 0 and 1 mean something, even ones are forks.
const task = {
  meaningful: 2,
  forks: (t: ArrayLike<number>) => Uint8Array.from(t, (id) => 1 - (id % 2)),
} as unknown as Task;

it("figures of responses, worked by hand", () => {
  const rollouts = [rollout([0, 1, 1, 1, 1], [1, 0.1, 0.3, 0.2, 0.2], true), rollout([2, 1, 0], [2, 0, 1], false)];
  const groups = [{ id: "a", prompt: {}, rollouts }] as unknown as Group[];
  const figures = responseFigures(groups, [["x", "y"]], task);
  expect(figures.length).toBe(4);
  expect(figures.rightLength).toBe(5);
  expect(figures.entropy).toBeCloseTo(4.8 / 8, 6);
  expect(figures.nucleusEntropy).toBeCloseTo(2.4 / 8, 6);
  expect(figures.forkEntropy).toBeCloseTo(4 / 3, 6);
  expect(figures.plainEntropy).toBeCloseTo(0.8 / 5, 6);
  expect(figures.forkShare).toBe(3 / 8);
  expect(figures.tail).toBe(1 / 8);
  expect(figures.perplexity).toBeCloseTo(2, 5);
  expect(figures.distinct).toBe(1);
  // Positions 0, 2, 3, 4 of the first (one fork), all three of the second (two).
  expect(figures.branchPrecision).toBeCloseTo(3 / 7, 6);
  const none = responseFigures(
    [{ id: "a", prompt: {}, rollouts: [rollout([1], [0], false)] }] as unknown as Group[],
    [[null]],
    task,
  );
  expect(none.rightLength).toBeUndefined();
  expect(none.distinct).toBe(0);
});
