import { rowStatistics } from "../../../entropy/rows.js";
import { statisticsKernel } from "../../../entropy/simd/module.js";
import { simdRowStatistics } from "../../../entropy/simd/rows.js";

/** The logits of a language model's batch: rows of its vocabulary. */
export const ROWS = 64;
export const VOCAB = 151_936;
export const P = 0.8;

/** `typical`: a few likely tokens above a broad floor; `flat`: the whole vocabulary matters. */
export const KINDS = ["typical", "flat"] as const;

/** Vocabularies over which the cost is followed, the same logits cut into shorter or longer rows. */
export const VOCABULARIES = [64, 512, 4096, 32_000, 300_000];

/** The contestants of ours. */
export const PASSES = {
  simd: simdPass,
  javascript: rowStatistics,
};

function simdPass(request: Parameters<typeof simdRowStatistics>[1]): ReturnType<typeof rowStatistics> {
  const kernel = statisticsKernel();
  if (!kernel) throw new Error("bench: the statistics kernel was not built; run `npm run setup -- build`");
  return simdRowStatistics(kernel, request);
}

/** Logits that both languages compute: a nearly normal hash of the index; see peers/statistics.py. */
export function benchLogits(kind: (typeof KINDS)[number]): Float32Array {
  const scale = kind === "flat" ? 0.5 : 2;
  const logits = new Float32Array(ROWS * VOCAB);
  for (let i = 0; i < logits.length; i++) logits[i] = scale * bell(i);
  if (kind === "flat") return logits;
  for (let row = 0; row < ROWS; row++) {
    for (let j = 0; j < 40; j++) logits[row * VOCAB + ((row * 911 + j * 3571) % VOCAB)] += 16 - 0.4 * j;
  }
  return logits;
}

/** What a run over the logits is asked for, and the value by which the sides are seen to agree: the mean over rows. */
export function statisticsJobs(pass: typeof rowStatistics): Record<string, () => Promise<number>> {
  const jobs: Record<string, () => Promise<number>> = {};
  for (const kind of KINDS) {
    const logits = benchLogits(kind);
    const request = { fn: "bench", logits, vocab: VOCAB, rows: ROWS };
    const tokens = Int32Array.from({ length: ROWS }, (_, row) => (row * 911) % VOCAB);
    const nucleus = { p: P, kind: "inclusive" } as const;
    jobs[`${kind} reading`] = async () => reading(logits);
    jobs[`${kind} entropy`] = async () => mean(pass(request).entropy);
    jobs[`${kind} nucleus`] = async () => mean(pass({ ...request, nucleus }).nucleusEntropy);
    jobs[`${kind} statistics`] = async () => mean(pass({ ...request, nucleus, tokens }).logprob);
  }
  const logits = benchLogits("typical");
  for (const vocab of VOCABULARIES) {
    const rows = Math.floor(logits.length / vocab);
    const request = { fn: "bench", logits: logits.subarray(0, rows * vocab), vocab, rows };
    const nucleus = { p: P, kind: "inclusive" } as const;
    jobs[`${vocab} entropy`] = async () => mean(pass(request).entropy);
    jobs[`${vocab} nucleus`] = async () => mean(pass({ ...request, nucleus }).nucleusEntropy);
  }
  return jobs;
}

function mean(values: Float32Array): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

/** Touches every cache line of the buffer, which is what any pass over it has to pay. */
function reading(logits: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < logits.length; i += 16) {
    a += logits[i];
    b += logits[i + 4];
    c += logits[i + 8];
    d += logits[i + 12];
  }
  return a + b + c + d;
}

function bell(i: number): number {
  const a = hash(i);
  const b = hash(i ^ 0x5bd1e995);
  return ((a >>> 16) + (a & 0xffff) + (b >>> 16) + (b & 0xffff) - 131070) / 37837;
}

function hash(i: number): number {
  let h = Math.imul(i ^ (i >>> 16), 0x45d9f3b);
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b);
  return (h ^ (h >>> 16)) >>> 0;
}
