import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  nucleusEntropy,
  perplexity,
  tokenEntropy,
  topKEntropyBounds,
  topKNucleusEntropy,
} from "../../lib/entropy/index.js";

const weights = fc.array(fc.double({ min: 1e-6, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 });
const sortedLogs = (w: number[]) => {
  const total = w.reduce((a, b) => a + b);
  return w.map((x) => Math.log(x / total)).sort((a, b) => b - a);
};

describe("topKEntropyBounds", () => {
  it("contains the truth and touches it at k = V", () => {
    fc.assert(
      fc.property(weights, fc.nat(29), (w, cut) => {
        const logs = sortedLogs(w);
        const truth = tokenEntropy(logs, logs.length)[0];
        const k = Math.min(logs.length, cut + 1);
        const { lower, upper } = topKEntropyBounds(logs.slice(0, k), logs.length);
        expect(lower).toBeLessThanOrEqual(truth + 1e-6);
        expect(upper).toBeGreaterThanOrEqual(truth - 1e-6);
        if (k < logs.length) return;
        expect(lower).toBeCloseTo(truth, 6);
        expect(upper).toBe(lower);
      }),
    );
  });
  it("worked by hand: .5, .25 of four tokens", () => {
    const { lower, upper, mass } = topKEntropyBounds([Math.log(0.25), Math.log(0.5)], 4);
    expect(mass).toBeCloseTo(0.75, 12);
    expect(lower).toBeCloseTo(1.5 * Math.LN2, 12);
    expect(upper).toBeCloseTo(1.75 * Math.LN2, 12);
  });
  it("refuses what cannot be the k most likely", () => {
    expect(() => topKEntropyBounds([], 4)).toThrow(/at least one log-probability/);
    expect(() => topKEntropyBounds([Number.NaN], 4)).toThrow(/logprobs\[0\] must be at most 0, got NaN/);
    expect(() => topKEntropyBounds([0.3], 4)).toThrow(/at most 0/);
    expect(() => topKEntropyBounds([-2, -2, -2], 2)).toThrow(/at most vocab \(2\)/);
    expect(() => topKEntropyBounds([Math.log(0.9), Math.log(0.9)], 4)).toThrow(/none listed twice/);
    expect(() => topKEntropyBounds([Math.log(0.5), Math.log(0.001)], 4)).toThrow(/the k most likely tokens/);
  });
});

describe("topKNucleusEntropy", () => {
  it("is exact once the listed tokens reach p", () => {
    fc.assert(
      fc.property(weights, fc.nat(29), fc.constantFrom("inclusive", "exclusive", "below"), (w, cut, nucleus) => {
        const logs = sortedLogs(w);
        const truth = nucleusEntropy(logs, logs.length, { p: 0.8, nucleus }).entropy[0];
        const { entropy, exact } = topKNucleusEntropy(logs.slice(0, cut + 1), { p: 0.8, nucleus });
        if (exact) expect(entropy).toBeCloseTo(truth, 6);
        if (cut + 1 >= logs.length) expect(exact).toBe(true);
      }),
    );
  });
  it("says when it is not", () => {
    const out = topKNucleusEntropy([Math.log(0.25), Math.log(0.25)]);
    expect(out.exact).toBe(false);
    expect(out.entropy).toBeCloseTo(Math.LN2, 12);
    expect(() => topKNucleusEntropy([-1], { p: 0 })).toThrow(/p must be a number in \(0, 1\]/);
  });
});

describe("perplexity", () => {
  it("of a uniform policy is its vocabulary", () => {
    expect(perplexity(new Float32Array(9).fill(-Math.log(8)))).toBeCloseTo(8, 5);
  });
  it("refuses nothing and NaN", () => {
    expect(() => perplexity([])).toThrow(/perplexity: logprobs must be at least one counted token/);
    expect(() => perplexity([-1], [0])).toThrow(/mask must be at least one counted token/);
    expect(() => perplexity([-1, -1], [1])).toThrow(/one value per token \(2\), got 1/);
    expect(() => perplexity([-1], [2])).toThrow(/mask\[0\] must be 0 or 1, got 2/);
    expect(() => perplexity([Number.NaN])).toThrow(/logprobs\[0\]/);
  });
});
