import { describe, expect, it } from "vitest";
import { instantiate } from "../../lib/engine/wasm/kernels.js";
import { generator } from "../../lib/index.js";

const KINDS = ["inclusive", "exclusive", "below"] as const;
const { kernels, memory } = instantiate(false);
memory.grow(100);
const [Z, TOKEN, OUT, E, LIST] = [1, 2, 3, 4, 6].map((megabyte) => megabyte * 2 ** 20);

/** Log-probability of token 0, entropy, nucleus entropy of one row, by the kernel. */
function byKernel(logits: number[], p: number, kind: number): number[] {
  const vocab = logits.length;
  new Float32Array(memory.buffer, Z, vocab).set(logits);
  new Int32Array(memory.buffer, TOKEN, 1)[0] = 0;
  const width = Math.ceil(vocab / 8) * 8;
  kernels.headStatistics(Z, width, 1, vocab, TOKEN, 1, p, kind, OUT, OUT + 4, OUT + 8, E, LIST);
  return Array.from(new Float32Array(memory.buffer, OUT, 3));
}

/** The definitions, by sorting in float64. */
function bySorting(logits: number[], p: number, kind: number): number[] {
  const z = logits.map(Math.fround);
  const top = Math.max(...z);
  const e = z.map((x) => Math.exp(x - top));
  const total = e.reduce((a, b) => a + b, 0);
  const q = e.map((x) => x / total);
  const entropy = (weights: number[]) => {
    const mass = weights.reduce((a, b) => a + b, 0);
    return weights.reduce((sum, w) => (w > 0 ? sum - (w / mass) * Math.log(w / mass) : sum), 0);
  };
  const sorted = [...q].sort((a, b) => b - a);
  let mass = 0;
  const kept = sorted.filter((x, i) => {
    const before = mass;
    mass += x;
    return [before < p, mass < p, mass <= p || i === 0][kind];
  });
  return [Math.log(q[0]), entropy(q), kept.length ? entropy(kept) : 0];
}

function check(logits: number[], p: number): void {
  for (const kind of [0, 1, 2]) {
    const [got, wanted] = [byKernel(logits, p, kind), bySorting(logits, p, kind)];
    for (let i = 0; i < 3; i++) {
      expect(Math.abs(got[i] - wanted[i]), `${KINDS[kind]} of ${logits.length}, ${i}`).toBeLessThan(3e-5);
    }
  }
}

describe("nucleus kernel against sorting", () => {
  it("hand-worked rows", () => {
    const row = (q: number[]) => q.map(Math.log);
    expect(byKernel(row([0.5, 0.25, 0.15, 0.07, 0.03]), 0.8, 0)[1]).toBeCloseTo(1.26906, 5);
    expect(byKernel(row([0.5, 0.25, 0.15, 0.07, 0.03]), 0.8, 0)[2]).toBeCloseTo(0.98099, 5);
    expect(byKernel(row([0.5, 0.25, 0.15, 0.07, 0.03]), 0.8, 1)[2]).toBeCloseTo(0.636514, 5);
    expect(byKernel(row([0.5, 0.25, 0.15, 0.07, 0.03]), 0.8, 2)[2]).toBeCloseTo(0.636514, 5);
    for (const kind of [0, 1, 2]) expect(byKernel(row([0.85, 0.1, 0.05]), 0.8, kind)[2]).toBe(0);
  });

  it("random rows of many sizes and sharpnesses", () => {
    const random = generator(21);
    for (const vocab of [1, 2, 3, 7, 24, 25, 64, 301, 512, 5000]) {
      for (const sharpness of [0.01, 1, 5, 30]) {
        const logits = Array.from({ length: vocab }, () => sharpness * (random() - 0.5));
        for (const p of [0.31, 0.8123, 0.9907]) check(logits, p);
      }
    }
  });

  it("ties: all equal, two levels, and neighbours that differ in the last bits only", () => {
    for (const vocab of [3, 30, 1001]) {
      check(new Array(vocab).fill(2.5), 0.7531);
      check(
        Array.from({ length: vocab }, (_, i) => (i % 3 === 0 ? 1 : 0)),
        0.7531,
      );
      check(
        Array.from({ length: vocab }, (_, i) => 1e-6 * (i % 17)),
        0.7531,
      );
    }
  });

  it("a row of impossible tokens but one, and the whole mass", () => {
    const lone = [0, ...new Array(40).fill(-Infinity)];
    for (const kind of [0, 2]) expect(byKernel(lone, 0.8, kind).slice(1)).toEqual([0, 0]);
    for (const row of [[1, 2, 3, 0.5, 2, 1], lone, [0, -Infinity, 0, -80], new Array(301).fill(3)]) {
      const [, full, inside] = byKernel(row, 1, 0);
      expect(inside).toBe(full);
    }
  });
});
