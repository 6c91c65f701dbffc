import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { branchPoints, statePrefixes, stateValues, trajectoryBlocks } from "../../lib/branching/index.js";
import { generator } from "../../lib/core/random.js";

const numbers = fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { maxLength: 40 });
const rules = fc.constantFrom("entropy", "surprisal", "random", "uniform");

describe("branchPoints", () => {
  it("worked by hand", () => {
    const entropy = [0.1, 0.9, 0.3, 0.9, 0.2, 0.8, 0.1, 0.05];
    expect(branchPoints({ entropy })).toEqual([1, 2, 3, 5]);
    expect(branchPoints({ entropy }, { count: 1 })).toEqual([1]);
    expect(branchPoints({ logprobs: [-3, -0.2, -2, -1, -0.1] }, { by: "surprisal", count: 2 })).toEqual([2]);
    expect(branchPoints({ entropy: new Array(10).fill(0) }, { by: "uniform" })).toEqual([2, 4, 6, 8]);
    expect(branchPoints({ entropy }, { count: 0 })).toEqual([]);
  });

  it("gives a trajectory of K tokens or fewer one point, and none where that point is the prompt", () => {
    expect(branchPoints({ entropy: [0.1, 0.2, 0.9, 0.3] })).toEqual([2]);
    expect(branchPoints({ entropy: [0.9, 0.2] })).toEqual([]);
    expect(branchPoints({ entropy: [] })).toEqual([]);
  });

  it("is sorted, distinct, within (0, T), at most K, and repeatable", () => {
    fc.assert(
      fc.property(numbers, rules, fc.integer({ min: 0, max: 8 }), fc.nat(), (entropy, by, count, seed) => {
        const statistics = { entropy, logprobs: entropy.map((x) => -x) };
        const draw = () => branchPoints(statistics, { by, count, random: generator(seed) });
        const points = draw();
        expect(points).toEqual(draw());
        expect(points).toEqual([...new Set(points)].sort((a, b) => a - b));
        expect(points.length).toBeLessThanOrEqual(count);
        for (const t of points) expect(t > 0 && t < entropy.length).toBe(true);
        if (entropy.length > count && (by === "random" || by === "uniform")) expect(points).toHaveLength(count);
      }),
    );
  });

  it("names what is wrong", () => {
    expect(() => branchPoints({}, {})).toThrow(/branchPoints: entropy must be given for by: "entropy", got undefined/);
    expect(() => branchPoints({ entropy: [1] }, { by: "surprisal" })).toThrow(/branchPoints: logprobs/);
    expect(() => branchPoints({ entropy: [1, Number.NaN] })).toThrow(/branchPoints: entropy\[1\].*NaN/);
    expect(() => branchPoints({ entropy: [1] }, { count: -1 })).toThrow(/count must be an integer >= 0, got -1/);
    expect(() => branchPoints({ entropy: [1, 2] }, { by: "random" })).toThrow(/random must be a generator/);
    expect(() => branchPoints({ entropy: [1] }, { by: "entropie" as "entropy" })).toThrow(/did you mean entropy/);
  });
});

describe("statePrefixes and trajectoryBlocks", () => {
  it("blocks concatenate to the trajectory and to the prefixes", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { maxLength: 30 }), fc.nat(), (tokens, seed) => {
        const points = branchPoints({ entropy: tokens }, { by: "random", random: generator(seed) });
        const blocks = trajectoryBlocks(tokens, points);
        expect(blocks.flat()).toEqual(tokens);
        expect(statePrefixes(tokens, points)).toEqual(blocks.map((_, j) => blocks.slice(0, j).flat()));
      }),
    );
  });

  it("drops a point at 0 and refuses points out of order or range", () => {
    expect(statePrefixes([4, 5, 6], [0, 2])).toEqual([[], [4, 5]]);
    expect(() => statePrefixes([4, 5], [2, 1])).toThrow(/points\[1\] must be above the point before it \(2\), got 1/);
    expect(() => statePrefixes([4, 5], [3])).toThrow(/points\[0\] must be an integer in \[0, 2\], got 3/);
  });
});

describe("stateValues", () => {
  it("is the share of right continuations", () => {
    expect(
      stateValues([
        [1, 0, 0, 0],
        [1, 1, 0, 0],
        [1, 1, 1, 0],
        [0, 0, 0, 1],
      ]),
    ).toEqual([0.25, 0.5, 0.75, 0.25]);
  });
  it("names what is wrong", () => {
    expect(() => stateValues([])).toThrow(/stateValues: rewardsByState must be at least one state/);
    expect(() => stateValues([[1], []])).toThrow(/rewardsByState\[1\] must be at least one reward/);
    expect(() => stateValues([[Number.NaN]])).toThrow(/finite/);
  });
});
