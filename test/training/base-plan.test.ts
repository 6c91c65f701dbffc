import { describe, expect, it } from "vitest";
import { plannedBase, taskOf } from "../../lib/commands/base/plan.js";
import { loadBase } from "../../lib/experiments/execute.js";

describe("plannedBase", () => {
  it("follows the task's recipe, with what the flags replace", () => {
    const plan = plannedBase({ task: "pancake", seed: "4", vocab: "40", noise: "0.01" });
    expect([plan.name, plan.seed, plan.task.vocab]).toEqual(["pancake-4", 4, 40]);
    expect(plan.stages).toEqual([{ steps: 2000, lr: 3e-3, wrongTarget: 0.35, noise: 0.01 }]);
    expect(plannedBase({}).name).toBe("countdown-1");
    expect(plannedBase({}).stages.map(({ steps }) => steps)).toEqual([3000, 3000]);
  });

  it("goes on from a base in its task, seed and vocabulary", () => {
    const plan = plannedBase({ from: "countdown-2", steps: "10", wrong: "0.1" });
    expect([plan.name, plan.seed, plan.task.vocab]).toEqual(["countdown-2-better", 2, 512]);
    expect(plan.stages).toEqual([{ steps: 10, lr: 1e-3, wrongTarget: 0.1, noise: 0.005 }]);
    expect(plan.about["from"]).toBe("countdown-2");
    expect(plan.from?.config.context).toBe(23);
  });

  it("goes on in another task of the same tokens and context, and in no other", () => {
    expect(plannedBase({ from: "pancake-2", task: "pancakeFree" }).task.name).toBe("pancakeFree");
    for (const [from, task, own] of [
      ["countdown-1", "pancake", "countdown"],
      ["pancake-2", "countdown", "pancake"],
    ]) {
      expect(() => plannedBase({ from, task })).toThrow(
        `base: --task must be left out, or one in the tokens of ${from}'s (${own}), got "${task}"`,
      );
    }
    const { about: _, ...unsaid } = loadBase("countdown-1");
    expect(() => taskOf("mine", { ...unsaid, about: {} })).toThrow("given, since mine does not say its own");
    expect(taskOf("mine", { ...unsaid, about: {} }, "countdown").vocab).toBe(512);
  });

  it("names bad flags", () => {
    expect(() => plannedBase({ seed: "x" })).toThrow("base: --seed must be an integer >= 0, got NaN");
    expect(() => plannedBase({ wrong: "2" })).toThrow("base: --wrong must be a number in [0, 1], got 2");
    expect(() => plannedBase({ from: "countdwn-1" })).toThrow("did you mean countdown-1?");
  });
});
