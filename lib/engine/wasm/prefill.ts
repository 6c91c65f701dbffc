import { type Cache, keysAt } from "./cache.js";
import { PLAIN } from "./kernels.js";
import { chooseRows, embedInputs, matrix, normRows, projectIn, projectOut, putInts } from "./layer.js";
import type { Network } from "./network.js";
import { up4, up8 } from "./shape.js";
import type { TrieNode } from "./trie.js";

/** A trie node and where its keys and values live; those of its parents are there already. */
export interface Filled {
  node: TrieNode;
  slot: number;
}

const TOKENS = 512;

/** Computes nodes of one level: fills their caches and writes the logits after every prompt that ends in them. */
export function prefill(network: Network, cache: Cache, nodes: Filled[], logits: (prompt: number) => number): void {
  let group: Filled[] = [];
  let tokens = 0;
  for (const item of nodes) {
    if (group.length && tokens + item.node.tokens.length > TOKENS) {
      fillGroup(network, cache, group, logits);
      group = [];
      tokens = 0;
    }
    group.push(item);
    tokens += item.node.tokens.length;
  }
  if (group.length) fillGroup(network, cache, group, logits);
}

function fillGroup(network: Network, cache: Cache, group: Filled[], logits: (prompt: number) => number): void {
  const { shape, arena } = network;
  const mark = arena.mark();
  const { tokens, positions } = inputsOf(group);
  const ends = endRows(group);
  const index = putInts(
    arena,
    ends.map(({ row }) => row),
  );
  let { x } = embedInputs(network, tokens, positions);
  for (let l = 0; l < shape.layers; l++) {
    const layer = arena.mark();
    const { qkv } = projectIn(network, l, x, tokens.length);
    let o = attendGroup(network, cache, l, group, qkv, tokens.length);
    let rows = tokens.length;
    if (l === shape.layers - 1) {
      rows = ends.length;
      o = chooseRows(network, o, index, rows, tokens.length, shape.attention);
      x = chooseRows(network, x, index, rows, tokens.length, shape.width);
    }
    if (rows > 0) projectOut(network, l, o, x, rows, x);
    if (l < shape.layers - 1) arena.release(layer);
  }
  if (ends.length > 0) writeLogits(network, x, ends, logits);
  arena.release(mark);
}

function inputsOf(group: Filled[]): { tokens: Int32Array; positions: Int32Array } {
  const total = group.reduce((sum, { node }) => sum + node.tokens.length, 0);
  const tokens = new Int32Array(total);
  const positions = new Int32Array(total);
  let at = 0;
  for (const { node } of group) {
    tokens.set(node.tokens, at);
    for (let t = 0; t < node.tokens.length; t++) positions[at++] = node.past + t;
  }
  return { tokens, positions };
}

function endRows(group: Filled[]): { prompt: number; row: number }[] {
  let start = 0;
  return group.flatMap(({ node }) => {
    const rows = node.ends.map(({ prompt, length }) => ({ prompt, row: start + length - node.past - 1 }));
    start += node.tokens.length;
    return rows;
  });
}

function attendGroup(network: Network, cache: Cache, l: number, group: Filled[], qkv: number, total: number): number {
  const { shape, arena, kernels } = network;
  const { attention, heads, headWidth, scale } = shape;
  const o = matrix(arena, total, attention);
  const sizes = group.map(({ node: { past, tokens } }) => up4(tokens.length) * up8(past + tokens.length));
  const probabilities = arena.alloc(heads * Math.max(...sizes));
  let start = 0;
  for (const { node, slot } of group) {
    const keys = keysAt(cache, slot, l);
    const { length } = node.tokens;
    kernels.attentionForward(
      ...[qkv + 12 * start * attention, 3 * attention, length, node.past, heads, headWidth, scale, keys],
      ...[keys + 4 * cache.keyFloats, cache.capacity, probabilities, o + 4 * start * attention, attention],
    );
    start += length;
  }
  return o;
}

function writeLogits(
  network: Network,
  x: number,
  ends: { prompt: number }[],
  logits: (prompt: number) => number,
): void {
  const { shape, arena, kernels, packed } = network;
  const { h } = normRows(network, x, ends.length);
  const z = matrix(arena, ends.length, shape.logits);
  kernels.gemm(h, shape.width, packed.head, z, shape.logits, ends.length, shape.logits, shape.width, PLAIN, 0, 0);
  const index = putInts(arena, [0]);
  ends.forEach(({ prompt }, i) => {
    kernels.gather(z + 4 * i * shape.logits, index, logits(prompt), 1, shape.logits);
  });
}
