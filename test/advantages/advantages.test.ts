import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  entropyShapedAdvantage,
  groupAdvantage,
  leaveOneOutAdvantage,
  maxRlAdvantage,
  passAtKAdvantage,
  spreadAdvantages,
  weightAdvantages,
} from "../../lib/advantages/index.js";

// Thousandths: a ratio to a mean of 1e-323 is rounding, not an advantage.
const rewards = fc.array(
  fc.integer({ min: -2000, max: 2000 }).map((x) => x / 1000),
  { minLength: 1, maxLength: 16 },
);
const verdicts = fc.array(fc.constantFrom(0, 1), { minLength: 2, maxLength: 12 });
const sum = (a: Float32Array) => a.reduce((s, x) => s + x, 0);
const close = (got: Float32Array, want: number[]) => want.map((x, i) => expect(got[i]).toBeCloseTo(x, 5));

describe("group advantages", () => {
  it("worked by hand", () => {
    close(groupAdvantage([1, 0, 0, 1]), [0.8660239, -0.8660239, -0.8660239, 0.8660239]);
    close(groupAdvantage([1, 0, 0, 0], { std: false }), [0.75, -0.25, -0.25, -0.25]);
    close(leaveOneOutAdvantage([1, 0, 0, 1]), [2 / 3, -2 / 3, -2 / 3, 2 / 3]);
    close(maxRlAdvantage([1, 0, 0, 1]), [1, -1, -1, 1]);
  });

  it("a group of one, of equal rewards, or without success has advantages 0", () => {
    for (const advantage of [groupAdvantage, leaveOneOutAdvantage, maxRlAdvantage]) {
      expect([...advantage([1])]).toEqual([0]);
      expect(Math.abs(sum(advantage([0, 0, 0])))).toBe(0);
    }
    expect([...groupAdvantage([0.1, 0.1, 0.1])]).toEqual([0, 0, 0]);
  });

  it("sums to 0 and follows a permutation of the group", () => {
    const all = [
      (r: number[]) => groupAdvantage(r),
      (r: number[]) => groupAdvantage(r, { std: false }),
      leaveOneOutAdvantage,
      (r: number[]) => maxRlAdvantage(r.map(Math.abs)),
    ];
    fc.assert(
      fc.property(rewards, fc.nat(), (group, shift) => {
        const turn = (a: ArrayLike<number>) => Array.from(a, (_, i) => a[(i + shift) % a.length]);
        for (const advantage of all) {
          const got = advantage(group);
          const scale = Math.max(1, ...got.map(Math.abs));
          expect(Math.abs(sum(got)) / scale).toBeLessThan(1e-5 * group.length);
          turn(got).map((x, i) => expect(Math.abs(x - advantage(turn(group))[i]) / scale).toBeLessThan(1e-5));
        }
      }),
    );
  });

  it("names what is wrong", () => {
    expect(() => groupAdvantage([])).toThrow(/groupAdvantage: rewards must be at least one reward/);
    expect(() => groupAdvantage([0, Number.NaN])).toThrow(/rewards\[1\] must be a finite number, got NaN/);
    expect(() => groupAdvantage([1], { epsilon: -1 })).toThrow(/epsilon/);
    expect(() => maxRlAdvantage([1, -1])).toThrow(/rewards\[1\] must be >= 0/);
  });
});

describe("pass@k training", () => {
  const at = (n: number, c: number, k: number) =>
    passAtKAdvantage(
      Array.from({ length: n }, (_, i) => (i < c ? 1 : 0)),
      { k },
    );

  it("golden numbers", () => {
    close(at(8, 2, 4), [0.522232, 0.522232, -0.174077]);
    close(at(8, 1, 4), [0.999998, -0.142857]);
  });

  it("is finite everywhere, never below 0 for a right answer, and 0 where every set is right or wrong", () => {
    fc.assert(
      fc.property(verdicts, fc.nat(), (group, pick) => {
        const k = 1 + (pick % group.length);
        const got = passAtKAdvantage(group, { k });
        const wrong = group.filter((r) => r === 0).length;
        for (const [i, r] of group.entries()) {
          expect(Number.isFinite(got[i])).toBe(true);
          if (r === 1) expect(got[i]).toBeGreaterThanOrEqual(0);
          if (wrong < k || wrong === group.length) expect(got[i]).toBeCloseTo(0, 6);
        }
      }),
    );
  });

  it("is the mean, over all sets of k that hold a response, of the set's own standardised reward", () => {
    const subsets = (n: number, k: number): number[][] =>
      k === 0 ? [[]] : n < k ? [] : [...subsets(n - 1, k), ...subsets(n - 1, k - 1).map((s) => [...s, n - 1])];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 1), { minLength: 2, maxLength: 7 }), fc.nat(), (group, pick) => {
        const k = 1 + (pick % group.length);
        const sets = subsets(group.length, k).map((members) => ({
          members,
          reward: members.some((i) => group[i] === 1) ? 1 : 0,
        }));
        const rho = sets.reduce((s, { reward }) => s + reward, 0) / sets.length;
        const sigma = Math.sqrt(rho * (1 - rho));
        passAtKAdvantage(group, { k }).forEach((got, i) => {
          const mine = sets.filter(({ members }) => members.includes(i));
          const mean = mine.reduce((s, { reward }) => s + reward, 0) / mine.length;
          expect(got).toBeCloseTo((mean - rho) / (sigma + 1e-6), 4);
        });
      }),
    );
  });

  it("at k = 1 is the centred reward over its standard deviation", () => {
    close(at(4, 1, 1), [0.75 / Math.sqrt(0.1875), -0.25 / Math.sqrt(0.1875)]);
  });

  it("names what is wrong", () => {
    expect(() => at(4, 1, 5)).toThrow(/passAtKAdvantage: k must be an integer in \[1, 4\], got 5/);
    expect(() => passAtKAdvantage([0.5, 1], { k: 1 })).toThrow(/rewards\[0\] must be 0 or 1, got 0.5/);
  });
});

describe("per token", () => {
  it("entropy-shaped: capped at |A| / kappa", () => {
    close(entropyShapedAdvantage([[1, -1, 0]], [[0.5, 9, 1]])[0], [1.2, -0.5, 0]);
    close(entropyShapedAdvantage([[-1]], [[9]], { kappa: 1 })[0], [0]);
    expect(() => entropyShapedAdvantage([[1]], [[1, 2]])).toThrow(/entropies\[0\] must have one value per token/);
    expect(() => entropyShapedAdvantage([[1]], [[1]], { kappa: 0 })).toThrow(/kappa must be a number in \(0/);
  });

  it("spreads one advantage over a response, and weighs it token by token", () => {
    expect(spreadAdvantages([1, 2], [0, 2])).toEqual([new Float32Array(0), new Float32Array([2, 2])]);
    expect(() => spreadAdvantages([1], [1, 2])).toThrow(/lengths must be one per response \(1\)/);
    expect(() => weightAdvantages([[1]], [[Number.NaN]])).toThrow(/weights\[0\]\[0\]/);
  });
});
