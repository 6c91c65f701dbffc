import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generator } from "../../../lib/core/random.js";
import { answerKey, clusterAnswers, explainVerdict, parseMath } from "../../../lib/verifiers/math/index.js";
import { rewritten, tree, written } from "./generate.js";

describe("clusterAnswers", () => {
  it("counts equal answers together, the largest group first", () => {
    const clusters = clusterAnswers([
      "\\frac12",
      "7",
      "0.5",
      null,
      "x=7",
      "2/4",
      "(C)",
      "C",
      "2,1",
      "1, 2",
      "\\{1,2\\}",
    ]);
    expect(clusters.map((c) => c.members)).toEqual([
      [0, 2, 5],
      [8, 9, 10],
      [1, 4],
      [6, 7],
    ]);
    expect(clusters[0].answer).toBe("\\frac12");
    expect(clusterAnswers([])).toEqual([]);
  });

  it("does not depend on the order of the answers", () => {
    const answers = [
      "1/3",
      "0.\\overline{3}",
      "\\frac{2}{6}",
      "0.33",
      "\\sqrt2",
      "2^{1/2}",
      "x^2-1",
      "(x-1)(x+1)",
      "east",
      "East",
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(answers, { minLength: answers.length }), (mixed) => {
        const groups = clusterAnswers(mixed).map((c) =>
          c.members
            .map((i) => mixed[i])
            .sort()
            .join("|"),
        );
        const straight = clusterAnswers(answers).map((c) =>
          c.members
            .map((i) => answers[i])
            .sort()
            .join("|"),
        );
        expect(groups.sort()).toEqual(straight.sort());
      }),
      { numRuns: 30 },
    );
  });

  it("keys rewrites alike and takes 1,000 answers in a second", () => {
    const random = generator(5).split("keys");
    const trees = Array.from({ length: 100 }, (_, i) => tree(random, 3, i % 2 === 0));
    for (const t of trees) expect(answerKey(written(rewritten(t, random), random))).toBe(answerKey(written(t, random)));
    const answers = Array.from({ length: 1000 }, (_, i) => written(trees[i % 100], random));
    const start = process.cpuUsage();
    clusterAnswers(answers);
    expect(process.cpuUsage(start).user).toBeLessThan(3e6);
  });

  it("keys what is no formula by its text", () => {
    expect(answerKey("\\frac{1}{")).toBe("text \\frac{1}{");
    expect(answerKey("")).toBe("text ");
    expect(answerKey("no solution")).toBe(answerKey("\\text{No solution.}"));
  });
});

describe("explainVerdict", () => {
  it("tells what was found, by which rule, how it was read, why it differs", () => {
    const told = explainVerdict("so $x \\in \\boxed{(1, 4]}$", "[1, 4]");
    expect(told).toMatchObject({ correct: false, rule: "boxed", reason: "a different tuple" });
    expect(told.answer).toEqual({ text: "(1, 4]", kind: "tuple", values: ["(1, 4]"] });
    expect(told.gold.values).toEqual(["[1, 4]"]);
    expect(told.text.split("\n")).toHaveLength(4);
  });

  it.each<[string, string[]]>([
    ["\\frac{x+2}{7}", ["(x + 2)/7"]],
    ["2(a-b)^2", ["2*(a - b)^2"]],
    ["-x^2/3", ["(-x^2)/3"]],
    ["\\sqrt{2\\pi}", ["sqrt(2*π)"]],
    ["1,234", ["1234", "1, 234"]],
    ["\\{1, 2\\}", ["{1, 2}"]],
    ["x \\le 3", ["x <= 3"]],
    ["(0,1)\\cup[2,\\infty)", ["(0, 1) ∪ [2, ∞)"]],
    ["\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}", ["[1, 2; 3, 4]"]],
    ["12\\%", ["12%"]],
    ["5 cm", ["5 cm"]],
    ["y = 3x", ["y = 3*x"]],
    ["3:4", ["3:4"]],
    ["east", ['"east"']],
    ["24_7", ["24 (base 7)"]],
  ])("shows %s as %j", (text, values) => {
    expect(explainVerdict("\\boxed{0.001}", text).gold.values).toEqual(values);
  });

  it("says why a text was not read", () => {
    expect(parseMath("\\frac{1}{").failure).toContain("unfinished");
    expect(parseMath("(".repeat(300)).failure).toContain("nesting");
    expect(parseMath("x".repeat(9000)).failure).toContain("longer than the limit");
    expect(explainVerdict("\\boxed{3 +}", "3").text).toContain("unreadable");
    expect(explainVerdict("", "3").answer.kind).toBe("nothing");
  });
});
