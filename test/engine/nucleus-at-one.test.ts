import * as tf from "@tensorflow/tfjs";
import { describe, expect, it } from "vitest";
import type { Tf } from "../../lib/engine/tfjs/backend.js";
import { head } from "../../lib/engine/tfjs/head.js";
import { drawRows } from "../../lib/engine/tfjs/sample.js";
import { instantiate } from "../../lib/engine/wasm/kernels.js";
import { generator, normal, tokenStatistics } from "../../lib/index.js";

const KINDS = ["inclusive", "exclusive", "below"] as const;
type Kind = (typeof KINDS)[number];
const { kernels, memory } = instantiate(false);
memory.grow(100);
const [Z, TOKEN, OUT, E, LIST] = [1, 2, 3, 4, 6].map((megabyte) => megabyte * 2 ** 20);

/** Nucleus entropy at p = 1 of one row, in nats, by everything that computes one. */
const implementations: Record<string, (logits: Float32Array, nucleus: Kind) => number> = {
  "wasm engine": (logits, nucleus) => {
    const vocab = logits.length;
    new Float32Array(memory.buffer, Z, vocab).set(logits);
    new Int32Array(memory.buffer, TOKEN, 1)[0] = 0;
    const [width, kind] = [Math.ceil(vocab / 8) * 8, KINDS.indexOf(nucleus)];
    kernels.headStatistics(Z, width, 1, vocab, TOKEN, 1, 1, kind, OUT, OUT + 4, OUT + 8, E, LIST);
    return new Float32Array(memory.buffer, OUT, 3)[2];
  },
  "tfjs engine": (logits, nucleus) => {
    // Tensors know no 0 x -inf; a model's logits are finite.
    const row = tf.tensor2d(
      logits.map((x) => Math.max(x, -1e4)),
      [1, logits.length],
    );
    return head(tf as unknown as Tf, row, new Int32Array(1), { p: 1, nucleus }).nucleusEntropy.dataSync()[0];
  },
  "tfjs engine, sampling": (logits, nucleus) =>
    drawRows(logits, logits.length, [0.5], { temperature: 1, topP: 1, p: 1, nucleus })[0].nucleusEntropy,
  "tokenStatistics, float32": (logits, nucleus) =>
    tokenStatistics(logits, logits.length, { tokens: [0], p: 1, nucleus }).nucleusEntropy[0],
  "tokenStatistics, float64": (logits, nucleus) =>
    tokenStatistics(Array.from(logits), logits.length, { tokens: [0], p: 1, nucleus }).nucleusEntropy[0],
};

/** At p = 1 the token that crosses is the least likely of the possible ones: `exclusive` lacks it, the others nothing. */
function byDefinition(logits: Float32Array, nucleus: Kind): number {
  const top = Math.max(...logits);
  const e = Array.from(logits, (z) => Math.exp(z - top))
    .filter((x) => x > 0)
    .sort((a, b) => b - a);
  const kept = nucleus === "exclusive" ? e.slice(0, -1) : e;
  const mass = kept.reduce((a, b) => a + b, 0);
  return kept.reduce((sum, x) => sum - (x / mass) * Math.log(x / mass), 0);
}

const random = generator(41);
const rows: [string, Float32Array][] = [
  ...[2, 3, 8, 25, 64, 301, 2000].flatMap((vocab) =>
    [0.01, 1, 4, 12].map((spread): [string, Float32Array] => [
      `${vocab} random, spread ${spread}`,
      Float32Array.from({ length: vocab }, () => spread * normal(random)),
    ]),
  ),
  ...[2, 7, 10, 49, 301].map((vocab): [string, Float32Array] => [`${vocab} equal`, new Float32Array(vocab).fill(0.7)]),
  ["one-hot", Float32Array.from([-Infinity, 3, -Infinity, -Infinity])],
  ["nearly one-hot", Float32Array.from([-60, 3, -61, -62])],
  ["equal but impossible ones", Float32Array.from({ length: 40 }, (_, i) => (i % 3 ? -Infinity : 1))],
  ["random but impossible ones", Float32Array.from({ length: 90 }, (_, i) => (i % 4 ? -Infinity : normal(random)))],
];

describe.each(Object.entries(implementations))("p = 1, %s", (_name, entropyBy) => {
  it.each(KINDS)("%s", (nucleus) => {
    for (const [row, logits] of rows) {
      const error = Math.abs(entropyBy(logits, nucleus) - byDefinition(logits, nucleus));
      expect(error, row).toBeLessThan(1e-5);
    }
  });
});
