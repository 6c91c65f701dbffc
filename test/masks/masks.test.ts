import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generator } from "../../lib/core/random.js";
import { nucleusEntropy } from "../../lib/entropy/index.js";
import {
  clipCovMask,
  covariances,
  forkingTokenMask,
  klCovMask,
  peakEntropyMask,
  quantile,
} from "../../lib/masks/index.js";
import { official } from "../entropy/reference.js";

const lists = (masks: Uint8Array[]) => masks.map((m) => [...m]);
const tenths = Array.from({ length: 10 }, (_, i) => (i + 1) / 10);

/** A batch of values and masks of the same shape. */
const batch = fc
  .array(fc.array(fc.tuple(fc.float({ min: 0, max: 5, noNaN: true }), fc.boolean()), { maxLength: 12 }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((rows) => ({
    values: rows.map((row) => Float32Array.from(row, ([v]) => v)),
    within: rows.map((row) => Uint8Array.from(row, ([, inside]) => Number(inside))),
  }));
const sum = (masks: Uint8Array[]) => masks.reduce((n, m) => n + m.reduce((a, b) => a + b, 0), 0);

describe("peakEntropyMask", () => {
  it("golden row: bound .82 keeps .9 and 1.0", () => {
    expect(quantile(tenths, 0.8)).toBeCloseTo(0.82, 12);
    expect(lists(peakEntropyMask([tenths]))).toEqual([[0, 0, 0, 0, 0, 0, 0, 0, 1, 1]]);
  });
  it("keeps nothing of a constant row, and nothing of an empty one", () => {
    expect(lists(peakEntropyMask([new Float32Array(7).fill(0.3), []]))).toEqual([[0, 0, 0, 0, 0, 0, 0], []]);
  });
  it.skipIf(!official)("the release's values", () => {
    type Item = { entropy: number[][]; responseMask: number[][]; tau: number; mask: number[][]; bound: number[] };
    for (const { entropy, responseMask, tau, mask, bound } of official!.peakMask as Item[]) {
      const ragged = (rows: number[][]) => rows.map((row, i) => row.filter((_, t) => responseMask[i][t]));
      const within = responseMask.map((m) => Uint8Array.from(m));
      expect(lists(peakEntropyMask(ragged(entropy), { tau }))).toEqual(ragged(mask));
      expect(lists(peakEntropyMask(entropy, { tau, within }))).toEqual(mask);
      for (const [i, row] of ragged(entropy).entries()) {
        if (row.length) expect(Math.abs(quantile(row, tau) - bound[i])).toBeLessThan(1e-6);
      }
    }
  });
});

describe("SIREN's regularised quantity", () => {
  it.skipIf(!official)("nucleus entropy over its own peaks, seq-mean-token-mean, as the reference has it", () => {
    type Item = { logits: number[][][]; mask: number[][]; p: number; tau: number; hbar: number };
    for (const { logits, mask, p, tau, hbar } of official!.sirenRegularizer as Item[]) {
      const rows = logits.map((row, i) => row.filter((_, t) => mask[i][t]));
      const values = rows.map((row) => nucleusEntropy(row.flat(), logits[0][0].length, { p }).entropy);
      const peaks = peakEntropyMask(values, { tau });
      const means = values.map((row, i) => {
        const kept = [...row].filter((_, t) => peaks[i][t]);
        return kept.length ? kept.reduce((a, b) => a + b) / kept.length : 0;
      });
      expect(Math.abs(means.reduce((a, b) => a + b) / means.length - hbar)).toBeLessThan(1e-6);
    }
  });
});

describe("forkingTokenMask", () => {
  it("keeps ceil(share N), ties to the lowest index", () => {
    expect(
      lists(
        forkingTokenMask(
          [
            [1, 1],
            [1, 1, 1],
          ],
          { share: 0.5 },
        ),
      ),
    ).toEqual([
      [1, 1],
      [1, 0, 0],
    ]);
    expect(sum(forkingTokenMask([new Float32Array(100)], { share: 0.07 }))).toBe(7);
  });
});

describe("covariance masks", () => {
  const rows = { logprobs: [[-1, -2], [-4]], advantages: [[1, 1], [-1]], masks: [[1, 1], [1]] };
  it("covariances by hand; a number a response is spread", () => {
    const [first, second] = covariances(rows.logprobs, rows.advantages, rows.masks);
    expect(first[0]).toBeCloseTo((2 / 3) * (4 / 3), 6);
    expect(first[1]).toBeCloseTo((2 / 3) * (1 / 3), 6);
    expect(second[0]).toBeCloseTo((-4 / 3) * (-5 / 3), 6);
    expect(covariances(rows.logprobs, [1, -1], rows.masks)).toEqual([first, second]);
  });
  it("clip-cov draws only between its bounds, and is the same for the same seed", () => {
    const values = [Float32Array.from({ length: 200 }, (_, i) => i / 20)];
    const draw = (seed: number) => clipCovMask(values, { ratio: 0.05, random: generator(seed) });
    expect(lists(draw(3))).toEqual(lists(draw(3)));
    expect(lists(draw(3))).not.toEqual(lists(draw(4)));
    expect(sum(draw(3))).toBe(10);
    const drawn = [...values[0]].filter((_, i) => draw(3)[0][i]);
    expect(drawn.every((v) => v > 1 && v < 5)).toBe(true);
    const clipped = [Uint8Array.from(values[0], (v) => Number(v < 4.9))];
    expect(sum(clipCovMask(values, { ratio: 0.05, random: generator(3), clipped }))).toBe(2);
  });
  it("kl-cov takes the highest, at least one", () => {
    expect(lists(klCovMask([[1, 5, 5], [2]], { ratio: 0.3 }))).toEqual([[0, 1, 0], [0]]);
    expect(sum(klCovMask([[1, 5]], { ratio: 0 }))).toBe(0);
  });
});

describe("properties", () => {
  it("every mask lies within the response", () => {
    fc.assert(
      fc.property(batch, fc.double({ min: 0, max: 0.99, noNaN: true }), fc.nat(), ({ values, within }, x, seed) => {
        const made = [
          peakEntropyMask(values, { tau: x, within }),
          peakEntropyMask(values, { tau: x, within, scope: "batch" }),
          forkingTokenMask(values, { share: x, within }),
          clipCovMask(values, { ratio: x, random: generator(seed), within }),
          klCovMask(values, { ratio: x, within }),
        ];
        for (const masks of made) {
          for (const [i, m] of masks.entries()) expect(m.every((v, t) => v <= within[i][t])).toBe(true);
        }
        expect(sum(made[2])).toBe(Math.max(0, Math.ceil(x * sum(within) - 1e-9)));
      }),
    );
  });
  it("covariances average to the covariance, whatever is added to either side", () => {
    fc.assert(
      fc.property(batch, ({ values, within }) => {
        const twice = values.map((row) => row.map((v) => 2 * v + 3));
        const cov = covariances(values, twice, within);
        const squares = covariances(values, values, within);
        cov.forEach((row, i) => {
          for (const [t, v] of row.entries()) expect(v).toBeCloseTo(2 * squares[i][t], 3);
        });
      }),
    );
  });
});

describe("bad input", () => {
  const random = () => 0;
  const cases: [string, () => unknown, RegExp][] = [
    ["empty batch", () => peakEntropyMask([]), /peakEntropyMask: entropies must be a batch of at least one response/],
    ["tau", () => peakEntropyMask([[1]], { tau: 1.2 }), /tau must be a number in \[0, 1\), got 1.2/],
    ["scope", () => peakEntropyMask([[1]], { scope: "row" as "batch" }), /scope must be one of response, batch/],
    ["NaN", () => peakEntropyMask([[1], [Number.NaN]]), /entropies\[1\]\[0\] must be a finite number, got NaN/],
    [
      "mask shape",
      () => forkingTokenMask([[1, 2]], { within: [[1]] }),
      /within\[0\] must have one value per token \(2/,
    ],
    ["mask value", () => peakEntropyMask([[1]], { within: [[3]] }), /within\[0\]\[0\] must be 0 or 1, got 3/],
    ["share", () => forkingTokenMask([[1]], { share: 2 }), /share must be a number in \[0, 1\], got 2/],
    ["advantages", () => covariances([[-1], [-1]], [1], [[1], [1]]), /advantages must have one array per response \(2/],
    ["logprob", () => covariances([[Number.NaN]], [1], [[1]]), /logprobs\[0\]\[0\] must be a finite number/],
    ["ratio", () => klCovMask([[1]], { ratio: -1 }), /ratio must be a number in \[0, 1\], got -1/],
    ["bounds", () => clipCovMask([[1]], { low: 5, high: 1, random }), /low must be at most high \(1\), got 5/],
    ["random", () => clipCovMask([[1]], {} as { random: () => number }), /random must be a generator/],
    ["quantile", () => quantile([], 0.5), /at least one number/],
  ];
  for (const [name, act, message] of cases) it(name, () => expect(act).toThrow(message));
});
