import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkSteps, countdownSteps, type Equation } from "../../lib/verifiers/countdown.js";
import { pancakeSteps } from "../../lib/verifiers/pancake.js";
import { checkTrace } from "../../lib/verifiers/step-task.js";
import { verifySteps } from "../../lib/verifiers/steps.js";
import { cpuSeconds } from "../shared.js";

const gold = { numbers: [3, 8, 1], target: 25 };
const reason = (response: string, options = {}) => verifySteps(response, gold, options).reason;

describe("verifySteps", () => {
  it.each([
    "8 * 3 = 24 , 24 + 1 = 25",
    "8*3=24\n24+1=25\n",
    "3 × 8 = 24; 1 + 24 = 25",
    "thinking: 9 - 1 </think> 8 x 3 = 24, 24 + 1 = 25",
    "<think>no</think><answer> 8 \\times 3 = 24, 24 + 1 = 25 </answer> done",
  ])("right: %j", (response) => {
    expect(verifySteps(response, gold)).toMatchObject({ correct: true, answer: "25", rule: "countdown" });
  });

  it.each([
    ["8 * 3 = 24, 8 + 1 = 9", "step 2: 8 is not available"],
    ["8 * 3 = 25, 25 + 1 = 26", "step 1: 8 * 3 is not 25"],
    ["8 * 3 = 24", "reaches 24, not 25"],
    ["8 * 3 = 24, 24 + 1 = 25, 25 + 25 = 50", "step 3: 25 is available only once"],
    ["8 / 3 = 2", "step 1: 8 / 3 is not 2"],
    ["", "no step"],
    ["25", 'step 1 is not an equation "a op b = c": 25'],
    ["8 * 3 = 24, 24 + 1 = 25 so 25", 'step 2 is not an equation "a op b = c": 24 + 1 = 25 so 25'],
  ])("wrong: %j", (response, why) => {
    expect(verifySteps(response, gold)).toMatchObject({ correct: false, reason: why });
  });

  it("asks for all numbers unless told otherwise, and keeps results in their limits", () => {
    const half = { numbers: [3, 8, 1], target: 24 };
    expect(verifySteps("8 * 3 = 24", half).reason).toBe("left over: 1");
    expect(verifySteps("8 * 3 = 24", half, { useAll: false }).correct).toBe(true);
    expect(verifySteps("4 + 5 = 9, 6 + 7 = 13", { numbers: [4, 5, 6, 7], target: 13 }).reason).toBe("left over: 9");
    expect(reason("8 * 3 = 24, 24 + 1 = 25", { results: [1, 20] })).toBe("step 1: the result 24 is outside [1, 20]");
    expect(verifySteps("", { numbers: [7], target: 7 }).correct).toBe(true);
  });

  it("throws on an unreadable gold, whatever the response", () => {
    expect(() => verifySteps("nonsense", { numbers: [], target: 1 })).toThrow(RangeError);
    expect(() => verifySteps("1 + 1 = 2", { numbers: [1, 1], target: Number.NaN })).toThrow(/gold.target/);
    expect(() => checkSteps([], undefined as never)).toThrow(RangeError);
  });

  it("answers any text, a megabyte at once", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => verifySteps(text, gold).correct === false));
    for (const unit of [" ", "1", ",", "8 * 3 = 24,", "<answer>", "1 + 1 = 2\n"]) {
      const long = unit.repeat(2 ** 20 / unit.length);
      expect(cpuSeconds(() => expect(verifySteps(long, gold).correct).toBe(false))).toBeLessThan(3);
    }
  });
});

describe("checkSteps", () => {
  it("accepts exactly what a random legal play produces", () => {
    const play = fc.tuple(
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 2, maxLength: 5 }),
      fc.infiniteStream(fc.nat()),
    );
    fc.assert(
      fc.property(play, ([numbers, choices]) => {
        const pool = [...numbers];
        const draw = () => pool.splice(Number(choices.next().value) % pool.length, 1)[0];
        const steps: Equation[] = [];
        while (pool.length > 1) {
          const [a, b] = [draw(), draw()];
          const op = "+-x"[Number(choices.next().value) % 3];
          const c = op === "+" ? a + b : op === "-" ? a - b : a * b;
          steps.push({ a, op, b, c });
          pool.push(c);
        }
        const target = pool[0];
        expect(checkSteps(steps, { numbers, target }).correct).toBe(true);
        expect(checkSteps(steps, { numbers, target: target + 1 }).correct).toBe(false);
        expect(checkSteps(steps.slice(0, -1), { numbers, target }).correct).toBe(false);
        const last = steps[steps.length - 1];
        const wrongLast = [...steps.slice(0, -1), { ...last, c: last.c + 1 }];
        expect(checkSteps(wrongLast, { numbers, target: target + 1 }).correct).toBe(false);
      }),
    );
  });

  it("is exact where doubles are not", () => {
    const big = { numbers: [94906267, 94906267], target: 1 };
    const product = { a: 94906267, op: "*", b: 94906267, c: 94906267 * 94906267 };
    expect(checkSteps([product], big).reason).toMatch(/^step 1: .* is not/);
    const nan = { a: 8, op: "*", b: 3, c: Number.NaN };
    expect(checkSteps([nan], gold).correct).toBe(false);
    expect(checkSteps([{ a: 8, op: "/", b: 0, c: 0 }], { numbers: [8, 0], target: 0 }).correct).toBe(false);
  });

  it("leaves the gold as it was", () => {
    const numbers = Object.freeze([3, 8, 1]);
    checkSteps([{ a: 8, op: "*", b: 3, c: 24 }], { numbers, target: 24 });
    expect(numbers).toEqual([3, 8, 1]);
    expect(countdownSteps().name).toBe("countdown");
  });
});

describe("pancakeSteps", () => {
  it("follows flips with their states written out", () => {
    const flips = [
      { flip: 3, state: [1, 3, 2, 4] },
      { flip: 3, state: [2, 3, 1, 4] },
      { flip: 2, state: [3, 2, 1, 4] },
      { flip: 3, state: [1, 2, 3, 4] },
    ];
    expect(checkTrace(pancakeSteps, flips, [2, 3, 1, 4])).toMatchObject({ correct: true, answer: "1 2 3 4" });
    expect(checkTrace(pancakeSteps, flips.slice(0, 3), [2, 3, 1, 4]).reason).toBe("not sorted: 3 stands before 2");
  });

  it("says which copy went wrong, which flip is none", () => {
    const wrong = (flip: number, state: number[]) => checkTrace(pancakeSteps, [{ flip, state }], [2, 1, 3]).reason;
    expect(wrong(2, [1, 3, 2])).toBe("step 1: place 2 must be 2 after flipping 2, got 3");
    expect(wrong(4, [1, 2, 3])).toBe("step 1: cannot flip the first 4");
    expect(wrong(1, [2, 1, 3])).toBe("step 1: cannot flip the first 1");
    expect(wrong(2, [1, 2])).toBe("step 1: 2 symbols written for 3");
    expect(() => checkTrace(pancakeSteps, [], [])).toThrow(RangeError);
  });
});
