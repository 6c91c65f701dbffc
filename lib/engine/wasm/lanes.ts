import { backward } from "./backward.js";
import type { MicroBatch } from "./batch.js";
import { type Activations, activationBytes, forward } from "./forward.js";
import { type Head, headStatistics, type Triple } from "./head.js";
import { type Network, persistent } from "./network.js";
import { type Blocks, blocksAt } from "./weights.js";

/**
 * A batch's gradient is the sum of this many partial sums (lanes), each over a run of micro-batches, added in order: the
 * bytes are the same however many workers share the lanes.
 */
export const LANES = 8;

/** Lane of micro-batch `index` of `count`. */
export function laneOf(index: number, count: number): number {
  return Math.floor((index * LANES) / count);
}

/** Activations that phase one left for phase two. */
export interface Kept {
  batches: MicroBatch[];
  activations: (Activations | undefined)[];
}

/** Gradients of one lane. */
export function laneBlocks(network: Network): Blocks {
  network.lane ??= blocksAt(network.shape, persistent(network, network.shape.count));
  return network.lane;
}

/** Statistics of micro-batches; the activations of the first ones that fit `budget` bytes stay in memory. */
export function statisticsOf(network: Network, batches: MicroBatch[], head: Head, budget: number) {
  laneBlocks(network);
  const { arena, shape } = network;
  arena.release(network.base);
  const kept: Kept = { batches, activations: [] };
  let left = budget;
  const statistics = batches.map((batch) => {
    if (batch.rows.length === 0) return empty();
    const mark = arena.mark();
    const activations = forward(network, batch);
    left -= activationBytes(shape, batch);
    const triple = headStatistics(network, head, activations, batch.rows.length);
    if (left < 0) arena.release(mark);
    kept.activations.push(left < 0 ? undefined : activations);
    return triple;
  });
  return { statistics, kept };
}

/** What the coefficients of a micro-batch are; `statistics` is there for token-local losses. */
export type CoefficientsOf = (index: number, statistics: () => Triple) => Triple;

/** The gradient of a run of micro-batches, from zero, left in `laneBlocks(network)`. */
export function runLane(
  network: Network,
  batches: readonly [number, MicroBatch, Activations | undefined][],
  head: Head,
  coefficientsOf: CoefficientsOf,
): void {
  const { arena, kernels, shape } = network;
  const lane = laneBlocks(network);
  kernels.fill(lane.base, 0, shape.count);
  for (const [index, batch, kept] of batches) {
    if (batch.rows.length === 0) continue;
    const mark = arena.mark();
    const activations = kept ?? forward(network, batch);
    const coefficients = coefficientsOf(index, () => headStatistics(network, head, activations, batch.rows.length));
    backward(network, batch, activations, head, coefficients, lane);
    arena.release(mark);
  }
}

function empty(): Triple {
  return { logprob: new Float32Array(0), entropy: new Float32Array(0), nucleus: new Float32Array(0) };
}
