import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generator } from "../../lib/core/random.js";
import { holm, holmConfidence, pairedDifference, signFlip } from "../../lib/metrics/index.js";
import { tBound, tTail } from "../../lib/metrics/student-t.js";

// scipy 1.17.1: stats.t.ppf((1 + confidence) / 2, df), 2 stats.t.sf(t, df)
const bounds = [
  [0.95, 1, 12.706204736174694],
  [0.95, 2, 4.302652729749462],
  [0.95, 7, 2.364624251592784],
  [0.95, 8, 2.306004135204166],
  [0.998, 7, 4.785289628638333],
  [0.8, 3, 1.637744353696209],
  [0.6, 11, 0.8755299780738819],
  [0.95, 199, 1.9719565442517533],
  [0.2, 30, 0.2556053649519128],
  [0, 4, 0],
];
const tails = [
  [2, 1, 0.2951672353008665],
  [2, 7, 0.08561932856297605],
  [-2, 8, 0.08051623795726262],
  [5, 3, 0.015392438073302294],
  [1, 100, 0.31972415578412333],
  [12, 7, 6.358310378185098e-6],
  [Infinity, 7, 0],
];

describe("Student's t", () => {
  it("agrees with scipy", () => {
    for (const [confidence, df, bound] of bounds) expect(tBound(confidence, df)).toBeCloseTo(bound, 10);
    for (const [t, df, tail] of tails) expect(tTail(t, df)).toBeCloseTo(tail, 13);
  });
  it("inverts, near the normal with many degrees of freedom", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-4, max: 0.9999, noNaN: true }), fc.integer({ min: 1, max: 300 }), (c, df) => {
        expect(1 - tTail(tBound(c, df), df)).toBeCloseTo(c, 9);
      }),
    );
    expect(Math.abs(tBound(0.95, 1e6) / 1.959964 - 1)).toBeLessThan(1e-3);
  });
  it("refuses broken arguments", () => {
    expect(() => tBound(1, 3)).toThrow("tBound: confidence must be a number in [0, 1), got 1");
    expect(() => tTail(1, 0)).toThrow("tTail: df must be an integer >= 1, got 0");
    expect(() => tTail(NaN, 1)).toThrow(RangeError);
  });
});

// Eight bases; scipy 1.17.1: ttest_rel, its confidence_interval, permutation_test(permutation_type="samples")
const a = [0.53, 0.48, 0.61, 0.55, 0.49, 0.58, 0.52, 0.6];
const b = [0.5, 0.49, 0.55, 0.51, 0.5, 0.52, 0.47, 0.57];
const values = fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 2, maxLength: 10 });

describe("paired differences", () => {
  it("agree with scipy", () => {
    const found = pairedDifference(a, b);
    expect(found.mean).toBeCloseTo(0.03125, 12);
    expect(found.sd).toBeCloseTo(0.027998724460742332, 12);
    expect(found.low).toBeCloseTo(0.007842480571873856, 10);
    expect(found.high).toBeCloseTo(0.05465751942812615, 10);
    expect(found.p).toBe(0.03125);
    expect(found.n).toBe(8);
    expect(pairedDifference(a, b, { confidence: 0.99 }).low).toBeCloseTo(-0.0033915390165934825, 10);
  });
  it("say what one pair, equal differences and clusters give", () => {
    expect(pairedDifference([3], [1])).toEqual({ mean: 2, low: -Infinity, high: Infinity, p: 1, n: 1, sd: NaN });
    expect(pairedDifference([2, 3, 4], [1, 2, 3])).toEqual({ mean: 1, low: 1, high: 1, p: 0.25, n: 3, sd: 0 });
    expect(pairedDifference([2, 2], [2, 2])).toMatchObject({ mean: 0, p: 1, sd: 0 });
    const tenths = pairedDifference([0.3, 0.4, 0.5], [0.2, 0.3, 0.4]);
    expect([tenths.sd, tenths.high - tenths.low]).toEqual([0, 0]);
    // Clusters x: (1 + 3) / 2 = 2 and y: 6 weigh alike, though x has two pairs.
    const clustered = pairedDifference([1, 6, 3], [0, 0, 0], { clusters: ["x", "y", "x"] });
    expect(clustered).toEqual(pairedDifference([2, 6], [0, 0]));
  });
  it("cover their mean, widen with confidence and turn with the sign", () => {
    fc.assert(
      fc.property(values, (d) => {
        const zeros = d.map(() => 0);
        const [found, turned] = [pairedDifference(d, zeros), pairedDifference(zeros, d)];
        expect(found.low).toBeLessThanOrEqual(found.mean);
        expect(found.high).toBeGreaterThanOrEqual(found.mean);
        expect(pairedDifference(d, zeros, { confidence: 0.99 }).high).toBeGreaterThanOrEqual(found.high);
        expect(turned.low).toBeCloseTo(-found.high, 9);
        expect(turned.p).toBe(found.p);
      }),
    );
  });
  it("refuse broken arguments", () => {
    expect(() => pairedDifference([1, NaN], [1, 1])).toThrow("pairedDifference: a[1] must be a finite number, got NaN");
    expect(() => pairedDifference([1, 2], [1])).toThrow(
      "pairedDifference: b must be an array of 2 numbers, as a, got Array(1)",
    );
    expect(() => pairedDifference([], [])).toThrow("a must be an array of at least one number");
    expect(() => pairedDifference([1], [1], { clusters: [] })).toThrow("clusters must be an array of 1 labels");
    expect(() => pairedDifference([1], [1], { confidence: 1 })).toThrow("confidence must be a number in (0, 1)");
    expect(() => pairedDifference(undefined as never, [])).toThrow(TypeError);
  });
});

describe("sign flips", () => {
  it("count patterns by hand: |+-1 +-2 +-3| >= 6 for two of eight, >= 4 for four", () => {
    expect(signFlip([1, 2, 3])).toBe(0.25);
    expect(signFlip([-1, 2, 3])).toBe(0.5);
    expect(signFlip([0, 0])).toBe(1);
    expect(signFlip(new Float64Array(8).fill(0.1))).toBe(2 / 256);
  });
  it("ignore the order, whatever rounds", () => {
    fc.assert(
      fc.property(values, (d) => {
        expect(signFlip([...d].reverse())).toBe(signFlip(d));
      }),
    );
  });
  it("draw patterns beyond sixteen differences, near the exact share", () => {
    const sixteen = Array.from({ length: 16 }, (_, i) => (i % 3 === 0 ? -1 : 1) * (1 + i / 7));
    const exact = signFlip(sixteen);
    // A 17th difference of zero changes no share.
    const drawn = signFlip([...sixteen, 0]);
    expect(Math.abs(drawn - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / 9999));
    expect(signFlip([...sixteen, 0])).toBe(drawn);
    expect(signFlip([...sixteen, 0], { random: generator(3) })).not.toBe(drawn);
    expect(signFlip(new Array(20).fill(1), { draws: 99 })).toBe(0.01);
    expect(
      signFlip(
        Array.from({ length: 70 }, (_, i) => (i < 35 ? 1 : -1)),
        { draws: 50 },
      ),
    ).toBe(1);
  });
});

describe("Holm", () => {
  it("by hand", () => {
    expect(holm([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06]);
    expect(holm([0.5, 0.6])).toEqual([1, 1]);
    expect(holm([])).toEqual([]);
    expect(holmConfidence([0.5, 0.001, 0.2])).toEqual([0.975, 1 - 0.05 / 3, 0.975]);
    expect(holmConfidence([0.001, 0.001])).toEqual([0.975, 0.95]);
    expect(() => holm([1.1])).toThrow("holm: pValues[0] must be a number in [0, 1], got 1.1");
  });
  it("is monotone, never below p, never above Bonferroni, and its levels decide alike", () => {
    const p = fc.array(fc.double({ min: 0, max: 0.2, noNaN: true }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(p, (raw) => {
        const adjusted = holm(raw);
        const confidence = holmConfidence(raw);
        for (let i = 0; i < raw.length; i++) {
          expect(adjusted[i]).toBeGreaterThanOrEqual(raw[i]);
          expect(adjusted[i]).toBeLessThanOrEqual(Math.min(1, raw.length * raw[i]) + 1e-15);
          for (let j = 0; j < raw.length; j++)
            if (raw[i] < raw[j]) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j]);
          expect(raw[i] <= 1 - confidence[i] + 1e-15).toBe(adjusted[i] <= 0.05 + 1e-15);
        }
      }),
    );
  });
});
