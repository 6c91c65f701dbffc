import type { BatchStatistics, Coefficients, Sample } from "../../core/types.js";
import type { Triple } from "./head.js";

/** Between one array a response, as the library has it, and one array a micro-batch, as the kernels have it. */

/** Packed statistics of `batch` (a micro-batch's samples) as one array a response. */
export function split(batch: readonly Sample[], packed: Triple): BatchStatistics {
  const out: BatchStatistics = { logprobs: [], entropies: [], nucleusEntropies: [] };
  let at = 0;
  for (const { tokens } of batch) {
    const end = at + tokens.length;
    out.logprobs.push(packed.logprob.slice(at, end));
    out.entropies.push(packed.entropy.slice(at, end));
    out.nucleusEntropies.push(packed.nucleus.slice(at, end));
    at = end;
  }
  return out;
}

/** Coefficients of samples from .. from + count - 1, packed; absent ones are zero. */
export function pack(coefficients: Coefficients, from: number, count: number, rows: number): Triple {
  return {
    logprob: packOne(coefficients.dLogprob, from, count, rows),
    entropy: packOne(coefficients.dEntropy, from, count, rows),
    nucleus: packOne(coefficients.dNucleusEntropy, from, count, rows),
  };
}

function packOne(arrays: Float32Array[] | undefined, from: number, count: number, rows: number): Float32Array {
  const out = new Float32Array(rows);
  let at = 0;
  for (let i = from; arrays !== undefined && i < from + count; i++) {
    out.set(arrays[i], at);
    at += arrays[i].length;
  }
  return out;
}

/** Appends the responses of `more` to `to`. */
export function append(to: BatchStatistics, more: BatchStatistics): void {
  to.logprobs.push(...more.logprobs);
  to.entropies.push(...more.entropies);
  to.nucleusEntropies.push(...more.nucleusEntropies);
}
