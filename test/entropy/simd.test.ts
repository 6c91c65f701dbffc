import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { generator, normal } from "../../lib/core/random.js";
import { NUCLEI } from "../../lib/entropy/membership.js";
import { type RowsResult, rowStatistics } from "../../lib/entropy/rows.js";
import { type StatisticsKernel, statisticsKernel } from "../../lib/entropy/simd/module.js";
import { simdRowStatistics } from "../../lib/entropy/simd/rows.js";

let kernel: StatisticsKernel;
beforeAll(async () => {
  const { buildStatistics } = await import("../../lib/entropy/simd/build.mjs" as string);
  await buildStatistics();
  kernel = statisticsKernel()!;
});

/** Both roads on the same rows. */
function both(logits: Float32Array, vocab: number, p = 0.8, kind: (typeof NUCLEI)[number] = "inclusive") {
  const rows = logits.length / vocab;
  const tokens = Int32Array.from({ length: rows }, (_, t) => (t * 7919) % vocab);
  const request = { fn: "test", logits, vocab, rows, tokens, nucleus: { p, kind } };
  return [rowStatistics(request), simdRowStatistics(kernel, request)] as const;
}

const near = (a: number, b: number, what: string, slack = 1e-7) =>
  expect(a === b ? 0 : Math.abs(a - b), `${what}: ${a} and ${b}`).toBeLessThanOrEqual(1e-6 * Math.abs(a) + slack);

function expectSame([js, simd]: readonly [RowsResult, RowsResult], sizeSlack = 0) {
  for (let row = 0; row < js.entropy.length; row++) {
    near(js.entropy[row], simd.entropy[row], `entropy of row ${row}`);
    near(js.logprob[row], simd.logprob[row], `logprob of row ${row}`, 5e-7);
    expect(simd.rank[row]).toBe(js.rank[row]);
    expect(Math.abs(simd.nucleusSize[row] - js.nucleusSize[row]), `size of row ${row}`).toBeLessThanOrEqual(sizeSlack);
    near(js.nucleusEntropy[row], simd.nucleusEntropy[row], `nucleus entropy of row ${row}`, sizeSlack ? 2e-6 : 1e-7);
    near(js.nucleusMass[row], simd.nucleusMass[row], `mass of row ${row}`, sizeSlack ? 1e-6 : 1e-7);
  }
}

/** Nearly normal, quickly: four hashed uniforms. */
function bell(i: number): number {
  let sum = 0;
  for (let j = 1; j <= 4; j++) sum += Math.imul((i * 4 + j) ^ 0x2545f491, 0x9e3779b1) >>> 8;
  return (sum / 2 ** 24 - 2) * Math.sqrt(3);
}

describe("the SIMD kernel agrees with plain JavaScript", () => {
  const value = fc.oneof(
    { weight: 6, arbitrary: fc.float({ min: -12, max: 12, noNaN: true }) },
    { weight: 2, arbitrary: fc.integer({ min: -2, max: 2 }) },
    { weight: 1, arbitrary: fc.constantFrom(-Infinity, -1e30, 60, Math.fround(-3.4e38)) },
  );
  it("on rows of every kind and length", () => {
    const rows = fc.array(value, { minLength: 1, maxLength: 700 }).filter((row) => row.some((z) => z > -1e29));
    const p = fc.constantFrom(0.1, 0.5, 0.8, 0.95, 0.999);
    fc.assert(
      fc.property(rows, p, fc.constantFrom(...NUCLEI), (row, mass, kind) => {
        expectSame(both(Float32Array.from(row), row.length, mass, kind));
      }),
      { numRuns: 300 },
    );
  });
  it("on many rows at once, with a vocabulary that is no multiple of the vector", () => {
    const random = generator(5);
    const logits = Float32Array.from({ length: 999 * 67 }, () => 3 * normal(random));
    expectSame(both(logits, 67));
  });
  it("on rows as wide as a language model's, typical and flat", () => {
    const vocab = 151_936;
    for (const [scale, shift] of [
      [2, 14],
      [0.5, 0],
      [1e-4, 0],
    ]) {
      const logits = Float32Array.from({ length: 2 * vocab }, (_, i) => scale * bell(i));
      for (let i = 0; i < 20; i++) logits[i] += shift;
      // A flat row's token weighs less than rounding: the crossing may fall on its neighbour.
      for (const kind of NUCLEI) expectSame(both(logits, vocab, 0.8, kind), 40);
    }
  });
});

describe("logits that were bfloat16", () => {
  it("have long runs of equal values", () => {
    const vocab = 151_936;
    for (const scale of [3, 0.5]) {
      const logits = Float32Array.from({ length: vocab }, (_, i) => scale * bell(i));
      const words = new Uint32Array(logits.buffer);
      for (let i = 0; i < vocab; i++) words[i] = (words[i] + 0x8000) & 0xffff0000;
      for (const kind of NUCLEI) expectSame(both(logits, vocab, 0.8, kind), 40);
    }
  });
});

describe("rows on which a sample misleads", () => {
  it("every sampled vector lies above, or below, the others", () => {
    const vocab = 65_536;
    for (const odd of [1.5, -1.5]) {
      const logits = Float32Array.from({ length: vocab }, (_, i) => 0.4 * bell(i) + (i % 64 < 4 ? odd : 0));
      for (const kind of NUCLEI) expectSame(both(logits, vocab, 0.8, kind), 20);
    }
  });
});

describe("exact cases", () => {
  it("all equal, one-hot, two at the top, -Infinity in the first blocks", () => {
    const vocab = 4099;
    const flat = new Float32Array(vocab).fill(5);
    const oneHot = new Float32Array(vocab).fill(-Infinity);
    oneHot[4000] = -2;
    const two = new Float32Array(vocab).fill(-40);
    two[7] = two[4098] = 9;
    const logits = Float32Array.from([...flat, ...oneHot, ...two]);
    const out = both(logits, vocab, 0.8);
    expectSame(out);
    expect([...out[1].nucleusSize]).toEqual([3280, 1, 2]);
    expect(out[1].entropy[1]).toBe(0);
    expect(out[1].nucleusEntropy[0]).toBeCloseTo(Math.log(3280), 6);
  });
  it("a nearly certain row keeps its small entropy", () => {
    const row = Float32Array.from({ length: 1000 }, (_, v) => (v === 3 ? 0 : -20 - (v % 5)));
    const [js, simd] = both(row, 1000);
    expect(Math.abs(simd.entropy[0] / js.entropy[0] - 1)).toBeLessThan(1e-6);
  });
  it("names the row of a NaN, a +Infinity, a row of -Infinity, wherever it is", () => {
    for (const [at, value] of [
      [5, Number.NaN],
      [0, Number.NaN],
      [299, Infinity],
    ]) {
      const logits = new Float32Array(900);
      logits[300 + at] = value;
      expect(() => both(logits, 300)[1]).toThrow(new RegExp(`row 1 must be finite.*got ${value} at column ${at}`));
      const request = { fn: "test", logits, vocab: 300, rows: 3 };
      expect(() => simdRowStatistics(kernel, request)).toThrow(/row 1/);
    }
    const none = new Float32Array(300).fill(-Infinity);
    expect(() => simdRowStatistics(kernel, { fn: "test", logits: none, vocab: 300, rows: 1 })).toThrow(/row 0.*none/);
    const hidden = new Float32Array(3000).fill(-Infinity);
    hidden[2] = Number.NaN;
    hidden[2999] = 1;
    expect(() => simdRowStatistics(kernel, { fn: "test", logits: hidden, vocab: 3000, rows: 1 })).toThrow(/column 2/);
  });
  it("memory does not grow with the number of rows", () => {
    const run = (rows: number) => both(new Float32Array(rows * 512), 512);
    run(64);
    const before = kernel.memory.buffer.byteLength;
    run(4096);
    expect(kernel.memory.buffer.byteLength).toBe(before);
  });
});
