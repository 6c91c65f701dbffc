import { limitOf } from "../inputs.js";
import type { GenerateOptions, Generation } from "../types.js";
import { type Cache, copySlot, createCache, logitRows, slotFloats } from "./cache.js";
import { sampleRows, stepLogits } from "./decode.js";
import { headOf } from "./head.js";
import type { Network } from "./network.js";
import { type Filled, prefill } from "./prefill.js";
import type { Pair } from "./protocol.js";
import { createWritten, emptyGeneration, ended, type Row } from "./row.js";
import { up8 } from "./shape.js";
import { buildTrie, type TrieNode } from "./trie.js";

/** Bytes of keys and values that are worked on at once. */
const CACHE_BYTES = 6 * 2 ** 20;
/** Prompts that are computed before their continuations, and rows that decode together: more leave a core's own cache. */
const MOST_PROMPTS = 128;
const MOST_ROWS = 32;
/** Rows, and prompts, that are worked on at once however long they are. */
const FEWEST = 16;

/** Continues prompts; `pairs` says which continuations of which prompts, `keyOf` gives the key of each. */
export function generate(
  network: Network,
  prompts: readonly ArrayLike<number>[],
  options: Omit<GenerateOptions, "keys">,
  pairs: readonly Pair[],
  keyOf: (pair: number) => readonly [number, number],
): Generation[] {
  const longest = pairs.reduce((most, [i]) => Math.max(most, prompts[i].length + limitOf(options, i)), 0);
  const capacity = up8(longest);
  const fitting = Math.floor(CACHE_BYTES / 4 / slotFloats(network.shape, capacity));
  const atOnce = Math.max(FEWEST, Math.min(MOST_PROMPTS, fitting));
  const rows = Math.min(MOST_ROWS, atOnce);
  const out: Generation[] = [];
  for (let from = 0; from < pairs.length; ) {
    let to = from;
    const group = new Map<number, number>();
    for (; to < pairs.length; to++) {
      const [prompt] = pairs[to];
      if (!group.has(prompt) && group.size === atOnce) break;
      if (!group.has(prompt)) group.set(prompt, group.size);
    }
    const mark = network.arena.mark();
    const job: Job = { network, prompts, options, pairs, keyOf, group: [...group.keys()], from, to };
    generateGroup(job, capacity, Math.min(rows, to - from), out);
    network.arena.release(mark);
    from = to;
  }
  return out;
}

/** Pairs from .. to - 1, which continue the prompts of `group`. */
interface Job {
  network: Network;
  prompts: readonly ArrayLike<number>[];
  options: Omit<GenerateOptions, "keys">;
  pairs: readonly Pair[];
  keyOf: (pair: number) => readonly [number, number];
  group: number[];
  from: number;
  to: number;
}

function generateGroup(job: Job, capacity: number, slots: number, out: Generation[]): void {
  const { network, prompts, options, pairs, group } = job;
  const { arena, shape } = network;
  const nodes = buildTrie(group.map((i) => prompts[i]));
  // Prompts keep less than what they grow to.
  const longest = up8(Math.max(...group.map((i) => prompts[i].length)));
  const trunk = createCache(network, nodes.length, longest);
  const cache = createCache(network, slots, capacity);
  const logits = logitRows(network, group.length);
  const logitsOf = (at: number) => logits + 4 * at * shape.logits;
  const home = fillTrie(network, trunk, nodes, logitsOf);
  const places = new Map(group.map((prompt, at) => [prompt, at]));
  const free = Array.from({ length: slots }, (_, slot) => slots - 1 - slot);
  const head = headOf(options);
  const topP = options.topP ?? 1;
  const written = createWritten(slots, capacity);
  let next = job.from;
  let active: Row[] = [];
  const settle = (rows: Row[]) => rows.filter((row) => !ended(row, options, pairs[row.pair][0], written, out, free));
  const mark = arena.mark();
  while (next < job.to || active.length) {
    while (next < job.to && free.length) {
      const fresh: Row[] = [];
      for (; next < job.to && free.length; next++) {
        const [prompt] = pairs[next];
        if (limitOf(options, prompt) === 0) out[next] = emptyGeneration();
        else {
          const place = { place: places.get(prompt) as number, slot: free.pop() as number };
          fresh.push({ pair: next, key: job.keyOf(next), past: prompts[prompt].length, ...place, tokens: [] });
        }
      }
      for (const { place, slot, past } of fresh) {
        copySlot(network, { cache: trunk, slot: home.get(place) as number }, { cache, slot }, past);
      }
      sampleRows(network, stackLogits(network, fresh, logitsOf), fresh, head, topP, written);
      active.push(...settle(fresh));
      arena.release(mark);
    }
    if (active.length) sampleRows(network, stepLogits(network, cache, active), active, head, topP, written);
    active = settle(active);
    arena.release(mark);
  }
}

/** Computes every node, level by level, in a slot of its own; returns the slot in which each prompt ends. */
function fillTrie(network: Network, cache: Cache, nodes: TrieNode[], logits: (prompt: number) => number) {
  const filled = new Map<TrieNode, Filled>(nodes.map((node, slot) => [node, { node, slot }]));
  const home = new Map<number, number>();
  const depth = Math.max(0, ...nodes.map((node) => node.level));
  for (let level = 0; level <= depth; level++) {
    const here = [...filled.values()].filter(({ node }) => node.level === level);
    for (const { node, slot } of here) {
      const parent = node.parent && filled.get(node.parent);
      if (parent) copySlot(network, { cache, slot: parent.slot }, { cache, slot }, node.past);
      for (const { prompt } of node.ends) home.set(prompt, slot);
    }
    prefill(network, cache, here, logits);
  }
  return home;
}

/** The logits after the prompts of fresh rows, one row each. */
function stackLogits(network: Network, rows: Row[], logits: (place: number) => number): number {
  const size = network.shape.logits;
  const z = logitRows(network, rows.length);
  for (const [i, { place }] of rows.entries()) {
    const from = logits(place) / 4;
    network.arena.allFloats().copyWithin(z / 4 + i * size, from, from + size);
  }
  return z;
}
