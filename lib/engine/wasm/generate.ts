import type { GenerateOptions, Generation } from "../types.js";
import { type Cache, copySlot, createCache, logitRows, slotFloats } from "./cache.js";
import { type Row, sampleRows, stepLogits } from "./decode.js";
import { type Head, headOf } from "./head.js";
import { limitOf } from "./inputs.js";
import type { Network } from "./network.js";
import { type Filled, prefill } from "./prefill.js";
import { up8 } from "./shape.js";
import { buildTrie, type TrieNode } from "./trie.js";

/** Rows that decode together. */
const ROWS = 128;
/** Bytes of keys and values alive at a time, if one prompt's own do not take more. */
const CACHE_BYTES = 64 * 2 ** 20;

/** Continues prompts; see `Model.generate`. Only the prompts and continuations of `wanted` are sampled. */
export function generate(
  network: Network,
  prompts: readonly ArrayLike<number>[],
  options: GenerateOptions,
  wanted: readonly number[] = prompts.map((_, i) => i),
): Generation[][] {
  const out: Generation[][] = prompts.map(() => []);
  const longest = wanted.reduce((most, i) => Math.max(most, prompts[i].length + limitOf(options, i)), 0);
  const capacity = up8(longest);
  const slots = Math.max(2, Math.floor(CACHE_BYTES / 4 / slotFloats(network.shape, capacity)));
  const rows = Math.max(1, Math.min(ROWS, Math.floor(slots / 2), wanted.length * options.count));
  const perGroup = Math.max(1, slots - rows);
  for (let from = 0; from < wanted.length; from += perGroup) {
    const group = wanted.slice(from, from + perGroup);
    network.arena.release(network.base);
    generateGroup(network, prompts, group, options, capacity, rows, out);
  }
  network.arena.release(network.base);
  return out;
}

function generateGroup(
  network: Network,
  prompts: readonly ArrayLike<number>[],
  group: readonly number[],
  options: GenerateOptions,
  capacity: number,
  rows: number,
  out: Generation[][],
): void {
  const { arena, shape } = network;
  const nodes = buildTrie(group.map((i) => prompts[i]));
  const cache = createCache(network, rows + nodes.length, capacity);
  const logits = logitRows(network, group.length);
  const logitsOf = (at: number) => logits + 4 * at * shape.logits;
  const home = fillTrie(network, cache, nodes, rows, logitsOf);
  const pending = continuations(group, options, out);
  pending.reverse();
  const free = Array.from({ length: rows }, (_, slot) => rows - 1 - slot);
  const head = headOf(options);
  let active: Row[] = [];
  const settle = (sampled: Row[]) =>
    sampled.filter((row) => {
      const prompt = group[row.prompt];
      const limit = limitOf(options, prompt);
      const finished = row.tokens[row.tokens.length - 1] === options.endToken;
      if (!finished && row.tokens.length < limit) return true;
      out[prompt][row.continuation] = toGeneration(row, finished);
      free.push(row.slot);
      return false;
    });
  while (pending.length || active.length) {
    const mark = arena.mark();
    while (pending.length && free.length) {
      const fresh = takeRows(pending, free, (at, j) => ({
        past: prompts[group[at]].length,
        key: options.keys(group[at], j),
      }));
      startRows(network, cache, fresh, home, logitsOf, head, options.topP ?? 1);
      active.push(...settle(fresh));
      arena.release(mark);
    }
    if (active.length) {
      sampleRows(network, stepLogits(network, cache, active), active, head, options.topP ?? 1);
      active = settle(active);
    }
    arena.release(mark);
  }
}

/** [place in the group, continuation] of everything to sample; a limit of 0 leaves an empty continuation. */
function continuations(group: readonly number[], options: GenerateOptions, out: Generation[][]): [number, number][] {
  const pending: [number, number][] = [];
  for (const [at, prompt] of group.entries()) {
    for (let j = 0; j < options.count; j++) {
      if (limitOf(options, prompt) > 0) pending.push([at, j]);
      else out[prompt][j] = toGeneration({ tokens: [], logprobs: [], entropy: [], nucleus: [] }, false);
    }
  }
  return pending;
}

/** Computes every node, level by level, in slots from `first` on; returns the slot in which each prompt ends. */
function fillTrie(
  network: Network,
  cache: Cache,
  nodes: TrieNode[],
  first: number,
  logits: (prompt: number) => number,
) {
  const filled = new Map<TrieNode, Filled>(nodes.map((node, i) => [node, { node, slot: first + i }]));
  const home = new Map<number, number>();
  const depth = Math.max(0, ...nodes.map((node) => node.level));
  for (let level = 0; level <= depth; level++) {
    const here = [...filled.values()].filter(({ node }) => node.level === level);
    for (const { node, slot } of here) {
      const parent = node.parent && filled.get(node.parent);
      if (parent) copySlot(network, cache, parent.slot, slot);
      for (const { prompt } of node.ends) home.set(prompt, slot);
    }
    prefill(network, cache, here, logits);
  }
  return home;
}

function takeRows(
  pending: [number, number][],
  free: number[],
  start: (at: number, j: number) => Pick<Row, "past" | "key">,
): Row[] {
  const rows: Row[] = [];
  while (pending.length && free.length) {
    const [prompt, continuation] = pending.pop() as [number, number];
    const slot = free.pop() as number;
    const lists = { tokens: [], logprobs: [], entropy: [], nucleus: [] };
    rows.push({ prompt, continuation, slot, ...start(prompt, continuation), ...lists });
  }
  return rows;
}

/** Gives fresh rows their prompt's keys and values and samples their first tokens. */
function startRows(
  network: Network,
  cache: Cache,
  rows: Row[],
  home: Map<number, number>,
  logits: (prompt: number) => number,
  head: Head,
  topP: number,
): void {
  const z = logitRows(network, rows.length);
  const size = network.shape.logits;
  rows.forEach((row, i) => {
    copySlot(network, cache, home.get(row.prompt) as number, row.slot);
    network.arena.floats(z + 4 * i * size, size).set(network.arena.floats(logits(row.prompt), size));
  });
  sampleRows(network, z, rows, head, topP);
}

function toGeneration(row: Pick<Row, "tokens" | "logprobs" | "entropy" | "nucleus">, finished: boolean): Generation {
  const { tokens, logprobs, entropy, nucleus } = row;
  return {
    tokens,
    logprobs: Float32Array.from(logprobs),
    entropy: Float32Array.from(entropy),
    nucleusEntropy: Float32Array.from(nucleus),
    finished,
  };
}
