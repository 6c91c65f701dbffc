import { describe, expect, it } from "vitest";
import type { StepRow } from "../../lib/core/types.js";
import { bucketPaths } from "../../lib/figures/bucket-paths.js";
import { tokenShares, tokenUse } from "../../lib/figures/token-use.js";
import { valueChangeScatter, valueProfile } from "../../lib/figures/value-profile.js";

const right = { label: "a", right: true, values: [0.25, 0.5, 0.5, 1], entropy: [1, 0.1, 0.8], forks: [1, 0, 1] };
const wrong = { label: "b<", right: false, values: [0.25, 0], entropy: [1.5], forks: [1] };

describe("values along responses", () => {
  it("draws V of every prefix above the entropy of the token that led to it", () => {
    const { data, layout } = valueProfile([right, wrong]);
    expect(data.map(({ x }) => x)).toEqual([[0, 1, 2, 3], [1, 2, 3], [0, 1], [1]]);
    expect(data[1]).toMatchObject({ y: [1, 0.1, 0.8], yaxis: "y2" });
    expect(data[2].name).toBe("b&lt;");
    expect(layout.xaxis2).toMatchObject({ range: [-0.5, 3.5] });
  });

  it("sets entropy against the size of the change, right and wrong apart", () => {
    const { data, layout } = valueChangeScatter([right, wrong], { noise: 0.1 });
    expect(data.map(({ x, y }) => [x, y])).toEqual([
      [
        [1, 0.8],
        [0.25, 0.5],
      ],
      [[0.1], [0]],
      [[1.5], [0.25]],
    ]);
    expect(data.map(({ xaxis }) => xaxis)).toEqual(["x", "x", "x2"]);
    expect(layout.shapes).toHaveLength(2);
  });

  it("names what does not fit", () => {
    expect(() => valueProfile([])).toThrow("valueProfile: responses must hold one, got none");
    expect(() => valueChangeScatter([{ ...right, values: [1] }])).toThrow("got [1], [3], [3] (a)");
  });
});

const row = (step: number, more: Partial<StepRow>): StepRow =>
  ({ recipe: "fr3e", task: "countdown", base: "b", seed: 1, step, tokens: 0, length: 10, ...more }) as StepRow;

describe("use of generated tokens", () => {
  it("tells trained groups from uniform ones and first returns, weighted by tokens", () => {
    const rows = [
      row(0, {}),
      row(1, { tokens: 400, groupsSampled: 10, groupsKept: 5 }),
      // Two steps later: a row between them was left out.
      row(3, { tokens: 1200, groupsSampled: 10, groupsKept: 10 }),
    ];
    // 20 first returns of 10 tokens: 200 of step 1's 400, 400 of the next two steps' 800.
    const [shares] = tokenShares(rows, { firstReturns: { fr3e: 20 } });
    expect(shares).toEqual({ recipe: "fr3e", trained: 500 / 1200, uniform: 100 / 1200, firstReturns: 600 / 1200 });
    expect(tokenShares(rows)[0]).toEqual({
      recipe: "fr3e",
      trained: 1000 / 1200,
      uniform: 200 / 1200,
      firstReturns: 0,
    });
  });

  it("counts a step without groups as unused, and the base as nothing", () => {
    expect(tokenShares([row(0, {})])).toEqual([]);
    const rows = [row(0, {}), row(1, { tokens: 100, groupsSampled: 0, groupsKept: 0 })];
    expect(tokenShares(rows)[0]).toMatchObject({ trained: 0, uniform: 1 });
    expect(tokenUse(rows).data.map(({ x }) => x)).toEqual([[0], [1], [0]]);
  });
});

describe("buckets at equal pass@1", () => {
  it("draws both kinds as paths, one legend", () => {
    const evaluated = (step: number, accuracy: number, allRight: number, allWrong: number) =>
      row(step, {
        tokens: step,
        evaluation: { passAt: { 1: accuracy }, majAt: {}, avgAt: accuracy, allRight, allWrong },
      });
    const { data } = bucketPaths([evaluated(0, 0.2, 0, 0.5), evaluated(1, 0.4, 0.1, 0.3), row(2, {})]);
    const lines = data.filter(({ mode }) => mode === "lines+markers");
    expect(lines.map(({ x, y, xaxis }) => [x, y, xaxis])).toEqual([
      [[0.2, 0.4], [0, 0.1], "x"],
      [[0.2, 0.4], [0.5, 0.3], "x2"],
    ]);
    expect(lines.map(({ showlegend }) => showlegend)).toEqual([undefined, false]);
  });
});
