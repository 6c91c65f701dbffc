import type { BatchStatistics, Coefficients, Sample } from "../../core/types.js";
import type { RowCoefficients } from "./head.js";

/** A micro-batch as one padded rectangle, and where in it the response tokens are predicted. */
export interface Packed {
  from: number;
  /** Response lengths. */
  lengths: number[];
  /** Common padded length; the last token of a sequence is never an input. */
  length: number;
  /** [B * length] */
  inputs: Int32Array;
  positions: Int32Array;
  /** Flat input position that predicts each response token, and the token. [N] */
  rows: Int32Array;
  targets: Int32Array;
}

/** Contiguous micro-batches of about `tokens` padded tokens; those without a response token are left out. */
export function pack(batch: readonly Sample[], tokens: number): Packed[] {
  const packed: Packed[] = [];
  for (let from = 0, to = 0; from < batch.length; from = to) {
    let length = 1;
    for (; to < batch.length; to++) {
      const longer = Math.max(length, batch[to].prompt.length + batch[to].tokens.length - 1);
      if (to > from && longer * (to + 1 - from) > tokens) break;
      length = longer;
    }
    const part = rectangle(batch.slice(from, to), from, length);
    if (part.rows.length > 0) packed.push(part);
  }
  return packed;
}

/** Flat values of a micro-batch's response tokens, cut into one array a response. */
export function unflatten(values: Float32Array, lengths: number[]): Float32Array[] {
  let at = 0;
  return lengths.map((n) => {
    at += n;
    return values.slice(at - n, at);
  });
}

/** The coefficients of responses `from ... from + count - 1`, flat. */
export function flatten(coefficients: Coefficients, from: number, count: number): RowCoefficients {
  const flat: RowCoefficients = {};
  for (const kind of ["dLogprob", "dEntropy", "dNucleusEntropy"] as const) {
    const values = coefficients[kind]?.slice(from, from + count);
    if (values) flat[kind] = Float32Array.from(values.flatMap((row) => Array.from(row)));
  }
  return flat;
}

/** Statistics of empty responses, to be filled micro-batch by micro-batch. */
export function emptyStatistics(batch: readonly Sample[]): BatchStatistics {
  const blank = () => batch.map(({ tokens }) => new Float32Array(tokens.length));
  return { logprobs: blank(), entropies: blank(), nucleusEntropies: blank() };
}

function rectangle(samples: readonly Sample[], from: number, length: number): Packed {
  const inputs = new Int32Array(samples.length * length);
  const positions = inputs.map((_, i) => i % length);
  const rows: number[] = [];
  const targets: number[] = [];
  samples.forEach(({ prompt, tokens }, b) => {
    const all = [...Array.from(prompt), ...Array.from(tokens)];
    inputs.set(all.slice(0, -1).slice(0, length), b * length);
    for (let t = 0; t < tokens.length; t++) {
      rows.push(b * length + prompt.length - 1 + t);
      targets.push(tokens[t]);
    }
  });
  const lengths = samples.map(({ tokens }) => tokens.length);
  return { from, lengths, length, inputs, positions, rows: Int32Array.from(rows), targets: Int32Array.from(targets) };
}
