import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifyNumber } from "../../lib/verifiers/number.js";
import { cpuSeconds, sharedPath } from "../shared.js";

describe("verifyNumber", () => {
  it.each<[string, string | number, string]>([
    ["so 16 - 3 = 13 eggs\n#### 18", "18", "hashes"],
    ["#### $1,234,567", 1234567, "hashes"],
    ["#### 18.00 dollars", "reasoning with 3 numbers\n#### 18", "hashes"],
    ["thus \\boxed{1{,}234}", "1,234", "boxed"],
    ["thus \\boxed{\\$5\\,\\text{dollars}}", 5, "boxed"],
    ["\\boxed{\\frac{1}{2}}", "0.5", "boxed"],
    ["<think>3</think><answer>-7</answer>", -7, "answer-tag"],
    ["The answer is 12 apples out of 30.", 12, "answer-is"],
    ["**Answer:** 25%", 25, "answer-is"],
    ["He pays 3 * 4 = 12 dollars.", 12, "last-number"],
    ["It falls to -5 degrees", -5, "last-number"],
    ["It costs $.50", 0.5, "last-number"],
    ["it is **18**", 18, "last-number"],
    ["*18*", 18, "last-number"],
    ["3/4 of it", "0.75", "last-number"],
    ["the total is −$3.5", "-3.50", "last-number"],
    ["１２", 12, "last-number"],
  ])("right: %j for %j by %s", (response, gold, rule) => {
    expect(verifyNumber(response, gold)).toMatchObject({ correct: true, rule });
  });

  it.each<[string, string | number, string]>([
    ["#### 19", 18, "19 is not 18"],
    ["#### 3 + 15", 18, "more than one number"],
    ["18, I think. ####", 18, "no number"],
    ["\\boxed{18", 18, "no number"],
    ["\\boxed{9 \\times 2}", 2, "more than one number"],
    ["it is 9 * 2", 2, "ends in a formula, not a number"],
    ["it is 20 - 2", 2, "ends in a formula, not a number"],
    ["it is 3 ** 2", 2, "ends in a formula, not a number"],
    ["it is x^2", 2, "no number"],
    ["1/18", 18, "1/18 is not 18"],
    ["1,2", 12, "2 is not 12"],
    ["18</think> no idea", 18, "no number"],
    ["", 0, "no number"],
    ["0.30000000000000004", 0.3, "0.30000000000000004 is not 0.3"],
  ])("wrong: %j for %j", (response, gold, reason) => {
    expect(verifyNumber(response, gold)).toMatchObject({ correct: false, reason });
  });

  it("takes a relative tolerance", () => {
    expect(verifyNumber("2.72", 2.71943, { tolerance: 1e-3 }).correct).toBe(true);
    expect(verifyNumber("2.7", 2.71943, { tolerance: 1e-3 }).correct).toBe(false);
    expect(() => verifyNumber("3", 3, { tolerance: -1 })).toThrow(/tolerance/);
  });

  it("throws on an unreadable gold", () => {
    for (const gold of ["", "none", "1 or 2", Number.NaN]) expect(() => verifyNumber("1", gold)).toThrow(RangeError);
  });

  it("finds any number that it wrote itself, and answers any text", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (n) => {
        expect(verifyNumber(`so it is ${n.toLocaleString("en-US")} dollars.`, String(n)).correct).toBe(true);
        expect(verifyNumber(`#### ${n}`, String(n + 1n)).correct).toBe(false);
      }),
    );
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => typeof verifyNumber(text, 1).correct === "boolean"));
    for (const unit of ["1", "1,234,", "$", "-", "answer", "\\boxed{", "1/", "####", "<answer>", " "]) {
      const long = unit.repeat(2 ** 20 / unit.length);
      expect(cpuSeconds(() => expect(verifyNumber(long, 7).correct).toBe(false))).toBeLessThan(3);
    }
  });

  const gsm8k = sharedPath("data", "benchmarks", "gsm8k_test.jsonl");
  it.skipIf(!gsm8k)("reads every gold of GSM8K as itself and no other", () => {
    const golds = readFileSync(gsm8k!, "utf8").trim().split("\n");
    const answers = golds.map((line) => (JSON.parse(line) as { answer: string }).answer);
    for (const [i, answer] of answers.entries()) {
      const value = answer.split("#### ")[1];
      expect(verifyNumber(answer, answer).correct).toBe(true);
      expect(verifyNumber(`So the total is $${value}.`, answer).correct).toBe(true);
      const other = answers[(i + 1) % answers.length];
      const same = other.split("#### ")[1].replaceAll(",", "") === value.replaceAll(",", "");
      expect(verifyNumber(other, answer).correct).toBe(same);
    }
  });
});
