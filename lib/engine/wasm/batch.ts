import type { Sample } from "../../core/types.js";
import { type Shape, up4, up8 } from "./shape.js";

/** Sequences packed back to back, and the rows whose logits are wanted. */
export interface MicroBatch {
  /** Index of the first sample and how many samples there are, in the batch it was cut from. */
  from: number;
  count: number;
  tokens: Int32Array;
  positions: Int32Array;
  /** Start and length of every sequence with tokens. */
  starts: number[];
  lengths: number[];
  /** Rows that predict a response token, and the token each one predicts. */
  rows: Int32Array;
  targets: Int32Array;
}

// Activations of about this many tokens stay in the second-level cache. Part of the result's bytes: sums run by micro-batch.
const TOKENS = 256;
const SEQUENCES = 16;

/** Cuts a batch into micro-batches of whole sequences, in order. */
export function microBatches(batch: readonly Sample[]): MicroBatch[] {
  const out: MicroBatch[] = [];
  let from = 0;
  let tokens = 0;
  for (let i = 0; i < batch.length; i++) {
    const length = inputLength(batch[i]);
    if (i > from && (tokens + length > TOKENS || i - from >= SEQUENCES)) {
      out.push(packSamples(batch, from, i - from));
      from = i;
      tokens = 0;
    }
    tokens += length;
  }
  if (batch.length > from) out.push(packSamples(batch, from, batch.length - from));
  return out;
}

// The last token is never an input; a sample without a response needs no work at all.
function inputLength({ prompt, tokens }: Sample): number {
  return tokens.length === 0 ? 0 : prompt.length + tokens.length - 1;
}

function packSamples(batch: readonly Sample[], from: number, count: number): MicroBatch {
  const ids: number[] = [];
  const positions: number[] = [];
  const rows: number[] = [];
  const targets: number[] = [];
  const starts: number[] = [];
  const lengths: number[] = [];
  for (let i = from; i < from + count; i++) {
    const { prompt, tokens } = batch[i];
    const length = inputLength(batch[i]);
    if (length === 0) continue;
    starts.push(ids.length);
    lengths.push(length);
    for (let t = 0; t < length; t++) {
      if (t >= prompt.length - 1) {
        rows.push(ids.length);
        targets.push(tokens[t + 1 - prompt.length]);
      }
      ids.push(t < prompt.length ? prompt[t] : tokens[t - prompt.length]);
      positions.push(t);
    }
  }
  return {
    from,
    count,
    tokens: Int32Array.from(ids),
    positions: Int32Array.from(positions),
    starts,
    lengths,
    rows: Int32Array.from(rows),
    targets: Int32Array.from(targets),
  };
}

/** Floats that the stored attention probabilities of a micro-batch take in one layer. */
export function probabilityFloats(shape: Shape, lengths: number[]): number {
  return lengths.reduce((sum, n) => sum + shape.heads * up4(n) * up8(n), 0);
}
