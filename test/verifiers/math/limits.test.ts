import { describe, expect, it } from "vitest";
import {
  answerKey,
  clusterAnswers,
  explainVerdict,
  extractAnswer,
  parseMath,
  sameMath,
  verifyMath,
} from "../../../lib/verifiers/math/index.js";
import { ANSWER_LIMIT, HEIGHT_LIMIT } from "../../../lib/verifiers/math/limits.js";

const chain = (terms: number): string => Array.from({ length: terms }, () => "π").join("+");

describe("tall trees", () => {
  it.each([
    ["π", "π".repeat(2000)],
    ["1e", "1e".repeat(1000)],
    ["a sum", chain(1400)],
    ["a quotient", `1${"/2".repeat(1400)}`],
    ["percent signs", `5${"%".repeat(2000)}`],
    ["degrees", `5${"°".repeat(2000)}`],
    ["plus-minus signs", `1${"\\mp 1".repeat(900)}`],
  ])("%s: unreadable, with the limit as the reason", (_, answer) => {
    expect(parseMath(answer)).toMatchObject({ values: [], failure: "a formula deeper than the limit" });
    expect(verifyMath(`\\boxed{${answer}}`, "7")).toMatchObject({
      correct: false,
      reason: "the answer is unreadable: a formula deeper than the limit",
    });
    expect(explainVerdict(`\\boxed{${answer}}`, "7").answer.kind).toBe("unreadable");
    expect(answerKey(answer)).toMatch(/^text /);
    expect(() => verifyMath("\\boxed{7}", answer)).toThrow(RangeError);
  });

  it.each([
    ["minus signs after a function", `\\sin${"-".repeat(2900)}1`],
    ["fonts", `${"\\mathbf".repeat(1100)}x`],
    ["set differences", `(1,2)${"\\setminus (1,2)".repeat(400)}`],
  ])("%s end in a verdict", (_, answer) => {
    expect(verifyMath(`\\boxed{${answer}}`, "7").correct).toBe(false);
    expect(answerKey(answer)).toBeTypeOf("string");
  });

  it("are read, compared, printed and keyed up to the limit", () => {
    const tall = chain(HEIGHT_LIMIT);
    expect(sameMath(tall, `${HEIGHT_LIMIT}π`)).toBe(true);
    expect(answerKey(tall)).toBe(answerKey(`${HEIGHT_LIMIT}π`));
    expect(explainVerdict(`\\boxed{${tall}}`, "7").reason).toBe("a different scalar");
    expect(parseMath(chain(HEIGHT_LIMIT + 1)).values).toEqual([]);
  });

  it("come of chains of matrices too, whose entries double with each", () => {
    const matrix = "\\begin{pmatrix}1&1\\\\1&1\\end{pmatrix}";
    expect(sameMath(matrix.repeat(4), "\\begin{pmatrix}8&8\\\\8&8\\end{pmatrix}")).toBe(true);
    expect(verifyMath(`\\boxed{${matrix.repeat(100)}}`, "7").correct).toBe(false);
  });
});

describe("long texts", () => {
  it.each(["x", "½", "√", "π", "°", " x", "\\text{", "{", "1", `a${" ".repeat(5000)}`])(
    "of %j cost nothing",
    (piece) => {
      const long = piece.repeat(Math.ceil(1_000_000 / piece.length));
      const start = process.cpuUsage();
      expect(() => verifyMath("\\boxed{1}", long)).toThrow(/^verifyMath: gold must be readable/);
      expect(() => explainVerdict("\\boxed{1}", long)).toThrow(RangeError);
      expect(parseMath(long)).toMatchObject({ values: [], failure: "a text longer than the limit" });
      expect(answerKey(long)).toMatch(/^text /);
      expect(sameMath(long, long)).toBe(true);
      expect(sameMath(long, `${long}y`)).toBe(false);
      // Not the bound, which is counted: a guard against one that was forgotten.
      expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000);
    },
  );

  it("count without the blanks around them, and as golds by the answer marked in them", () => {
    expect(parseMath(`${" ".repeat(ANSWER_LIMIT)}7 `).values).toHaveLength(1);
    const solution = "We add the two numbers once more. ".repeat(1000);
    expect(verifyMath("\\boxed{7}", `${solution}\\boxed{7}`).correct).toBe(true);
    expect(verifyMath("\\boxed{7}", `${solution}\n#### 7`).correct).toBe(true);
  });
});

describe("arguments that are no strings", () => {
  it.each<[string, () => unknown]>([
    ["verifyMath: response must be a string, got null", () => verifyMath(null as never, "1")],
    ["verifyMath: gold must be a string, got 1", () => verifyMath("1", 1 as never)],
    ["explainVerdict: gold must be a string, got undefined", () => explainVerdict("1", undefined as never)],
    ["extractAnswer: response must be a string, got 5", () => extractAnswer(5 as never)],
    ["parseMath: text must be a string, got Array(1)", () => parseMath(["1"] as never)],
    ["sameMath: b must be a string, got Object", () => sameMath("1", {} as never)],
    ["answerKey: answer must be a string, got true", () => answerKey(true as never)],
    ["clusterAnswers: answers[1] must be a string, got 2", () => clusterAnswers(["1", 2 as never])],
  ])("%s", (message, call) => {
    expect(call).toThrow(TypeError);
    expect(call).toThrow(message);
  });
});
