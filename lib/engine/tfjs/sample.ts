import { threefry, toUniform } from "../../core/random.js";
import type { Nucleus } from "./nucleus.js";
import { isWhole, nucleusMembers } from "./nucleus.js";

/** One sampled token and the statistics of the distribution it came from. */
export interface Draw {
  token: number;
  logprob: number;
  entropy: number;
  nucleusEntropy: number;
}

/** How the distributions of one decoding step are read. */
export interface Reading {
  temperature: number;
  topP: number;
  p: number;
  nucleus: Nucleus;
}

/** The uniform that decides token t of the stream of `key`. */
export function uniformAt(key: readonly [number, number], t: number): number {
  return toUniform(...threefry(key[0], key[1], t, 0));
}

/**
 * A token of each row of logits [N * V]: the first, in index order, at which the running weight exceeds uniform x total
 * weight; with topP < 1 the tokens outside the inclusive nucleus weigh nothing.
 */
export function drawRows(logits: Float32Array, vocab: number, uniforms: number[], reading: Reading): Draw[] {
  const { logp, p } = softmaxRows(logits, vocab, reading.temperature);
  const whole = isWhole(reading.p, reading.nucleus);
  const inside = whole ? undefined : nucleusMembers(p, vocab, reading.p, reading.nucleus);
  const allowed = reading.topP < 1 ? nucleusMembers(p, vocab, reading.topP, "inclusive") : undefined;
  return uniforms.map((uniform, n) => {
    const row = n * vocab;
    const token = pick(p, allowed, row, vocab, uniform);
    return { token, logprob: logp[row + token], ...entropies(p, logp, inside, row, vocab) };
  });
}

function softmaxRows(
  logits: Float32Array,
  vocab: number,
  temperature: number,
): { logp: Float64Array; p: Float32Array } {
  const logp = new Float64Array(logits.length);
  const p = new Float32Array(logits.length);
  for (let row = 0; row < logits.length; row += vocab) {
    let max = -Infinity;
    for (let i = row; i < row + vocab; i++) max = Math.max(max, logits[i]);
    let total = 0;
    for (let i = row; i < row + vocab; i++) total += Math.exp((logits[i] - max) / temperature);
    const shift = Math.log(total);
    for (let i = row; i < row + vocab; i++) {
      logp[i] = (logits[i] - max) / temperature - shift;
      p[i] = Math.exp(logp[i]);
    }
  }
  return { logp, p };
}

function pick(p: Float32Array, allowed: Float32Array | undefined, row: number, vocab: number, uniform: number): number {
  const weight = (i: number) => (allowed?.[row + i] === 0 ? 0 : p[row + i]);
  let total = 0;
  for (let i = 0; i < vocab; i++) total += weight(i);
  let sum = 0;
  let last = 0;
  for (let i = 0; i < vocab && sum <= uniform * total; i++) {
    if (weight(i) === 0) continue;
    sum += weight(i);
    last = i;
  }
  return last;
}

/** Without `inside` the nucleus is the whole row. */
function entropies(
  p: Float32Array,
  logp: Float64Array,
  inside: Float32Array | undefined,
  row: number,
  vocab: number,
): Pick<Draw, "entropy" | "nucleusEntropy"> {
  let entropy = 0;
  let mass = 0;
  let sum = 0;
  for (let i = row; i < row + vocab; i++) {
    if (p[i] === 0) continue;
    entropy -= p[i] * logp[i];
    if (!inside?.[i]) continue;
    mass += p[i];
    sum -= p[i] * logp[i];
  }
  if (inside === undefined) return { entropy, nucleusEntropy: entropy };
  return { entropy, nucleusEntropy: mass > 0 ? Math.max(0, sum / mass + Math.log(mass)) : 0 };
}
