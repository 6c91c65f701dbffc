import { describe, expect, it } from "vitest";
import { extractAnswer, sameMath, verifyMath } from "../../../lib/verifiers/math/index.js";

describe("options of verifyMath", () => {
  it("reads a percentage as the option says", () => {
    const table: [string, string, boolean, boolean, boolean][] = [
      ["40\\%", "40", true, false, true],
      ["40\\%", "0.4", true, true, false],
      ["40\\%", "40\\%", true, true, true],
      ["40\\%", "4", false, false, false],
      ["0.4", "40%", true, true, false],
    ];
    for (const [gold, answer, either, value, ignore] of table) {
      expect(sameMath(answer, gold)).toBe(either);
      expect(sameMath(answer, gold, { percent: "value" })).toBe(value);
      expect(sameMath(answer, gold, { percent: "ignore" })).toBe(ignore);
    }
  });

  it("keeps the order of a list when asked, and that of a tuple always", () => {
    expect(sameMath("2, 5", "5, 2")).toBe(true);
    expect(sameMath("2, 5", "5, 2", { listOrder: "kept" })).toBe(false);
    expect(sameMath("\\{2, 5\\}", "\\{5, 2\\}", { listOrder: "kept" })).toBe(true);
    expect(sameMath("(2, 5)", "(5, 2)")).toBe(false);
  });

  it("widens the match of written decimals only", () => {
    expect(sameMath("0.333", "\\frac13")).toBe(false);
    expect(sameMath("0.333", "\\frac13", { tolerance: 0.01 })).toBe(true);
    expect(sameMath("4.1", "\\sqrt{17}", { tolerance: 0.01 })).toBe(true);
    expect(sameMath("4.0", "\\sqrt{17}", { tolerance: 0.01 })).toBe(false);
    expect(sameMath("100", "101", { tolerance: 0.05 })).toBe(false);
  });

  it("refuses the question's own expression, not arithmetic", () => {
    const gold = "\\frac{1}{8}";
    const restated = "\\boxed{\\cos 20^\\circ \\cos 40^\\circ \\cos 80^\\circ}";
    expect(verifyMath(restated, gold)).toMatchObject({ correct: false, reason: "the value is named, not found" });
    expect(sameMath("\\cos 20^\\circ \\cos 40^\\circ \\cos 80^\\circ", gold)).toBe(true);
    expect(verifyMath("\\boxed{2^{-3}}", gold).correct).toBe(true);
    expect(verifyMath("\\boxed{\\ln 8}", "3\\ln 2").correct).toBe(true);
    expect(verifyMath("\\boxed{\\log_5 125}", "3").correct).toBe(false);
    expect(verifyMath("\\boxed{\\sin^2 x + \\cos^2 x}", "1").correct).toBe(true);
  });

  it("names the option that is wrong", () => {
    const wrong = { percent: "maybe" as "either" };
    expect(() => verifyMath("1", "1", wrong)).toThrow("verifyMath: percent must be one of either, value, ignore");
    expect(() => extractAnswer("1", wrong)).toThrow(RangeError);
    expect(() => sameMath("1", "1", { tolerance: -1 })).toThrow(
      "sameMath: tolerance must be a number in [0, 1], got -1",
    );
  });
});
