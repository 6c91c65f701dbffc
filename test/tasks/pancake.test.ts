import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generator } from "../../lib/core/random.js";
import type { Prompt } from "../../lib/core/types.js";
import { taskNamed } from "../../lib/tasks/named.js";
import { pancake } from "../../lib/tasks/pancake.js";
import { flipped, pancakeDistances } from "../../lib/tasks/pancake-distances.js";
import { DONE, moveTokens, readMoves, stackTokens } from "../../lib/tasks/pancake-tokens.js";
import { pancakeSteps } from "../../lib/verifiers/pancake.js";
import { checkTrace } from "../../lib/verifiers/step-task.js";

const task = pancake();

const prompt = (stack: number[], moves: number): Prompt => ({
  ...{ id: "", tokens: [0, ...stackTokens(stack)], difficulty: "" },
  gold: { stack, moves },
});

describe("pancakeDistances", () => {
  it("has the known number of stacks at each distance", () => {
    const counts = (symbols: number) => {
      const found: number[] = [];
      for (const d of pancakeDistances(symbols).values()) found[d] = (found[d] ?? 0) + 1;
      return found;
    };
    expect(counts(4)).toEqual([1, 3, 6, 11, 3]);
    expect(counts(5)).toEqual([1, 4, 12, 35, 48, 20]);
    expect(counts(7)).toEqual([1, 6, 30, 149, 543, 1357, 1903, 1016, 35]);
  });
});

describe("pancake", () => {
  it("has the shape of the long task", () => {
    expect([task.vocab, task.meaningful, task.context, task.maxTokens]).toEqual([15, 15, 57, 49]);
    const [{ tokens }] = task.prompts("train", { count: 1, difficulty: "distance5" });
    expect(tokens).toHaveLength(8);
    expect(task.render(tokens)[0]).toBe("<s>");
    expect([...task.render(tokens).slice(1)].sort()).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
  });

  it("judges by hand: 2 1 3 4 5 6 7 is one flip away", () => {
    const stack = [2, 1, 3, 4, 5, 6, 7];
    const asked = prompt(stack, 1);
    const right = [2, 8, 9, 10, 11, 12, 13, 14, DONE];
    expect(task.render(right)).toEqual(["F2", "1", "2", "3", "4", "5", "6", "7", "DONE"]);
    expect(task.verify(asked, right)).toMatchObject({ correct: true, answer: "2" });
    const slip = [2, 8, 9, 10, 11, 12, 14, 13, DONE];
    expect(task.verify(asked, slip)).toMatchObject({ correct: false, answer: null });
    expect(task.verify(asked, slip).reason).toContain("place 6 must be 6 after flipping 2, got 7");
    expect(task.verify(asked, right.slice(0, 8)).reason).toBe("no DONE");
    expect(task.verify(asked, [2, 8, DONE]).reason).toBe("not a whole number of moves");
    expect(task.verify(asked, [9, ...right.slice(1)]).reason).toBe("move 1 is not a flip and a stack");
    expect(task.verify(asked, [DONE]).reason).toBe("not sorted: 2 stands before 1");
    const long = [...moveTokens(stack, [2, 3, 3]), DONE];
    expect(task.verify(asked, long)).toMatchObject({
      correct: false,
      answer: "2 3 3",
      reason: "3 moves, at most 1 allowed",
    });
    expect(task.verify(prompt(stack, 3), long).correct).toBe(true);
  });

  it("marks flips where a move begins as forks, and nothing else", () => {
    const tokens = [...moveTokens([2, 1, 3, 4, 5, 6, 7], [2, 3]), DONE];
    expect([...task.forks(tokens)]).toEqual(tokens.map((_, t) => (t === 0 || t === 8 ? 1 : 0)));
    expect([...task.forks([8, 2, DONE])]).toEqual([0, 0, 0]);
  });

  it("asks stacks that can be sorted in the moves allowed and no fewer", () => {
    for (const [difficulty, distance] of [
      ["distance5", 5],
      ["distance6", 6],
    ] as const) {
      for (const { gold, id } of task.prompts("heldOut", { count: 20, difficulty })) {
        const { stack, moves } = gold as { stack: number[]; moves: number };
        expect(moves).toBe(distance);
        expect(pancakeDistances(7).get(id)).toBe(distance);
        const flips: number[] = [];
        for (let at = stack; flips.length < distance; ) {
          const left = pancakeDistances(7).get(at.join(" "))!;
          const k = [2, 3, 4, 5, 6, 7].find((f) => pancakeDistances(7).get(flipped(at, f).join(" "))! < left)!;
          flips.push(k);
          at = flipped(at, k);
        }
        const answer = [...moveTokens(stack, flips), DONE];
        expect(task.verify(prompt(stack, moves), answer)).toMatchObject({ correct: true, answer: flips.join(" ") });
        expect(answer.length).toBeLessThanOrEqual(task.maxTokens);
      }
    }
  });

  it("has room for a pool of 600 and 100 prompts of each kind, in splits that share none", () => {
    for (const free of [task, taskNamed("pancakeFree")]) {
      const pool = 600 / free.difficulties.length;
      for (const difficulty of free.difficulties) {
        const [train, heldOut, confirmation] = (["train", "heldOut", "confirmation"] as const).map((split) =>
          free.prompts(split, { count: split === "train" ? pool : 100, difficulty }).map(({ id }) => id),
        );
        expect(new Set([...train, ...heldOut, ...confirmation]).size).toBe(pool + 200);
        expect(free.prompts("train", { count: 50, difficulty }).map(({ id }) => id)).toEqual(train.slice(0, 50));
      }
    }
  });

  it("writes legal traces that end with DONE exactly at the sorted stack", () => {
    const share = fc.constantFrom(0, 0.35, 1);
    fc.assert(
      fc.property(fc.nat(1e6), share, fc.constantFrom(...task.difficulties), (seed, wrongTarget, difficulty) => {
        const { prompt: asked, tokens } = task.trace(generator(seed), difficulty, { wrongTarget });
        const stack = Array.from(asked)
          .slice(1)
          .map((id) => id - 7);
        const done = tokens[tokens.length - 1] === DONE;
        const moves = readMoves(done ? tokens : [...Array.from(tokens), DONE], 7);
        if (typeof moves === "string") throw new Error(moves);
        const { correct, reason } = checkTrace(pancakeSteps, moves, stack);
        expect(reason).not.toMatch(/^step/);
        expect(correct).toBe(done);
        expect(wrongTarget === 0 && !done).toBe(false);
        expect(asked.length + tokens.length).toBeLessThanOrEqual(task.context);
      }),
      { numRuns: 200 },
    );
  });

  it("serves both settings with one context and vocabulary", () => {
    const free = taskNamed("pancakeFree", 40);
    const long = taskNamed("pancake", 40);
    expect([free.context, free.vocab, free.meaningful]).toEqual([long.context, long.vocab, long.meaningful]);
    expect(free.name).toBe("pancakeFree");
    const [{ gold }] = free.prompts("train", { count: 1, difficulty: "distance5" });
    expect((gold as { moves: number }).moves).toBe(6);
  });

  it("names bad arguments", () => {
    expect(() => pancake({ symbols: 9 })).toThrow("pancake: symbols must be an integer in [3, 8], got 9");
    expect(() => pancake({ distances: [9] })).toThrow("pancake: distances must be an integer in [1, 8], got 9");
    expect(() => pancake({ distances: [] })).toThrow("at least one distance");
    expect(() => pancake({ vocab: 14 })).toThrow("pancake: vocab must be an integer >= 15, got 14");
    expect(() => pancake({ context: 56 })).toThrow("pancake: context must be an integer >= 57, got 56");
    expect(() => task.prompts("train", { count: 1, difficulty: "distance7" })).toThrow("did you mean distance");
    expect(() => task.prompts("heldOut", { count: 5000, difficulty: "distance5" })).toThrow(
      "count must be an integer in",
    );
    expect(() => taskNamed("pancakes")).toThrow("did you mean pancake?");
  });
});
