import { describe, expect, it } from "vitest";
import { generator } from "../../../lib/core/random.js";
import { sameMath, verifyMath } from "../../../lib/verifiers/math/index.js";
import { normaliseAnswer } from "../../../lib/verifiers/math/normalise/index.js";
import { mutated, perturbed, rewritten, soup, tree, value, written } from "./generate.js";

// RLVR_FUZZ=200000 is the long run.
const COUNT = Number(process.env["RLVR_FUZZ"] ?? 4000);
const SEEDS = [
  "The area is $\\boxed{\\frac{3\\sqrt{2}}{4}}$.",
  "so $x \\in (-\\infty, -2] \\cup [5, \\infty)$",
  "\\[\\boxed{\\begin{pmatrix} 1 & -2 \\\\ 0 & \\tfrac{1}{3} \\end{pmatrix}}\\]",
  "**Final answer:** $y = 3x - \\dfrac{7}{2}$",
  "#### 1,250 dollars",
  "\\boxed{\\{1 \\pm \\sqrt{7}, -4\\}}",
  "\\boxed{2.5 \\times 10^{-3} \\text{ m/s}^2}",
  "答案是 \\boxed{\\text{(C)}}",
];

describe("verifyMath on generated texts", () => {
  it(`answers ${COUNT} texts: no throw, no hang, the same twice, symmetric, reflexive`, { timeout: 3_600_000 }, () => {
    const random = generator(20).split("texts");
    let [slowest, worst] = [0, ""];
    for (let i = 0; i < COUNT; i++) {
      const [a, b] = [text(i, random), text(i + 1, random)];
      const verdict = verifyMath(a, "\\frac{1}{2}");
      // A pause of the machine is not a slow text: only what is slow again counts.
      const taken = Math.min(timed(a), timed(a));
      if (taken > slowest) [slowest, worst] = [taken, a];
      expect(verifyMath(a, "\\frac{1}{2}"), a).toEqual(verdict);
      expect(sameMath(a, b), `${a} and ${b}`).toBe(sameMath(b, a));
      if (normaliseAnswer(a) !== "") expect(sameMath(a, a), a).toBe(true);
    }
    console.info(`slowest: ${slowest.toFixed(1)} ms, ${worst.slice(0, 200)}`);
    expect(slowest).toBeLessThan(200);
  });

  it("keeps rewrites equal and tells perturbed ones apart", { timeout: 3_600_000 }, () => {
    const random = generator(21).split("trees");
    for (let i = 0; i < COUNT / 4; i++) {
      const t = tree(random, 1 + (i % 3), i % 2 === 0);
      const at = [0, 1].map(() => ({ x: 0.5 + random(), y: 0.5 + random(), n: 0.5 + random(), a: 0.5 + random() }));
      const size = Math.max(...at.map((p) => Math.abs(value(t, p))));
      if (!(size < 1e12) || size < 1e-9) continue;
      const a = written(t, random);
      const same = written(rewritten(t, random), random);
      const boxed = `so it is \\boxed{${same}}.`;
      expect(sameMath(a, same), `${a} and ${same}`).toBe(true);
      expect(verifyMath(boxed, a).correct, `${boxed} for ${a}`).toBe(true);
      const other = perturbed(t, random);
      const apart = at.some((p) => Math.abs(value(other, p) - value(t, p)) > 1e-5 * Math.abs(value(t, p)));
      if (apart) expect(sameMath(a, written(other, random)), `${a} changed`).toBe(false);
    }
  });

  it("answers texts of a megabyte", () => {
    const mega = (piece: string): string => piece.repeat(Math.ceil(1e6 / piece.length));
    for (const piece of [
      "(",
      "\\boxed{",
      "$",
      "1",
      "1,",
      "9".repeat(50),
      "\\frac{1}{",
      "x^",
      "answer is ",
      "<think>",
      "a b ",
      "\\[",
      "####",
      "½",
      "\\text{",
    ]) {
      const start = process.cpuUsage();
      expect(verifyMath(mega(piece), "17").correct, piece).toBe(false);
      expect(verifyMath(`${mega(piece)}\n\\boxed{17}`, "17").correct, piece).toBe(true);
      expect(process.cpuUsage(start).user / 1000, piece).toBeLessThan(2000);
    }
  });
});

function timed(response: string): number {
  const start = performance.now();
  verifyMath(response, "\\frac{1}{2}");
  return performance.now() - start;
}

function text(i: number, random: () => number): string {
  if (i % 3 === 0) return soup(random);
  if (i % 3 === 1) return mutated(SEEDS[i % SEEDS.length], random);
  return `\\boxed{${mutated(written(tree(random, 3, true), random), random)}}`;
}
