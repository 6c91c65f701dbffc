import { describe, expect, it } from "vitest";
import { generator } from "../../lib/core/random.js";
import { countdown } from "../../lib/tasks/countdown.js";
import { canonicalExpression, readSteps } from "../../lib/tasks/countdown-verdict.js";
import { supervisedBatch } from "../../lib/tasks/supervised.js";
import { EOS, numberToken } from "../../lib/tasks/vocabulary.js";

const task = countdown();

describe("countdown", () => {
  it("writes prompts of seven tokens and traces of eleven or sixteen", () => {
    const [easy] = task.prompts("train", { count: 1, difficulty: "easy" });
    expect(easy.tokens).toHaveLength(7);
    expect(task.render(easy.tokens)[0]).toBe("<s>");
    expect(task.trace(generator(1), "easy").tokens).toHaveLength(11);
    expect(task.trace(generator(1), "hard").tokens).toHaveLength(16);
  });

  it("judges its own traces right, and a wrong target wrong", () => {
    const random = generator(2);
    for (let i = 0; i < 50; i++) {
      const { prompt, tokens } = task.trace(random, "hard");
      const [target, ...numbers] = task.render(Array.from(prompt).slice(1, 6)).map(Number);
      const gold = { target, numbers };
      expect(task.verify({ id: "", tokens: [], difficulty: "hard", gold }, tokens).correct).toBe(true);
      const other = { target: (target % 99) + 1, numbers };
      expect(task.verify({ id: "", tokens: [], difficulty: "hard", gold: other }, tokens).correct).toBe(false);
    }
  });

  it("never shares a prompt between splits, and gives the same prompts again", () => {
    const ids = (["train", "heldOut", "confirmation"] as const).map(
      (split) => new Set(task.prompts(split, { count: 300, difficulty: "easy" }).map(({ id }) => id)),
    );
    expect([...ids[0]].filter((id) => ids[1].has(id) || ids[2].has(id))).toEqual([]);
    expect([...ids[1]].filter((id) => ids[2].has(id))).toEqual([]);
    const again = task.prompts("train", { count: 300, difficulty: "easy" });
    expect(again.map(({ id }) => id)).toEqual([...ids[0]]);
  });

  it("shows a wrong target as often as asked", () => {
    const wrong = Array.from({ length: 400 }, (_, i) => {
      const { prompt, tokens } = task.trace(generator(i), "easy", { wrongTarget: 0.7 });
      return prompt[1] !== tokens[tokens.length - 2];
    }).filter(Boolean).length;
    expect(wrong / 400).toBeGreaterThan(0.6);
    expect(wrong / 400).toBeLessThan(0.78);
  });

  it("says what keeps tokens from being steps", () => {
    expect(readSteps([])).toBe("no end token");
    expect(readSteps([EOS])).toBe("not a whole number of steps");
    expect(readSteps([1, 2, 3, 4, 5, EOS])).toContain("step 1 is not");
    expect(task.verify(task.prompts("train", { count: 1, difficulty: "easy" })[0], [511, EOS]).answer).toBeNull();
  });

  it("names bad arguments", () => {
    expect(() => countdown({ vocab: 50 })).toThrow("countdown: vocab must be an integer >= 107, got 50");
    expect(() => task.prompts("train", { count: 1, difficulty: "eazy" })).toThrow("did you mean easy?");
    expect(() => task.prompts("train", { count: -1, difficulty: "easy" })).toThrow("count must be an integer >= 0");
  });
});

describe("canonicalExpression", () => {
  const step = (a: number, op: "+" | "-" | "x", b: number, c: number) => ({ a, op, b, c });
  it("is one text for solutions that differ in order alone", () => {
    const one = canonicalExpression([step(1, "+", 2, 3), step(3, "+", 4, 7)], [1, 2, 4]);
    const other = canonicalExpression([step(4, "+", 2, 6), step(1, "+", 6, 7)], [1, 2, 4]);
    expect(one).toBe(other);
    expect(canonicalExpression([step(5, "-", 2, 3), step(3, "x", 4, 12)], [5, 2, 4])).toBe("((5-2)x4)");
  });
  it("keeps sums inside products apart", () => {
    const sumFirst = canonicalExpression([step(1, "+", 2, 3), step(3, "x", 4, 12)], [1, 2, 4]);
    const productFirst = canonicalExpression([step(2, "x", 4, 8), step(1, "+", 8, 9)], [1, 2, 4]);
    expect(sumFirst).not.toBe(productFirst);
  });
  it("is null where an operand is not at hand", () => {
    expect(canonicalExpression([step(9, "+", 2, 11)], [1, 2])).toBeNull();
  });
});

describe("supervisedBatch", () => {
  it("ends a trace at its noisy label", () => {
    const stage = { steps: 1, lr: 1, wrongTarget: 0, noise: 1 };
    for (const { tokens } of supervisedBatch(task, 5, stage, generator(1))) expect(tokens).toHaveLength(1);
    const clean = supervisedBatch(task, 5, { ...stage, noise: 0 }, generator(1));
    for (const { tokens } of clean) expect([11, 16]).toContain(tokens.length);
    expect(numberToken(1)).toBeGreaterThan(EOS);
  });
});
