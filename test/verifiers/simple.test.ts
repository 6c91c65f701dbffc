import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifyChoice } from "../../lib/verifiers/choice.js";
import * as verifiers from "../../lib/verifiers/compose.js";
import { verifyFormat } from "../../lib/verifiers/format.js";
import { verifyNumber } from "../../lib/verifiers/number.js";
import { normaliseText, verifyText } from "../../lib/verifiers/text.js";

describe("verifyChoice", () => {
  it.each([
    ["B", "last-line"],
    ["(b)", "last-line"],
    ["**B**", "last-line"],
    ["B. Paris", "last-line"],
    ["\\boxed{B}", "boxed"],
    ["\\boxed{\\text{(B)}}", "boxed"],
    ["\\boxed{\\textbf{(B) } 12}", "boxed"],
    ["Answer: B", "answer-is"],
    ["**Answer:** (B) Paris", "answer-is"],
    ["<think>A</think> <answer>B</answer>", "answer-tag"],
    ["While (A) is near, I choose (B)", "last-parentheses"],
  ])("right: %j by %s", (response, rule) => {
    expect(verifyChoice(response, "B")).toMatchObject({ correct: true, answer: "B", rule });
  });

  it.each([
    ["", "no choice is named"],
    ["A dog is an animal", "no choice is named"],
    ["\\boxed{B", "no choice is named"],
    ["The answer is A", "chose A, not B"],
    ["The answer is B or C", "names more than one choice: B, C"],
    ["\\boxed{B, C}", "names more than one choice: B, C"],
    ["The answer is B because A is a dog's", "names more than one choice: B, A"],
    ["The answer is a bird", "no choice is named"],
    ["B</think> hm", "no choice is named"],
  ])("wrong: %j", (response, reason) => {
    expect(verifyChoice(response, "B")).toMatchObject({ correct: false, reason });
  });

  it("knows the choices' texts, and an article from a letter", () => {
    const texts = ["a cat", "a dog"];
    expect(verifyChoice("<answer>A dog</answer>", "B", { texts }).answer).toBe("B");
    expect(verifyChoice("The answer is A dog", "A").correct).toBe(false);
    expect(() => verifyChoice("A", "Z")).toThrow(RangeError);
    expect(() => verifyChoice("A", "")).toThrow(RangeError);
    expect(verifyChoice("(D)", "(d)").correct).toBe(true);
  });
});

describe("verifyText", () => {
  it("compares exact or normalised, one gold or several", () => {
    expect(verifyText(" Paris\n", "Paris", { mode: "exact" })).toMatchObject({ correct: true, rule: "whole" });
    expect(verifyText("paris.", "Paris", { mode: "exact" }).correct).toBe(false);
    expect(verifyText("the paris.", ["Rome", "Paris"]).correct).toBe(true);
    expect(verifyText("\\boxed{ﬁne}", "fine")).toMatchObject({ correct: true, rule: "boxed" });
    expect(verifyText("<answer>\\boxed{Paris}</answer>", "paris")).toMatchObject({ correct: true, rule: "boxed" });
    expect(verifyText("<answer></answer>", "x")).toMatchObject({ correct: false, answer: null, reason: "no text" });
    expect(() => verifyText("x", "")).toThrow(RangeError);
    expect(() => verifyText("x", "the")).toThrow(RangeError);
    expect(() => verifyText("x", "y", { mode: "fuzzy" as never })).toThrow(/mode/);
  });

  it("normalises once and for all", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        (text) => normaliseText(normaliseText(text)) === normaliseText(text),
      ),
    );
  });
});

describe("verifyFormat", () => {
  it.each([
    ["<think>a</think><answer>b</answer>", true, "has the shape"],
    ["\n<think>a</think>\n\n<answer>b</answer> ", true, "has the shape"],
    ["<think>a</think><answer> </answer>", false, "between <answer> and </answer> stands nothing"],
    ["x<think>a</think><answer>b</answer>", false, "before <think> stands other text"],
    ["<think>a</think><answer>b</answer>x", false, "after </answer> stands other text"],
    ["<think>a</think><answer>b", false, "</answer> is missing after <answer>"],
    ["<answer>b</answer>", false, "<think> is missing"],
    ["<think>a</think><think>c</think><answer>b</answer>", false, "between </think> and <answer> stands other text"],
    ["<think>a<think></think><answer>b</answer>", false, "<think> occurs more than once"],
    ["<think>a</think><answer>b</answer><answer>c</answer>", false, "</answer> occurs more than once"],
  ])("%j", (response, correct, reason) => {
    const verdict = verifyFormat(response);
    expect(verdict.correct).toBe(correct);
    if (!reason.includes("more than once")) expect(verdict.reason).toBe(reason);
    else expect(verdict.reason).toMatch(/more than once$/);
  });

  it("takes any shape, and says when it is none", () => {
    expect(verifyFormat("x #### 5", "*####*").answer).toBe("5");
    expect(verifyFormat("####5", "*####*").correct).toBe(false);
    expect(verifyFormat("####5", "*####*", { filled: false }).correct).toBe(true);
    expect(verifyFormat("aXbXc", "*X*", { once: false }).correct).toBe(true);
    expect(verifyFormat("aXbXc", "*X*").correct).toBe(false);
    for (const shape of ["", "*", "* *", "a**b"]) expect(() => verifyFormat("x", shape)).toThrow(RangeError);
  });

  it("is total and linear", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => verifyFormat(text).rule === "format"));
    for (const unit of ["<think>", "</think> ", "<answer>", " "]) {
      expect(verifyFormat(unit.repeat(2 ** 20 / unit.length)).correct).toBe(false);
      expect(verifyFormat(unit.repeat(2 ** 17 / unit.length)).correct).toBe(false);
    }
  });
});

describe("compositions", () => {
  const format = (response: string) => verifyFormat(response);
  const good = "<think>1+1</think><answer>2</answer>";

  it("all, any, weighted", () => {
    expect(verifiers.all(verifyNumber, format)(good, 2).correct).toBe(true);
    expect(verifiers.all(verifyNumber, format)("2", 2)).toMatchObject({
      correct: false,
      answer: "2",
      reason: "<think> is missing",
    });
    expect(verifiers.any(verifyNumber, format)(good, 3).rule).toBe("format");
    expect(verifiers.any(verifyNumber, format)("2", 3).reason).toBe("2 is not 3");
    const both = verifiers.weighted(
      [
        { verifier: verifyNumber, weight: 3 },
        { verifier: format, weight: 1 },
      ],
      { threshold: 0.75 },
    );
    expect(both("2", 2)).toMatchObject({ correct: true, score: 0.75 });
    expect(both(good, 3)).toMatchObject({ correct: false, score: 0.25, reason: "2 is not 3" });
  });

  it("rejects what is no composition, and passes an unreadable gold on", () => {
    expect(() => verifiers.all()).toThrow(RangeError);
    expect(() => verifiers.any()).toThrow(RangeError);
    expect(() => verifiers.weighted([])).toThrow(RangeError);
    expect(() => verifiers.weighted([{ verifier: format, weight: 0 }])).toThrow(/weight/);
    expect(() => verifiers.all(verifyNumber)("2", "none")).toThrow(RangeError);
  });
});
