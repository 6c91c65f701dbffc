import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  averageAtK,
  correctnessBuckets,
  majorityAtK,
  passAtK,
  passPowerK,
  voteClusters,
} from "../../lib/metrics/index.js";

const counts = fc
  .tuple(fc.integer({ min: 1, max: 300 }), fc.nat(300), fc.nat(300))
  .map(([n, c, k]) => ({ n, c: c % (n + 1), k: (k % n) + 1 }));

describe("pass@k", () => {
  it("golden numbers", () => {
    expect(passAtK(4, 1, 4)).toBe(1);
    expect(passAtK(4, 1, 2)).toBeCloseTo(0.5, 12);
    expect(passAtK(16, 3, 8)).toBeCloseTo(0.9, 12);
    expect(passPowerK(4, 2, 2)).toBeCloseTo(1 / 6, 12);
  });
  it("is monotone in k and in c; pass^k falls in k; both are c / n at k = 1", () => {
    fc.assert(
      fc.property(counts, ({ n, c, k }) => {
        const now = passAtK(n, c, k);
        expect(now).toBeGreaterThanOrEqual(0);
        expect(now).toBeLessThanOrEqual(1);
        if (k < n) expect(passAtK(n, c, k + 1)).toBeGreaterThanOrEqual(now - 1e-12);
        if (c < n) expect(passAtK(n, c + 1, k)).toBeGreaterThanOrEqual(now - 1e-12);
        if (k < n) expect(passPowerK(n, c, k + 1)).toBeLessThanOrEqual(passPowerK(n, c, k) + 1e-12);
        expect(passAtK(n, c, 1)).toBeCloseTo(c / n, 12);
        expect(passPowerK(n, c, 1)).toBeCloseTo(c / n, 12);
      }),
    );
  });
});

describe("maj@k", () => {
  it("votes among answers: no answer never wins right, ties go to the first seen", () => {
    expect(majorityAtK(["7", "8", "8", "7"], "7")).toBe(1);
    expect(majorityAtK(["8", "7", "7", "8"], "7")).toBe(0);
    expect(majorityAtK([null, null, "7"], "7")).toBe(0);
    expect(majorityAtK([undefined, "7", "7"], "7")).toBe(1);
    expect(majorityAtK<string>([null], "7")).toBe(0);
  });
  it("clusters by predicate or by key alike", () => {
    const answers = [1, 2.0004, 2, 1.9996, 1, null, 3];
    const same = (a: number, b: number) => Math.round(a) === Math.round(b);
    const byPredicate = voteClusters(answers, { same });
    expect(byPredicate.map((c) => c.members)).toEqual([[0, 4], [1, 2, 3], [5], [6]]);
    expect(voteClusters(answers, { key: Math.round }).map((c) => c.members)).toEqual(byPredicate.map((c) => c.members));
    expect(majorityAtK(answers, 2, { same })).toBe(1);
    expect(majorityAtK(answers, 2, { key: Math.round })).toBe(1);
    expect(majorityAtK(answers, 2)).toBe(0);
  });
});

describe("buckets and averages", () => {
  it("by hand, groups of different size", () => {
    expect(correctnessBuckets([[true, true, true], [true], [false, true], [false]])).toEqual({
      allRight: 2,
      mixed: 1,
      allWrong: 1,
      histogram: [1, 2, 0, 1],
    });
    expect(averageAtK([1, -1, 0.5, 1])).toBeCloseTo(0.375, 12);
  });
  it("every group is in one bucket", () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.boolean(), { minLength: 1 }), { minLength: 1 }), (verdicts) => {
        const { allRight, mixed, allWrong, histogram } = correctnessBuckets(verdicts);
        expect(allRight + mixed + allWrong).toBe(verdicts.length);
        expect(histogram.reduce((a, b) => a + b)).toBe(verdicts.length);
      }),
    );
  });
});

describe("bad input", () => {
  const cases: [string, () => unknown, RegExp][] = [
    ["k > n", () => passAtK(4, 1, 5), /passAtK: k must be an integer in \[1, 4\], got 5/],
    ["negative", () => passAtK(4, -1, 2), /correct must be an integer in \[0, 4\], got -1/],
    ["c > n", () => passPowerK(4, 5, 2), /correct must be an integer in \[0, 4\], got 5/],
    ["k = 0", () => passAtK(4, 1, 0), /k must be an integer/],
    ["NaN", () => averageAtK([1, Number.NaN]), /rewards\[1\] must be a finite number or a verdict, got NaN/],
    ["no rewards", () => averageAtK([]), /at least one sample/],
    ["no answers", () => majorityAtK<string>([], "1"), /majorityAtK: answers must be a list of at least one/],
    ["both", () => voteClusters(["1"], { same: Object.is, key: String }), /either same or key/],
    ["no groups", () => correctnessBuckets([]), /at least one group/],
    ["empty group", () => correctnessBuckets([[true], []]), /verdicts\[1\] must be a group of at least one/],
    ["rewards for verdicts", () => correctnessBuckets([[1 as unknown as boolean]]), /true or false/],
  ];
  for (const [name, act, message] of cases) it(name, () => expect(act).toThrow(message));
});
