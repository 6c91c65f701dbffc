import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generator, normal } from "../../lib/core/random.js";
import type { StepRow } from "../../lib/core/types.js";
import { promptInterval } from "../../lib/experiments/claims/prompts.js";
import { claim, row } from "./claims-rows.js";

/** A run whose last row counts these right responses of eight a prompt. */
const counted = (method: string, base: string, right: number[], seed = 1): StepRow[] => {
  const avgAt = right.reduce((a, b) => a + b, 0) / (8 * right.length);
  const majAt = {};
  return [row(method, base, 1, { seed, evaluation: { passAt: { 1: avgAt, 8: 0 }, majAt, avgAt, right } as never })];
};
const reading = { of: "evaluation.passAt.1", at: "end" } as const;
const comparison = { ...claim, reading, against: { method: "theirs", reading } };
// Differences of counts: base 1 has 4, 2, 0; base 2 has 2, 0, -2.
const rows = [
  ...[...counted("mine", "b1", [8, 4, 2]), ...counted("theirs", "b1", [4, 2, 2])],
  ...[...counted("mine", "b2", [4, 4, 0]), ...counted("theirs", "b2", [2, 4, 2])],
];

describe("intervals over prompts", () => {
  it("by hand: bases .25 and 0; prompts .375, .125 and -.125; nothing left between them", () => {
    const { bases, prompts, both } = promptInterval(comparison, rows)!;
    expect([bases.n, prompts.n]).toEqual([2, 3]);
    for (const { mean } of [bases, prompts, both]) expect(mean).toBeCloseTo(0.125, 12);
    expect(bases.sd).toBeCloseTo(0.25 / Math.SQRT2, 12);
    expect(prompts.sd).toBeCloseTo(0.25, 12);
    // t(.95, 1) = 12.7062; variance .03125 / 2 + .0625 / 3 = .0364583
    expect(both.high).toBeCloseTo(0.125 + 12.706204736174694 * Math.sqrt(0.03125 / 2 + 0.0625 / 3), 9);
  });

  it("read pass@k and shares of groups of eight from the counts", () => {
    const at = (of: string) =>
      promptInterval({ ...comparison, reading: { of, at: "end" }, against: 0 }, rows)!.bases.mean;
    expect(at("evaluation.avgAt")).toBeCloseTo((14 / 24 + 8 / 24) / 2, 12);
    expect(at("evaluation.passAt.8")).toBeCloseTo(5 / 6, 12);
    expect(at("evaluation.allRight")).toBeCloseTo(1 / 6, 12);
    expect(at("evaluation.allWrong")).toBeCloseTo(1 / 6, 12);
    // 1 - C(4, 2) / C(8, 2) = 11/14 at four right of eight, 1 - C(6, 2) / C(8, 2) = 13/28 at two.
    expect(at("evaluation.passAt.2")).toBeCloseTo((1 + 11 / 14 + 13 / 28 + 11 / 14 + 11 / 14 + 0) / 6, 12);
  });

  it("read maj@k at the largest k from the majorities kept, and any share by difficulty", () => {
    const kept = (method: string, majority: number[]): StepRow => {
      const evaluation = { passAt: { 1: 0.5 }, majAt: { 8: 0, 32: 0.5 }, avgAt: 0.5, right: [8, 4, 4, 0], majority };
      return row(method, "b1", 1, { evaluation: { ...evaluation, byDifficulty: { easy: {}, hard: {} } } as never });
    };
    const both = [kept("mine", [1, 1, 0, 1]), kept("theirs", [1, 0, 0, 0])];
    const over = (of: string, all = both) => {
      const reading = { of, at: "end" } as const;
      return promptInterval({ ...comparison, reading, against: { method: "theirs", reading } }, all);
    };
    const majorities = over("evaluation.majAt.32")!;
    expect([majorities.prompts.n, majorities.bases.mean]).toEqual([4, 0.5]);
    // Differences 0, 1, 0, 1: sum of squares about .5 is 1.
    expect(majorities.prompts.sd).toBeCloseTo(Math.sqrt(1 / 3), 12);
    expect(over("evaluation.majAt.8")).toBeUndefined();
    expect(over("evaluation.majAt.32", rows)).toBeUndefined();
    const hard = over("evaluation.byDifficulty.hard.majAt.32")!;
    expect([hard.prompts.n, hard.bases.mean]).toEqual([2, 0.5]);
    const own = {
      ...comparison,
      reading: { of: "evaluation.byDifficulty.easy.passAt.1", at: "end" },
      against: 0,
    } as const;
    expect(promptInterval(own, both)!.bases.mean).toBe(0.75);
    expect(() => over("evaluation.byDifficulty.hardest.majAt.32")).toThrow("of must be a difficulty of easy, hard");
  });

  it("average seeds, compare a run with its own start, and give nothing without counts", () => {
    const again = [...rows, ...counted("mine", "b1", [8, 8, 8], 2), ...counted("theirs", "b1", [8, 8, 8], 2)];
    expect(promptInterval(comparison, again)!.bases.mean).toBeCloseTo(0.0625, 12);
    const own = { ...comparison, against: { of: reading.of, at: "start" } as const };
    expect(promptInterval(own, rows)!.prompts).toMatchObject({ mean: 0, sd: 0, n: 3 });
    expect(promptInterval(comparison, [row("mine", "b1", 1, { pass1: 0.5 })])).toBeUndefined();
    const one = promptInterval(comparison, rows.slice(0, 2))!;
    expect([one.bases.high, one.both.low, one.prompts.n]).toEqual([Infinity, -Infinity, 3]);
  });

  it("lessen a difference by a second one, prompt by prompt", () => {
    const minus = { ...comparison, against: 0.25 };
    const { bases, prompts } = promptInterval({ ...comparison, minus }, rows)!;
    // "theirs" less itself and .25: what is left is .25 - theirs.
    expect(bases.mean).toBeCloseTo(0.25 - 16 / 48, 12);
    expect([bases.n, prompts.n]).toEqual([2, 3]);
    expect(promptInterval({ ...comparison, minus: { ...minus, method: "none" } }, rows)).toBeUndefined();
    expect(() => promptInterval({ ...comparison, minus: { ...minus, compare: "ratio" } }, rows)).toThrow("difference");
    expect(() => promptInterval({ ...comparison, statistic: { name: "law" } }, rows)).toThrow(
      "statistic must be absent",
    );
    const more = [...rows.slice(0, 2), ...counted("other", "b1", [1, 2])];
    expect(() => promptInterval({ ...comparison, minus: { ...minus, method: "other" } }, more)).toThrow(
      "minus must be of as many prompts as what it is subtracted from (3), got 2",
    );
  });

  it("name rows that lack what they need", () => {
    const kept = (evaluation: object) => [row("mine", "b1", 1, { evaluation: evaluation as never })];
    const at = (of: string, evaluation: object) => () =>
      promptInterval({ ...comparison, reading: { of, at: "end" }, against: 0 }, kept(evaluation));
    expect(at("evaluation.majAt.8", { majority: [1, 0] })).toThrow("evaluation.majAt must be an object");
    expect(at("evaluation.majAt.8", { majority: "10", majAt: { 8: 1 } })).toThrow("majority must be a list of numbers");
    expect(at("evaluation.majAt.8", { majority: ["a"], majAt: { 8: 1 } })).toThrow("majority[0] must be a number");
    expect(at("evaluation.passAt.1", { right: [1] })).toThrow("evaluation.avgAt must be a number");
    const short = [...counted("mine", "b1", [1, 1, 1], 2), ...counted("theirs", "b1", [1, 1, 1], 2)].map((each) => ({
      ...each,
      evaluation: { ...each.evaluation!, right: [1, 1] },
    }));
    expect(() => promptInterval(comparison, [...rows, ...short])).toThrow("3 prompts with every seed of b1, got 2");
  });

  it("refuse what has no value a prompt", () => {
    const refused = (changed: object) => () => promptInterval({ ...comparison, ...changed }, rows);
    expect(refused({ compare: "ratio" })).toThrow("promptInterval: compare must be difference");
    expect(refused({ reading: { of: "entropy", at: "end" } })).toThrow("promptInterval: of must be");
    expect(refused({ reading: { of: reading.of, at: "equal" } })).toThrow("promptInterval: at must be start, end");
    const odd = [...rows, ...counted("mine", "b3", [1]), ...counted("theirs", "b3", [1])];
    expect(() => promptInterval(comparison, odd)).toThrow("rows must be of 3 prompts on every base, got 1");
    expect(() => promptInterval(comparison, [...rows.slice(0, 1), ...counted("theirs", "b1", [1])])).toThrow(
      "both runs",
    );
  });

  it("over both are never narrower in spread than over either, and do not depend on the order of rows", () => {
    const share = fc.array(fc.nat(8), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(share, { minLength: 4, maxLength: 4 }), (tables) => {
        const all = tables.flatMap((right, i) => counted(i % 2 ? "mine" : "theirs", `b${i >> 1}`, right));
        const { bases, prompts, both } = promptInterval(comparison, all)!;
        const half = both.high - both.mean + 1e-9;
        expect(half).toBeGreaterThanOrEqual(bases.high - bases.mean);
        expect(half).toBeGreaterThanOrEqual(prompts.high - prompts.mean);
        expect(promptInterval(comparison, [...all].reverse())).toEqual({ bases, prompts, both });
      }),
      { numRuns: 50 },
    );
  });

  it("over both cover the truth 95 times of 100 where bases and prompts vary, and over bases alone do not", () => {
    const random = generator(5);
    const draw = (n: number, sd: number) => Array.from({ length: n }, () => sd * normal(random));
    const covered = { both: 0, bases: 0 };
    const trials = 200;
    for (let trial = 0; trial < trials; trial++) {
      const [ofBase, ofPrompt] = [draw(8, 6), draw(12, 12)];
      // Shares of a thousand responses, so that rounding to counts is small; the true difference is 0.
      const all = ofBase.flatMap((b, i) => {
        const right = ofPrompt.map((p) => Math.max(0, Math.round(500 + 5 * (b + p + 6 * normal(random)))));
        const evaluation = (counts: number[]) => {
          const avgAt = counts.reduce((x, y) => x + y, 0) / (1000 * counts.length);
          return { evaluation: { passAt: {}, avgAt, right: counts } as never };
        };
        const flat = ofPrompt.map(() => 500);
        return [row("mine", `b${i}`, 1, evaluation(right)), row("theirs", `b${i}`, 1, evaluation(flat))];
      });
      const found = promptInterval(comparison, all)!;
      if (found.both.low <= 0 && found.both.high >= 0) covered.both++;
      if (found.bases.low <= 0 && found.bases.high >= 0) covered.bases++;
    }
    expect(covered.both / trials).toBeGreaterThan(0.92);
    expect(covered.bases / trials).toBeLessThan(0.9);
  });
});
