import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  crossEntropy,
  entropyByClass,
  entropyByPosition,
  nucleusEntropy,
  policyDivergence,
  streamStatistics,
  tokenEntropy,
  tokenStatistics,
} from "../../lib/entropy/index.js";
import { logitsOf } from "./reference.js";

const pairs = fc.array(
  fc.tuple(fc.float({ min: -9, max: 9, noNaN: true }), fc.float({ min: -9, max: 9, noNaN: true })),
  {
    minLength: 1,
    maxLength: 30,
  },
);

describe("between two policies", () => {
  it("by hand: uniform against 1/4, 3/4", () => {
    const [p, q] = [logitsOf([0.5, 0.5]), logitsOf([0.25, 0.75])];
    expect(crossEntropy(p, q, 2)[0]).toBeCloseTo(-0.5 * Math.log(0.25 * 0.75), 6);
    expect(policyDivergence(p, q, 2)[0]).toBeCloseTo(0.5 * Math.log(0.5 / 0.25) + 0.5 * Math.log(0.5 / 0.75), 6);
  });
  it("cross-entropy = entropy + divergence, and the divergence of a policy from itself is 0", () => {
    fc.assert(
      fc.property(pairs, (row) => {
        const [p, q] = [row.map(([a]) => a), row.map(([, b]) => b)];
        const kl = policyDivergence(p, q, row.length)[0];
        expect(kl).toBeGreaterThanOrEqual(0);
        expect(crossEntropy(p, q, row.length)[0]).toBeCloseTo(tokenEntropy(p, row.length)[0] + kl, 4);
        expect(policyDivergence(p, p, row.length)[0]).toBe(0);
      }),
    );
  });
  it("is infinite where the other excludes a token, and blind to tokens of probability 0", () => {
    expect(crossEntropy([0, 0], [0, -Infinity], 2)[0]).toBe(Infinity);
    expect(policyDivergence([0, -Infinity], [0, -Infinity], 2)[0]).toBe(0);
  });
});

describe("by position and by class", () => {
  it("absolute and relative positions", () => {
    const rows = [[1, 2, 3, 4], [5, 6], []];
    expect(entropyByPosition(rows)).toEqual({
      mean: Float64Array.of(3, 4, 3, 4),
      count: Int32Array.of(2, 2, 1, 1),
    });
    const halves = entropyByPosition(rows, { bins: 2, within: [[1, 1, 0, 1], [1, 1], []] });
    expect(halves.mean[0]).toBeCloseTo(8 / 3, 12);
    expect(halves.mean[1]).toBe(5);
    expect([...halves.count]).toEqual([3, 2]);
  });
  it("classes, with tokens left out", () => {
    const out = entropyByClass([[2, 4], [6]], [[0, 1], [2]], (token) => ["even", undefined, "even"][token]);
    expect(out).toEqual({ even: { count: 2, mean: 4, share: 1 } });
  });
});

describe("streamStatistics", () => {
  const collect = async (chunks: Float32Array[], vocab: number) => {
    const parts = [];
    for await (const part of streamStatistics(chunks, vocab, { p: 0.7, tokenOf: (row) => row % vocab }))
      parts.push(part);
    return parts;
  };
  it("does not depend on how the stream is cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.array(fc.float({ min: -9, max: 9, noNaN: true }), { maxLength: 20 }), { minLength: 1 }),
        async (vocab, pieces) => {
          const all = pieces.flat();
          const extra = all.length % vocab;
          const chunks = [...pieces, new Array(extra ? vocab - extra : 0).fill(0)].map((x) => Float32Array.from(x));
          const whole = Float32Array.from(chunks.flatMap((x) => [...x]));
          const parts = await collect(chunks, vocab);
          const joined = parts.flatMap((x) => [...x.nucleusEntropy]);
          expect(joined).toEqual([...nucleusEntropy(whole, vocab, { p: 0.7 }).entropy]);
          expect(parts.flatMap((x) => [...x.entropy])).toEqual([...tokenEntropy(whole, vocab)]);
          const tokens = joined.map((_, row) => row % vocab);
          const { logprob, rank } = tokenStatistics(whole, vocab, { tokens });
          expect(parts.flatMap((x) => [...x.logprob])).toEqual([...logprob]);
          expect(parts.flatMap((x) => [...x.rank])).toEqual([...rank]);
          for (const [i, x] of parts.entries())
            expect(x.row).toBe(parts.slice(0, i).reduce((n, y) => n + y.entropy.length, 0));
        },
      ),
    );
  });
  it("numbers a bad row from the start of the stream, and refuses half a row", async () => {
    const bad = Float32Array.of(0, 0, 0, Number.NaN, 0, 0, 0);
    await expect(collect([new Float32Array(5), bad], 4)).rejects.toThrow(/row 2 must be finite.*got NaN at column 0/);
    await expect(collect([new Float32Array(5)], 4)).rejects.toThrow(/whole row of 4, got 1 values more/);
  });
});

describe("bad input", () => {
  const cases: [string, () => unknown, RegExp][] = [
    ["shapes", () => crossEntropy([1, 2], [1], 2), /crossEntropy: otherLogits must be an array of 2 numbers/],
    ["NaN in q", () => policyDivergence([1, 2], [1, Number.NaN], 2), /row 0 .* got NaN at column 1/],
    ["empty", () => entropyByPosition([]), /at least one response/],
    ["bins", () => entropyByPosition([[1]], { bins: 0 }), /bins must be an integer >= 1, got 0/],
    ["value", () => entropyByPosition([[Number.NaN]]), /entropies\[0\]\[0\]/],
    ["tokens", () => entropyByClass([[1, 2]], [[1]], String), /tokens\[0\] must have one value per token/],
  ];
  for (const [name, act, message] of cases) it(name, () => expect(act).toThrow(message));
});
