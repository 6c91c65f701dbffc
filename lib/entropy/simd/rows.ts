import { NUCLEI } from "../membership.js";
import { failRow } from "../row.js";
import { emptyResult, type RowsRequest, type RowsResult } from "../rows.js";
import type { StatisticsKernel } from "./module.js";

/** As in the assembly: entropy, nucleus entropy, mass, log-probability; size, rank. */
const RESULT_WORDS = 6;
/** Static data lies below. */
const BASE = 65536;
/** Rows are handed over in chunks that stay in the cache; a longer row is a chunk by itself. */
const CHUNK_FLOATS = 1 << 16;

/** Byte addresses of one chunk's arrays. */
interface Places {
  stride: number;
  rows: number;
  tokens: number;
  out: number;
  u: number;
  e: number;
  z: number;
}

/** The statistics of every row by the SIMD kernel; the same as `rowStatistics` to 1e-6. Memory does not grow with T. */
export function simdRowStatistics(
  kernel: StatisticsKernel,
  request: RowsRequest & { logits: Float32Array },
): RowsResult {
  const { fn, logits, vocab, rows, nucleus, tokens } = request;
  const out = emptyResult(request);
  const places = reserve(kernel, vocab, rows);
  const p = nucleus?.p ?? 0;
  const kind = nucleus ? NUCLEI.indexOf(nucleus.kind) : 0;
  for (let from = 0; from < rows; from += places.rows) {
    const count = Math.min(places.rows, rows - from);
    load(kernel, request, places, from, count);
    const { z, stride, u, e } = places;
    const tokenAt = tokens ? places.tokens : 0;
    const bad = kernel.statistics(z, count, vocab, stride, p, kind, tokenAt, places.out, u, e);
    if (bad >= 0) failRow(fn, logits, from + bad, vocab, request.firstRow);
    collect(kernel, out, places.out, from, count);
  }
  return out;
}

function reserve(kernel: StatisticsKernel, vocab: number, rows: number): Places {
  const stride = (vocab + 15) & ~15;
  const chunk = Math.max(1, Math.min(rows, Math.floor(CHUNK_FLOATS / stride)));
  let end = BASE;
  const take = (floats: number) => {
    const at = end;
    end += (4 * floats + 15) & ~15;
    return at;
  };
  const tokens = take(chunk);
  const out = take(RESULT_WORDS * chunk);
  // A compressed vector is written whole, past the last candidate.
  const places = {
    stride,
    rows: chunk,
    tokens,
    out,
    u: take(stride + 4),
    e: take(stride + 4),
    z: take(chunk * stride),
  };
  const missing = end - kernel.memory.buffer.byteLength;
  if (missing > 0) kernel.memory.grow(Math.ceil(missing / 65536));
  return places;
}

function load(
  kernel: StatisticsKernel,
  { logits, vocab, tokens }: RowsRequest & { logits: Float32Array },
  { stride, z, tokens: tokenAt }: Places,
  from: number,
  count: number,
): void {
  const { buffer } = kernel.memory;
  const floats = new Float32Array(buffer, z, count * stride);
  if (stride === vocab) floats.set(logits.subarray(from * vocab, (from + count) * vocab));
  else {
    for (let row = 0; row < count; row++) {
      floats.set(logits.subarray((from + row) * vocab, (from + row + 1) * vocab), row * stride);
      floats.fill(-Infinity, row * stride + vocab, (row + 1) * stride);
    }
  }
  if (!tokens) return;
  const ids = new Int32Array(buffer, tokenAt, count);
  for (let row = 0; row < count; row++) ids[row] = tokens[from + row];
}

function collect(kernel: StatisticsKernel, out: RowsResult, at: number, from: number, count: number): void {
  const floats = new Float32Array(kernel.memory.buffer, at, count * RESULT_WORDS);
  const integers = new Int32Array(kernel.memory.buffer, at, count * RESULT_WORDS);
  // Arrays that were not asked for have length 0: writing past their end does nothing.
  for (let row = from, i = 0; i < count * RESULT_WORDS; row++, i += RESULT_WORDS) {
    out.entropy[row] = floats[i];
    out.nucleusEntropy[row] = floats[i + 1];
    out.nucleusMass[row] = floats[i + 2];
    out.logprob[row] = floats[i + 3];
    out.nucleusSize[row] = integers[i + 4];
    out.rank[row] = integers[i + 5];
  }
}
