import { describe, expect, it } from "vitest";
import type { Prompt } from "../../lib/core/types.js";
import { taskNamed } from "../../lib/tasks/named.js";
import { DONE, moveTokens } from "../../lib/tasks/pancake-tokens.js";
import { slipOf } from "../../lib/tasks/slips.js";
import { EOS, EQUALS, numberToken } from "../../lib/tasks/vocabulary.js";

const asked = (gold: unknown): Prompt => ({ id: "", tokens: [], difficulty: "", gold });

describe("slipOf", () => {
  it("looks at results alone, whatever the choices lead to", () => {
    const task = taskNamed("countdown");
    const prompt = asked({ numbers: [1, 2, 3], target: 9 });
    const step = (a: number, op: number, b: number, c: number) => [
      ...[numberToken(a), 5 + op, numberToken(b), EQUALS, numberToken(c)],
    ];
    expect(slipOf(task, prompt, [...step(7, 0, 8, 15), EOS])).toBe("none");
    expect(slipOf(task, prompt, [...step(7, 1, 2, 5), ...step(5, 2, 5, 24), EOS])).toBe("value");
    expect(slipOf(task, prompt, [400, EOS])).toBe("form");
  });

  it("follows what was written: one wrong copy is one slip, a cut response none", () => {
    const stack = [2, 1, 3, 4, 5, 6, 7];
    const prompt = asked({ stack, moves: 1 });
    for (const task of [taskNamed("pancake"), taskNamed("pancakeFree")]) {
      const moves = moveTokens(stack, [3, 4]);
      expect(slipOf(task, prompt, [...moves, DONE])).toBe("none");
      expect(slipOf(task, prompt, [...moves, 5])).toBe("none");
      expect(slipOf(task, prompt, [...moves.slice(0, 15), moves[14], DONE])).toBe("value");
      expect(slipOf(task, prompt, [8, ...moves.slice(1)])).toBe("form");
    }
  });
});
