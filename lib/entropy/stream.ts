import { checkInteger } from "../core/check.js";
import type { Floats } from "../core/types.js";
import { checkNucleus, type Nucleus } from "./membership.js";
import { passOverRows } from "./pass.js";
import { checkTokens } from "./shape.js";

/** The statistics of some consecutive rows of a stream; `[rows]` each. */
export interface StreamedStatistics {
  /** Number of the first row, counted from the start of the stream. */
  row: number;
  /** Full entropy, nats. */
  entropy: Floats;
  /** Entropy of the renormalised nucleus, nats. */
  nucleusEntropy: Floats;
  nucleusSize: Int32Array;
  nucleusMass: Floats;
  /** Log-probability of each row's token, nats, and its rank, 0 = most likely; empty without `tokenOf`. */
  logprob: Floats;
  rank: Int32Array;
}

/**
 * Entropies of a stream of logits of any length, in memory that does not grow with it.
 *
 * Chunks may be cut anywhere, in the middle of a row too: one row at most is kept back. What comes out is what
 * `nucleusEntropy`, `tokenEntropy` and, with `tokenOf`, `tokenStatistics` say of the rows.
 *
 * @param chunks Pieces of one long array of logits, row after row, already divided by the sampling temperature.
 * @param vocab V.
 * @param options `p` and `nucleus` as in `nucleusEntropy`; `tokenOf(row)` the token sampled at a row of the stream.
 * @throws RangeError for p outside (0, 1], a token outside the vocabulary, a row with NaN, +Infinity or nothing finite (numbered from the start of the stream), or a stream that ends within a row.
 * @example
 * for await (const { row, entropy } of streamStatistics([new Float32Array(5), new Float32Array(3)], 4)) console.log(row, entropy);
 * @source Definitions as in `nucleusEntropy`.
 */
export async function* streamStatistics(
  chunks: AsyncIterable<Float32Array> | Iterable<Float32Array>,
  vocab: number,
  {
    p = 0.8,
    nucleus = "inclusive",
    tokenOf,
  }: { p?: number; nucleus?: Nucleus; tokenOf?: (row: number) => number } = {},
): AsyncGenerator<StreamedStatistics, void, undefined> {
  const fn = "streamStatistics";
  checkInteger(fn, "vocab", vocab, 1);
  checkNucleus(fn, p, nucleus);
  let row = 0;
  for await (const logits of wholeRows(fn, chunks, vocab)) {
    const rows = logits.length / vocab;
    const tokens = tokenOf && Array.from({ length: rows }, (_, i) => tokenOf(row + i));
    if (tokens) checkTokens(fn, tokens, rows, vocab);
    const request = { fn, logits, vocab, rows, tokens, firstRow: row, nucleus: { p, kind: nucleus } };
    yield { row, ...passOverRows(request) };
    row += rows;
  }
}

/** The same logits, cut at the ends of rows. */
async function* wholeRows(
  fn: string,
  chunks: AsyncIterable<Float32Array> | Iterable<Float32Array>,
  vocab: number,
): AsyncGenerator<Float32Array, void, undefined> {
  const begun = new Float32Array(vocab);
  let filled = 0;
  for await (const chunk of chunks) {
    if (!(chunk instanceof Float32Array)) throw new TypeError(`${fn}: every chunk must be a Float32Array`);
    let from = 0;
    if (filled > 0) {
      from = Math.min(vocab - filled, chunk.length);
      begun.set(chunk.subarray(0, from), filled);
      filled += from;
      if (filled < vocab) continue;
      yield begun;
      filled = 0;
    }
    const end = chunk.length - ((chunk.length - from) % vocab);
    if (end > from) yield chunk.subarray(from, end);
    filled = chunk.length - end;
    begun.set(chunk.subarray(end));
  }
  if (filled > 0)
    throw new RangeError(`${fn}: chunks must end with a whole row of ${vocab}, got ${filled} values more`);
}
