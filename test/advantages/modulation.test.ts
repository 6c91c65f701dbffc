import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupAdvantage, modulatedAdvantages, scaleStates, valueDeltas } from "../../lib/advantages/index.js";

const golden = [
  [1, 0, 0, 0],
  [1, 1, 0, 0],
  [1, 1, 1, 0],
  [1, 0, 0, 0],
];
const states = fc.array(fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 8 }), {
  minLength: 1,
  maxLength: 6,
});
const close = (got: ArrayLike<number>, want: number[]) => want.map((x, i) => expect(got[i]).toBeCloseTo(x, 6));

describe("modulatedAdvantages", () => {
  it("golden numbers, paper and release", () => {
    const release = modulatedAdvantages(golden, { first: "one-minus-value" });
    close(release.values, [0.25, 0.5, 0.75, 0.25]);
    close(release.deltas, [0.75, 0.25, 0.25, -0.5]);
    close(
      release.alphas.map((a) => 1 / a),
      [2.117, 1.284025, 1.284025, 0.606531],
    );
    close(release.advantages[0], [0.354275]);
    const sharpened = modulatedAdvantages(golden, { first: "one-minus-value", sharpen: true });
    close(sharpened.deltas, [0.518341, 0.099755, 0.099755, -0.282149]);
    close(
      sharpened.alphas.map((a) => 1 / a),
      [1.67924, 1.1049, 1.1049, 0.754161],
    );
    close(sharpened.advantages[0], [0.446631]);
    const paper = modulatedAdvantages(golden);
    close(paper.deltas, [0, 0.25, 0.25, -0.5]);
    close(paper.advantages[0], [0.75]);
  });

  it("alpha is 1 where the values are flat, also sharpened", () => {
    for (const sharpen of [false, true]) {
      const flat = modulatedAdvantages(
        [
          [1, 0],
          [0, 1],
          [1, 0],
        ],
        { sharpen },
      );
      expect(flat.alphas).toEqual([1, 1, 1]);
    }
  });

  it("sums to 0 within a state and is the centred reward times alpha", () => {
    fc.assert(
      fc.property(states, fc.boolean(), fc.boolean(), (rewards, sharpen, std) => {
        const got = modulatedAdvantages(rewards, { first: "one-minus-value", sharpen, std });
        rewards.forEach((row, j) => {
          expect(got.advantages[j].reduce((s, x) => s + x, 0)).toBeCloseTo(0, 5);
          close(
            got.advantages[j],
            Array.from(groupAdvantage(row, { std }), (a) => a * got.alphas[j]),
          );
        });
        if (sharpen) {
          const total = got.deltas.reduce((s, d) => s + Math.abs(d), 0);
          expect(Math.abs(total - 1) < 1e-9 || total === 0).toBe(true);
        }
      }),
    );
  });

  it("a state of equal rewards keeps its value for its neighbour's delta", () => {
    const got = modulatedAdvantages([
      [0, 1],
      [1, 1],
      [0, 1],
    ]);
    expect(got.deltas).toEqual([0, 0.5, -0.5]);
    expect([...got.advantages[1]]).toEqual([0, 0]);
  });

  it("strengthening only is one composition", () => {
    const { alphas, advantages } = modulatedAdvantages(golden);
    const strengthened = scaleStates(
      golden.map((r) => groupAdvantage(r, { std: false })),
      alphas.map((a) => Math.max(a, 1)),
    );
    expect([...strengthened[1]]).toEqual([0.5, 0.5, -0.5, -0.5]);
    expect([...strengthened[3]]).toEqual([...advantages[3]]);
  });

  it("names what is wrong", () => {
    expect(() => modulatedAdvantages([])).toThrow(/modulatedAdvantages: rewardsByState must be at least one state/);
    expect(() => modulatedAdvantages([[1], []])).toThrow(/rewardsByState\[1\]/);
    expect(() => modulatedAdvantages([[1]], { first: "zeros" as "zero" })).toThrow(/did you mean zero/);
    expect(() => valueDeltas([])).toThrow(/valueDeltas: values/);
    expect(() => scaleStates([[1]], [])).toThrow(/factors must be one number per state \(1\)/);
  });
});
