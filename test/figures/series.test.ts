import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bandOf, byRecipe, type Run, runsOf, smoothed, valueAt } from "../../lib/figures/series.js";
import { fakeRows } from "./rows.js";

const run = (x: number[], y: number[]): Run => ({ base: "b", seed: 1, x, y });

describe("bands", () => {
  it("hold mean and range where runs share their points", () => {
    const band = bandOf([run([0, 1], [1, 2]), run([0, 1], [3, 6])]);
    expect(band).toEqual({ x: [0, 1], mean: [2, 4], low: [1, 2], high: [3, 6], runs: 2 });
  });

  it("hold the t interval of the mean", () => {
    // sd of 1, 2, 3 is 1; t(2) = 4.303; half width 4.303 / sqrt(3) = 2.484
    const band = bandOf(
      [1, 2, 3].map((y) => run([0], [y])),
      "interval",
    );
    expect(band.mean).toEqual([2]);
    expect(band.low[0]).toBeCloseTo(2 - 2.484, 3);
    expect(band.high[0]).toBeCloseTo(2 + 2.484, 3);
  });

  it("interpolate runs that count their own tokens, on the part all reach", () => {
    const band = bandOf([run([0, 10], [0, 10]), run([2, 12], [2, 12])]);
    expect([band.x[0], band.x.at(-1)]).toEqual([2, 10]);
    expect(band.mean).toEqual(band.x);
  });

  it("stay within the runs and within their number of points", () => {
    const curve = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 99 }), fc.double({ min: -5, max: 5, noNaN: true })), {
        minLength: 1,
        maxLength: 90,
      })
      .map((steps) => {
        let x = 0;
        const xs = steps.map(([step]) => {
          x += step;
          return x;
        });
        return run(
          xs,
          steps.map(([, y]) => y),
        );
      });
    fc.assert(
      fc.property(fc.array(curve, { minLength: 1, maxLength: 4 }), (runs) => {
        const band = bandOf(runs);
        expect(band.x.length).toBeLessThanOrEqual(60);
        for (let i = 0; i < band.x.length; i++) {
          // Four significant digits are kept.
          const slack = 1e-3 * (1 + Math.abs(band.mean[i]));
          expect(band.low[i]).toBeLessThanOrEqual(band.mean[i] + slack);
          expect(band.high[i]).toBeGreaterThanOrEqual(band.mean[i] - slack);
        }
      }),
    );
  });

  it("are empty without runs", () => {
    expect(bandOf([])).toEqual({ x: [], mean: [], low: [], high: [], runs: 0 });
  });
});

it("separates recipes, bases and seeds, and leaves out what is missing", () => {
  const rows = fakeRows(["siren", "fr3e"], { steps: 3 });
  expect([...byRecipe(rows).keys()]).toEqual(["siren", "fr3e"]);
  const own = rows.filter(({ recipe }) => recipe === "siren");
  expect(runsOf(own, "step", (row) => row.entropy).map(({ seed, x }) => [seed, x])).toEqual([
    [1, [0, 1, 2]],
    [2, [0, 1, 2]],
  ]);
  expect(runsOf(own, "step", (row) => row.evaluation?.passAt[8])[0].x).toEqual([0, 2]);
  expect(runsOf(own, "step", ({ step }) => (step === 1 ? Number.NaN : 1))[0].x).toEqual([0, 2]);
});

it("does not average over tasks", () => {
  const rows = fakeRows(["siren"], { steps: 1 }).map((row, i) => ({ ...row, task: ["easy", "hard"][i % 2] }));
  expect(() => runsOf(rows, "step", (row) => row.entropy)).toThrow(
    "figure: rows of siren must be of one task (filter or rename), got easy, hard",
  );
});

it("smooths by the mean of the neighbours", () => {
  expect(smoothed([0, 3, 6, 0], 3)).toEqual([1.5, 3, 3, 3]);
  expect(smoothed([1, 2], 1)).toEqual([1, 2]);
});

it("interpolates linearly and is constant beyond the ends", () => {
  const line = { x: [0, 2], y: [1, 5] };
  expect([-1, 0, 0.5, 2, 9].map((x) => valueAt(line, x))).toEqual([1, 1, 2, 5, 5]);
});
