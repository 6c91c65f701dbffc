import { describe, expect, it } from "vitest";
import { verifyMath } from "../../../lib/verifiers/math/index.js";

const repeated = (piece: string, count: number, between = ""): string =>
  Array.from({ length: count }, (_, i) => piece.replaceAll("#", String(i + 1))).join(between);

describe("bounded work", () => {
  it.each<[string, string]>([
    ["powers of powers", "9^{9^{9^{9}}}"],
    ["a tower that cancels", "3^{3^{50}}-3^{3^{50}}+1"],
    ["long fractions", "\\frac{2^{60000}+1}{3^{37000}+7}+\\frac{5^{20000}+1}{7^{20000}+3}"],
    ["harmonic sums", repeated("1/#", 700, "+")],
    ["powers of fractions", "\\left(\\frac{2}{3}\\right)^{10000}\\left(\\frac{5}{7}\\right)^{10000}"],
    ["factorials", repeated("2400!", 30, "+")],
    ["binomials", repeated("\\binom{100000}{200}", 30, "\\cdot")],
    ["common divisors", "\\gcd(2^{50000}-1,3^{30000}-1)"],
    ["sines of sines", `${repeated("\\sin(", 60)}1${repeated(")", 60)}`],
    ["sums of sines", repeated("\\sin(#x)", 200, "+")],
    ["sums of roots", repeated("\\sqrt{#}", 300, "+")],
    ["roots of roots", `${"\\sqrt{".repeat(60)}7${"}".repeat(60)}`],
    ["high degrees", repeated("x^{#}", 300, "+")],
    ["many names", repeated("(x_{#}+y_{#})", 150)],
    ["sets of near values", `\\{${repeated("\\sqrt{2}+10^{-4}\\cdot#", 32, ",")}\\}`],
    ["long lists", repeated("#", 256, ",")],
    ["too long lists", repeated("1", 400, ",")],
    ["many signs", repeated("\\pm #", 150)],
    ["minus signs", `${"-".repeat(5000)}2`],
    ["brackets", `${"(".repeat(5000)}2${")".repeat(5000)}`],
    ["texts in texts", `${"\\text{".repeat(1300)}${"}".repeat(1300)}`],
    ["open braces", "\\frac{".repeat(1300)],
    ["infinite ends", "\\infty-\\infty"],
    ["huge sines", "\\sin(10^{100000})"],
    ["unions", repeated("(#,#.5)", 200, "\\cup")],
    ["a large matrix", `\\begin{pmatrix}${repeated(repeated("\\sqrt{#}", 16, "&"), 16, "\\\\")}\\end{pmatrix}`],
    ["long digits", `0.${"1".repeat(8000)}`],
    ["program text", '__import__("os").system("ls")'],
    ["prototypes", "__proto__.constructor"],
  ])("%s end in a verdict", (_, answer) => {
    const golds = ["1", "x", "\\sqrt{2}", "\\{1,\\sqrt2\\}"];
    const start = process.cpuUsage();
    for (const gold of golds) expect(verifyMath(`\\boxed{${answer}}`, gold)).toMatchObject({ correct: false });
    // Not the bound, which is counted: a guard against one that was forgotten.
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(4000);
  });

  it("spends on a comparison what it is given: a doubt is wrong", () => {
    expect(verifyMath(`\\boxed{${repeated("\\sin #", 10, "+")}}`, repeated("\\sin(#)", 10, "+")).correct).toBe(true);
    const many = repeated("\\sin #", 200, "+");
    expect(verifyMath(`\\boxed{${many}+1}`, `1+${many}`).correct).toBe(false);
    expect(verifyMath(`\\boxed{${many}}`, many)).toMatchObject({ correct: true, reason: "the same text" });
  });
});
