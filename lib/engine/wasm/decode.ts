import { type Cache, keysAt } from "./cache.js";
import type { Head } from "./head.js";
import { PLAIN } from "./kernels.js";
import { embedInputs, matrix, normRows, projectIn, projectOut, putEach, putInts } from "./layer.js";
import type { Network } from "./network.js";
import type { Row, Written } from "./row.js";

/** Runs the last token of every row through the network and returns the address of their logits. */
export function stepLogits(network: Network, cache: Cache, rows: Row[]): number {
  const { shape, arena, kernels, packed } = network;
  const { attention, heads, headWidth, scale, width, logits } = shape;
  const n = rows.length;
  const pasts = rows.map((row) => row.past);
  const pastIndex = putInts(arena, pasts);
  const caches = putEach(arena, n, (i) => keysAt(cache, rows[i].slot, 0));
  const scores = arena.alloc((heads + 1) * cache.capacity);
  const tokens = rows.map((row) => row.tokens[row.tokens.length - 1]);
  const { x } = embedInputs(network, tokens, pasts);
  for (let l = 0; l < shape.layers; l++) {
    const mark = arena.mark();
    const { qkv } = projectIn(network, l, x, n);
    const o = matrix(arena, n, attention);
    kernels.attentionRows(
      ...[qkv, n, heads, headWidth, scale, caches, keysAt(cache, 0, l) - cache.base, pastIndex],
      ...[4 * cache.keyFloats, cache.capacity, scores, o],
    );
    projectOut(network, l, o, x, n, x);
    arena.release(mark);
  }
  const { h } = normRows(network, x, n);
  const z = matrix(arena, n, logits);
  kernels.gemm(h, width, packed.head, z, logits, n, logits, width, PLAIN, 0, 0);
  for (const row of rows) row.past++;
  return z;
}

/** Samples one token for every row from its logits (overwritten) and appends it with its statistics. */
export function sampleRows(network: Network, z: number, rows: Row[], head: Head, topP: number, written: Written): void {
  const { arena, kernels, shape } = network;
  const n = rows.length;
  const keys = putEach(arena, 2 * n, (i) => rows[i >> 1].key[i & 1] | 0);
  const counters = putEach(arena, n, (i) => rows[i].tokens.length);
  const out = [arena.alloc(n), arena.alloc(n), arena.alloc(n), arena.alloc(n)];
  const [e, list] = [arena.alloc(shape.logits), arena.alloc(2 * shape.logits)];
  const { inverseTemperature, p, kind } = head;
  kernels.headSample(
    ...[z, shape.logits, n, shape.vocab, keys, counters, inverseTemperature, topP, p, kind, ...out, e, list],
  );
  const [ints, floats] = [arena.allInts(), arena.allFloats()];
  const [tokens, logprobs, entropies, nuclei] = out.map((address) => address / 4);
  for (let i = 0; i < n; i++) {
    const row = rows[i];
    const at = row.slot * written.capacity + row.tokens.length;
    row.tokens.push(ints[tokens + i]);
    written.logprob[at] = floats[logprobs + i];
    written.entropy[at] = floats[entropies + i];
    written.nucleus[at] = floats[nuclei + i];
  }
}
