import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generator } from "../../lib/core/random.js";
import {
  clipFractions,
  correctnessBuckets,
  correctnessShares,
  covarianceTerm,
  distinctCorrect,
  expectedGroupShares,
  expectedMajorityAtK,
  fitEntropyLaw,
  histogram,
  lengthSummary,
  majorityAtK,
  passAtK,
  passPowerK,
  selfPerplexity,
  usableBand,
} from "../../lib/metrics/index.js";

describe("expectedGroupShares", () => {
  it("adds to 1, and agrees with pass@k and pass^k", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(200), fc.nat(200), (samples, c, k) => {
        const [correct, size] = [c % (samples + 1), (k % samples) + 1];
        const { allRight, mixed, allWrong } = expectedGroupShares(samples, correct, size);
        expect(allRight + mixed + allWrong).toBeCloseTo(1, 12);
        expect(allRight).toBeCloseTo(passPowerK(samples, correct, size), 12);
        expect(allWrong).toBeCloseTo(1 - passAtK(samples, correct, size), 12);
      }),
    );
  });
  it("is the average over all groups, counted one by one", () => {
    const verdicts = [true, true, true, false, false];
    const groups = verdicts.flatMap((a, i) => verdicts.slice(i + 1).map((b) => [a, b]));
    const counted = correctnessShares(correctnessBuckets(groups));
    const { allRight, mixed, allWrong } = expectedGroupShares(5, 3, 2);
    expect([allRight, mixed, allWrong].map((x) => x.toFixed(12))).toEqual(
      [counted.allRight, counted.mixed, counted.allWrong].map((x) => x.toFixed(12)),
    );
  });
});

describe("expectedMajorityAtK", () => {
  const answers = ["4", "4", "4", "5", "5", null, "6"];
  it("k = n is maj@k, k = 1 is the share of right answers", () => {
    expect(expectedMajorityAtK(answers, "4", { k: 7, random: generator(1) })).toBe(majorityAtK(answers, "4"));
    expect(expectedMajorityAtK(answers, "4", { k: 1, draws: 20_000, random: generator(2) })).toBeCloseTo(3 / 7, 1);
    expect(expectedMajorityAtK(answers, "9", { k: 3, random: generator(3) })).toBe(0);
  });
  it("same seed, same share; a key clusters", () => {
    const share = (seed: number) => expectedMajorityAtK(answers, "4", { k: 3, random: generator(seed) });
    expect(share(5)).toBe(share(5));
    expect(expectedMajorityAtK(["a", "A", "b"], "A", { k: 3, key: (s) => s.toLowerCase(), random: generator(1) })).toBe(
      1,
    );
  });
});

describe("distinctCorrect", () => {
  it("counts the ways among the right ones alone", () => {
    expect(distinctCorrect(["x", "y", "x", null], [true, false, true, true])).toBe(1);
    expect(distinctCorrect(["x", "y"], [false, false])).toBe(0);
    expect(distinctCorrect([1, 4, 2], [true, true, true], { same: (a, b) => a % 3 === b % 3 })).toBe(2);
  });
});

describe("token metrics", () => {
  it("covarianceTerm is the covariance, whatever is added", () => {
    const logprobs = [[-1, -2], [-4]];
    const advantages = [[1, 1], [-1]];
    const want = ((2 / 3) * (4 / 3) + (2 / 3) * (1 / 3) + (-4 / 3) * (-5 / 3)) / 3;
    expect(covarianceTerm(logprobs, advantages)).toBeCloseTo(want, 12);
    const moved = logprobs.map((row) => row.map((x) => x - 1e6));
    expect(covarianceTerm(moved, advantages)).toBeCloseTo(want, 8);
    expect(covarianceTerm(logprobs, advantages, [[0, 0], [0]])).toBe(0);
  });
  it("clip fractions at both bounds", () => {
    const rows = {
      oldLogprobs: [[0, 0, 0, 0]],
      logprobs: [[Math.log(0.7), Math.log(1.3), Math.log(1.3), Math.log(1.25)]],
      advantages: [[-1, 1, -1, 1]],
      masks: [[1, 1, 1, 1]],
    };
    expect(clipFractions(rows)).toEqual({ low: 0.25, high: 0.5, tokens: 4 });
    expect(clipFractions(rows, { epsHigh: 0.28 }).high).toBe(0.25);
  });
  it("self-perplexity of a uniform policy is its vocabulary", () => {
    expect(selfPerplexity([new Float32Array(3).fill(-Math.log(7)), [], [-Math.log(7)]])).toBeCloseTo(7, 5);
    expect(selfPerplexity([[-1, -9]], [[1, 0]])).toBeCloseTo(Math.E, 12);
  });
});

describe("fitEntropyLaw", () => {
  it("finds the law it was given", () => {
    fc.assert(
      fc.property(fc.double({ min: -2, max: 2, noNaN: true }), fc.double({ min: -2, max: 2, noNaN: true }), (a, b) => {
        const entropies = [0.1, 0.4, 0.9, 1.3];
        const fit = fitEntropyLaw(
          entropies,
          entropies.map((h) => -a * Math.exp(h) + b),
        );
        expect(fit.a).toBeCloseTo(a, 9);
        expect(fit.b).toBeCloseTo(b, 9);
        expect(fit.ceiling).toBeCloseTo(b - a, 9);
      }),
    );
  });
  it("R^2 by hand: x = 1, 2, 3 and R = 1, 1, 3", () => {
    expect(fitEntropyLaw([0.1, 0.4, 0.7], [0.1, 0.1, 0.1]).r2).toBe(1);
    const fit = fitEntropyLaw([0, Math.log(2), Math.log(3)], [1, 1, 3]);
    expect(fit.a).toBeCloseTo(-1, 12);
    expect(fit.b).toBeCloseTo(-1 / 3, 12);
    expect(fit.r2).toBeCloseTo(0.75, 12);
    expect(fitEntropyLaw([0, 1], [2, 2]).r2).toBe(1);
  });
});

describe("usableBand", () => {
  const sweep = (scores: number[]) => scores.map((score, i) => ({ coefficient: 10 ** (i - 4), score }));
  it("interpolates its ends in log coefficient", () => {
    const band = usableBand(sweep([0.2, 0.6, 0.8, 0.4]).reverse(), { floor: 0.5 })!;
    expect(Math.log10(band.low)).toBeCloseTo(-3.25, 12);
    expect(Math.log10(band.high)).toBeCloseTo(-1.25, 12);
    expect(band.decades).toBeCloseTo(2, 12);
    expect([band.openLow, band.openHigh, band.best]).toEqual([false, false, 0.01]);
  });
  it("is one run around the best, open where the sweep ends, null where nothing is usable", () => {
    const band = usableBand(sweep([0.6, 0.1, 0.9, 0.8]), { floor: 0.5 })!;
    expect(band.low).toBeGreaterThan(10 ** -3);
    expect([band.high, band.openHigh]).toEqual([0.1, true]);
    expect(usableBand(sweep([0.1, 0.2]), { floor: 0.5 })).toBeNull();
  });
});

describe("histogram and lengths", () => {
  it("every value is counted once", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 1 }),
        fc.integer({ min: 1, max: 9 }),
        (xs, bins) => {
          const { counts, below, above, edges } = histogram(xs, { bins, low: -1, high: 2 });
          expect(counts.reduce((a, b) => a + b) + below + above).toBe(xs.length);
          expect([edges[0], edges[bins]]).toEqual([-1, 2]);
          expect(histogram(xs, { bins }).counts.reduce((a, b) => a + b)).toBe(xs.length);
        },
      ),
    );
  });
  it("of an even number of responses, the median lies between", () => {
    const rollouts = [1, 2, 5, 9].map((n) => ({ tokens: new Array(n).fill(0), finished: n < 9 }));
    expect(lengthSummary(rollouts)).toEqual({ mean: 4.25, median: 3.5, max: 9, truncated: 0.25, tokens: 17 });
  });
});

describe("bad input", () => {
  const random = generator(1);
  const point = { coefficient: 1, score: 1 };
  const cases: [string, () => unknown, RegExp][] = [
    ["size > N", () => expectedGroupShares(4, 1, 5), /size must be an integer in \[1, 4\], got 5/],
    ["negative count", () => expectedGroupShares(4, -1, 2), /correct must be an integer in \[0, 4\], got -1/],
    ["k > n", () => expectedMajorityAtK(["1"], "1", { k: 2, random }), /k must be an integer in \[1, 1\], got 2/],
    ["random", () => expectedMajorityAtK(["1"], "1", { k: 1 } as never), /random must be a generator/],
    ["verdicts", () => distinctCorrect(["1"], []), /verdicts must be a list of 1 verdicts/],
    ["empty batch", () => covarianceTerm([], []), /covarianceTerm: logprobs must be a batch of at least one/],
    ["shape", () => covarianceTerm([[1]], [[1, 2]]), /advantages\[0\] must have one value per token \(1/],
    ["NaN", () => covarianceTerm([[1]], [[Number.NaN]]), /advantages\[0\]\[0\] must be a finite number, got NaN/],
    ["a weight", () => selfPerplexity([[-1]], [[0.5]]), /masks\[0\]\[0\] must be 0 or 1, got 0.5/],
    ["no token", () => selfPerplexity([[-1]], [[0]]), /masks must be at least one counted token/],
    [
      "epsilon",
      () => clipFractions({ logprobs: [[0]], oldLogprobs: [[0]], advantages: [[0]] }, { epsLow: -1 }),
      /epsLow/,
    ],
    ["one point", () => fitEntropyLaw([1], [1]), /at least two values/],
    ["equal entropies", () => fitEntropyLaw([1, 1], [1, 2]), /at least two different values/],
    ["performances", () => fitEntropyLaw([1, 2], [1]), /performances must be an array of 2 numbers/],
    ["coefficient", () => usableBand([{ coefficient: 0, score: 1 }], { floor: 0 }), /sweep\[0\].coefficient .*got 0/],
    ["twice", () => usableBand([point, point], { floor: 0 }), /distinct coefficients/],
    ["no sweep", () => usableBand([], { floor: 0 }), /at least one point/],
    ["range", () => histogram([1], { low: 2, high: 1 }), /high must be/],
    ["bins", () => histogram([1], { bins: 0 }), /bins must be an integer >= 1/],
    ["no rollouts", () => lengthSummary([]), /at least one response/],
    ["no groups", () => correctnessShares({ allRight: 0, mixed: 0, allWrong: 0, histogram: [] }), /at least one group/],
  ];
  for (const [name, act, message] of cases) it(name, () => expect(act).toThrow(message));
});
