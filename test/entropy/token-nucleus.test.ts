import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nucleusEntropy, nucleusTokens, tokenEntropy, tokenStatistics } from "../../lib/entropy/index.js";
import { distance, logitsOf, official } from "./reference.js";

const golden = [
  {
    row: [0.5, 0.25, 0.15, 0.07, 0.03],
    full: 1.26906,
    inclusive: [0.98099, 3],
    exclusive: [0.636514, 2],
    below: [0.636514, 2],
  },
  { row: [0.85, 0.1, 0.05], full: 0.518186, inclusive: [0, 1], exclusive: [0, 0], below: [0, 1] },
  { row: [0.4, 0.4, 0.2], full: 1.05492, inclusive: [Math.LN2, 2], exclusive: [0, 1], below: [Math.LN2, 2] },
  {
    row: [0.25, 0.25, 0.25, 0.25],
    full: 1.386294,
    inclusive: [1.386294, 4],
    exclusive: [1.098612, 3],
    below: [1.098612, 3],
  },
  {
    row: [0.4, 0.3, 0.2, 0.1],
    full: 1.279854,
    inclusive: [1.060857, 3],
    exclusive: [0.682908, 2],
    below: [0.682908, 2],
  },
] as const;
const kinds = ["inclusive", "exclusive", "below"] as const;

const aRow = fc.array(fc.float({ min: -30, max: 30, noNaN: true }), { minLength: 1, maxLength: 40 });

/** The definitions, by sorting in float64. */
function bySorting(row: ArrayLike<number>, p: number) {
  const max = Math.max(...Array.from(row));
  const e = Array.from(row, (z) => Math.exp(z - max)).sort((a, b) => b - a);
  const total = e.reduce((a, b) => a + b);
  let size = 0;
  for (let mass = 0; size < e.length && mass < (p - 1e-6) * total; ) mass += e[size++];
  const mass = e.slice(0, size).reduce((a, b) => a + b, 0);
  const entropy = -e.slice(0, size).reduce((sum, x) => sum + (x > 0 ? (x / mass) * Math.log(x / mass) : 0), 0);
  return { size, mass: mass / total, entropy };
}

describe("golden rows", () => {
  for (const { row, full, ...sets } of golden) {
    it(`[${row}]`, () => {
      const logits = logitsOf([...row]);
      expect(tokenEntropy(logits, row.length)[0]).toBeCloseTo(full, 5);
      for (const nucleus of kinds) {
        const out = nucleusEntropy(logits, row.length, { p: 0.8, nucleus });
        expect(out.entropy[0]).toBeCloseTo(sets[nucleus][0], 5);
        expect(out.size[0]).toBe(sets[nucleus][1]);
      }
    });
  }
  it("are the same whatever is added to the logits", () => {
    for (const { row, ...sets } of golden) {
      for (const shift of [-40, 7.3, 25]) {
        const logits = logitsOf([...row]).map((z) => z + shift);
        for (const nucleus of kinds) {
          expect(nucleusEntropy(logits, row.length, { nucleus }).size[0]).toBe(sets[nucleus][1]);
        }
      }
    }
  });
});

describe("the releases' values", () => {
  it.skipIf(!official)("entropy", () => {
    for (const item of official!.entropy as { logits: number[][]; p: number; full: number[]; inclusive: number[] }[]) {
      const vocab = item.logits[0].length;
      const logits = Float32Array.from(item.logits.flat());
      expect(distance(tokenEntropy(logits, vocab), item.full)).toBeLessThan(1e-6);
      for (const nucleus of kinds) {
        const { entropy } = nucleusEntropy(logits, vocab, { p: item.p, nucleus });
        expect(distance(entropy, item[nucleus as "inclusive"])).toBeLessThan(nucleus === "inclusive" ? 1e-6 : 5e-5);
      }
    }
  });
});

describe("properties", () => {
  it("0 <= nucleus entropy <= full entropy <= log V", () => {
    fc.assert(
      fc.property(aRow, fc.double({ min: 0.01, max: 1, noNaN: true }), (row, p) => {
        const full = tokenEntropy(row, row.length)[0];
        const inside = nucleusEntropy(row, row.length, { p }).entropy[0];
        expect(inside).toBeGreaterThanOrEqual(0);
        expect(inside).toBeLessThanOrEqual(full + 1e-6);
        expect(full).toBeLessThanOrEqual(Math.log(row.length) + 1e-6);
      }),
    );
  });
  it("agrees with sorting, on smooth rows, ties and long rows", () => {
    const values = fc.oneof(fc.float({ min: -8, max: 8, noNaN: true }), fc.integer({ min: -2, max: 2 }));
    const rows = fc.array(values, { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(rows, fc.double({ min: 0.05, max: 0.999, noNaN: true }), (row, p) => {
        const want = bySorting(row, p);
        const got = nucleusEntropy(row, row.length, { p });
        expect(got.size[0]).toBe(want.size);
        expect(got.mass[0]).toBeCloseTo(want.mass, 6);
        expect(got.entropy[0]).toBeCloseTo(want.entropy, 5);
      }),
    );
  });
  it("p = 1 keeps the support, and the entropy is the full one", () => {
    const row = [3, -Infinity, 0.5, -200, 0.5];
    const out = nucleusEntropy(row, 5, { p: 1 });
    expect(out.size[0]).toBe(4);
    expect(out.entropy[0]).toBe(tokenEntropy(row, 5)[0]);
  });
  it("statistics in one pass equal the single functions", () => {
    fc.assert(
      fc.property(fc.array(aRow, { minLength: 1, maxLength: 4 }), (rows) => {
        const vocab = Math.min(...rows.map((r) => r.length));
        const logits = rows.flatMap((r) => r.slice(0, vocab));
        const tokens = rows.map((_, t) => t % vocab);
        const out = tokenStatistics(logits, vocab, { tokens, p: 0.7 });
        expect(out.entropy).toEqual(tokenEntropy(logits, vocab));
        expect(out.nucleusEntropy).toEqual(nucleusEntropy(logits, vocab, { p: 0.7 }).entropy);
        expect(out.nucleusSize).toEqual(nucleusEntropy(logits, vocab, { p: 0.7 }).size);
      }),
    );
  });
});

describe("edges", () => {
  it("all equal: the lowest indices are inside", () => {
    const vocab = 5000;
    const { size, entropy } = nucleusEntropy(new Float32Array(vocab).fill(-3), vocab, { p: 0.8 });
    expect(size[0]).toBe(4000);
    expect(entropy[0]).toBeCloseTo(Math.log(4000), 5);
  });
  it("one-hot: zero, not minus zero", () => {
    const row = [-Infinity, 4, -Infinity];
    expect(Object.is(tokenEntropy(row, 3)[0], 0)).toBe(true);
    expect(nucleusEntropy(row, 3).size[0]).toBe(1);
  });
  it("log-probability and rank, ties by index", () => {
    const { logprob, rank } = tokenStatistics(logitsOf([0.4, 0.4, 0.2], [0.1, 0.1, 0.8]), 3, { tokens: [1, 0] });
    expect(logprob[0]).toBeCloseTo(Math.log(0.4), 6);
    expect([...rank]).toEqual([1, 1]);
  });
  it("the tokens inside: as many as the size says, by probability, ties by index", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 1, maxLength: 20 }),
        fc.constantFrom(...kinds),
        (row, nucleus) => {
          const [inside] = nucleusTokens(row, row.length, { nucleus });
          const sorted = row.map((_, v) => v).sort((a, b) => row[b] - row[a] || a - b);
          expect(inside).toEqual(sorted.slice(0, nucleusEntropy(row, row.length, { nucleus }).size[0]));
        },
      ),
    );
    expect(nucleusTokens(logitsOf([0.9, 0.1]), 2, { nucleus: "exclusive" })).toEqual([[]]);
  });
  it("no rows", () => {
    expect(tokenEntropy([], 7)).toHaveLength(0);
  });
});

describe("bad input", () => {
  const cases: [string, () => unknown, RegExp][] = [
    ["length", () => tokenEntropy([1, 2, 3], 2), /tokenEntropy: logits must have a multiple of vocab \(2\)/],
    ["vocab", () => tokenEntropy([1, 2], 0), /vocab must be an integer >= 1, got 0/],
    ["NaN", () => tokenEntropy([1, 2, 3, Number.NaN], 2), /row 1 must be finite or -Infinity, got NaN at column 1/],
    ["+Infinity", () => nucleusEntropy([Infinity, 2], 2), /row 0 .* got Infinity at column 0/],
    ["nothing finite", () => nucleusEntropy([-Infinity, -Infinity], 2), /row 0 must have at least one value/],
    ["p = 0", () => nucleusEntropy([1, 2], 2, { p: 0 }), /p must be a number in \(0, 1\], got 0/],
    ["nucleus", () => nucleusEntropy([1, 2], 2, { nucleus: "inclusiv" as "below" }), /did you mean inclusive/],
    ["token", () => tokenStatistics([1, 2], 2, { tokens: [2] }), /tokens\[0\] must be an integer in \[0, 1\], got 2/],
    ["tokens", () => tokenStatistics([1, 2], 2, { tokens: [1, 0] }), /one id per row of logits \(1\), got 2/],
  ];
  for (const [name, act, message] of cases) it(name, () => expect(act).toThrow(message));
});
