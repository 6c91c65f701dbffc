import type { Floats } from "../core/types.js";
import { type Nucleus, nucleusOfRow } from "./membership.js";
import { entropyOf, RowSpace, readRow } from "./row.js";

/** What a pass over rows is asked for, arguments already checked. */
export interface RowsRequest {
  fn: string;
  logits: ArrayLike<number>;
  vocab: number;
  rows: number;
  /** Number of the first row in error messages, default 0. */
  firstRow?: number;
  /** Also the nucleus. */
  nucleus?: { p: number; kind: Nucleus };
  /** Also log-probability and rank of these. */
  tokens?: ArrayLike<number>;
}

/** One value a row in each array; arrays that were not asked for stay empty. */
export interface RowsResult {
  entropy: Floats;
  nucleusEntropy: Floats;
  nucleusSize: Int32Array;
  nucleusMass: Floats;
  logprob: Floats;
  rank: Int32Array;
}

export function emptyResult({ rows, nucleus, tokens }: RowsRequest): RowsResult {
  const inNucleus = nucleus ? rows : 0;
  const inTokens = tokens ? rows : 0;
  return {
    entropy: new Float32Array(rows),
    nucleusEntropy: new Float32Array(inNucleus),
    nucleusSize: new Int32Array(inNucleus),
    nucleusMass: new Float32Array(inNucleus),
    logprob: new Float32Array(inTokens),
    rank: new Int32Array(inTokens),
  };
}

/** The statistics of every row in plain JavaScript, in float64. */
export function rowStatistics(request: RowsRequest): RowsResult {
  const { fn, logits, vocab, rows, nucleus, tokens } = request;
  const out = emptyResult(request);
  const space = new RowSpace(vocab);
  for (let row = 0; row < rows; row++) {
    const sums = readRow(fn, logits, row, space, request.firstRow);
    out.entropy[row] = entropyOf(sums.mass, sums.weighted);
    if (tokens) {
      out.logprob[row] = space.u[tokens[row]] - Math.log(sums.mass);
      out.rank[row] = rankInRow(logits, row * vocab, vocab, tokens[row]);
    }
    if (nucleus) {
      const inside = nucleusOfRow(space, sums, nucleus.p, nucleus.kind);
      out.nucleusEntropy[row] = entropyOf(inside.mass, inside.weighted);
      out.nucleusSize[row] = inside.size;
      out.nucleusMass[row] = inside.mass / sums.mass;
    }
  }
  return out;
}

/** How many tokens are more likely, or as likely with a lower index; read off the logits, which distances may round. */
function rankInRow(logits: ArrayLike<number>, start: number, vocab: number, token: number): number {
  const own = logits[start + token];
  let rank = 0;
  for (let v = 0; v < vocab; v++) {
    const z = logits[start + v];
    if (z > own || (z === own && v < token)) rank++;
  }
  return rank;
}
