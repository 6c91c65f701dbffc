import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { anchoredEntropy, nucleusEntropy, peakEntropyMask } from "../../lib/index.js";
import { sharedPath } from "../shared.js";

interface SirenCase {
  logits: number[][][];
  mask: number[][];
  p: number;
  tau: number;
  beta: number;
  anchor: number;
  hbar: number;
  loss: number;
  dLossDLogits: number[][][];
}

const path = sharedPath("data", "reference", "official.json");
const cases = path
  ? (JSON.parse(readFileSync(path, "utf8")) as { sirenRegularizer: SirenCase[] }).sirenRegularizer
  : [];

/** d H / d logits of the smallest top set of mass >= p, its membership constant: -q_v (log q_v + H). */
function nucleusSlope(row: number[], p: number): number[] {
  const top = Math.max(...row);
  const weights = row.map((z) => Math.exp(z - top));
  const total = weights.reduce((a, b) => a + b, 0);
  const order = row.map((_, v) => v).sort((a, b) => weights[b] - weights[a]);
  const kept = new Set<number>();
  for (let mass = 0, k = 0; mass < p; k++) {
    kept.add(order[k]);
    mass += weights[order[k]] / total;
  }
  const inside = [...kept].reduce((sum, v) => sum + weights[v], 0);
  const q = row.map((_, v) => (kept.has(v) ? weights[v] / inside : 0));
  const entropy = -q.reduce((sum, x) => sum + (x > 0 ? x * Math.log(x) : 0), 0);
  return q.map((x) => (x > 0 ? -x * (Math.log(x) + entropy) : 0));
}

describe.skipIf(!path)("SIREN's regulariser against its gradient with respect to the logits", () => {
  it.each(cases.map((c, i) => [i, c] as const))("case %i", (_, c) => {
    const logits = c.logits.map((rows, i) => rows.filter((_, t) => c.mask[i][t] === 1));
    const vocab = c.logits[0][0].length;
    const entropies = logits.map((rows) => nucleusEntropy(Float32Array.from(rows.flat()), vocab, { p: c.p }).entropy);
    const masks = peakEntropyMask(entropies, { tau: c.tau });
    const term = anchoredEntropy({ entropies, masks, anchor: c.anchor }, { beta: c.beta });
    expect(Math.abs(term.mean - c.hbar)).toBeLessThan(1e-6);
    expect(Math.abs(term.value - c.loss)).toBeLessThan(1e-6);
    logits.forEach((rows, i) => {
      rows.forEach((row, t) => {
        const slope = nucleusSlope(row, c.p);
        const off = slope.map((s, v) => Math.abs(s * term.dNucleusEntropy![i][t] - c.dLossDLogits[i][t][v]));
        expect(Math.max(...off)).toBeLessThan(1e-6);
      });
    });
  });
});
