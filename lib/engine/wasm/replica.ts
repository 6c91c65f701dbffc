import { backward } from "./backward.js";
import type { MicroBatch } from "./batch.js";
import { type Activations, activationBytes, forward } from "./forward.js";
import { type Head, headStatistics, type Triple } from "./head.js";
import { type Network, persistent } from "./network.js";
import { type Blocks, blocksAt } from "./weights.js";

/**
 * A batch's gradient is the sum of this many partial sums (lanes), each over a run of micro-batches, added in order: the
 * bytes are the same however many threads share the lanes.
 */
export const LANES = 8;

/** Lane of micro-batch `index` of `count`. */
export function laneOf(index: number, count: number): number {
  return Math.floor((index * LANES) / count);
}

/** One thread's copy of a model. */
export interface Replica {
  network: Network;
  /** Activations that the statistics of a call left for a `backward` on the same batch, by micro-batch index. */
  kept?: { call: number; activations: Map<number, Activations> };
}

/** A micro-batch and its index in the batch. */
export type Task = readonly [index: number, batch: MicroBatch];

/** What the coefficients of a micro-batch are; `statistics` is there for token-local losses. */
export type CoefficientsOf = (index: number, statistics: () => Triple) => Triple;

/** Drops kept activations and everything else that is transient. */
export function forget(replica: Replica): void {
  replica.kept = undefined;
  replica.network.arena.release(replica.network.base);
}

/** Gradients of one lane; its first use must not meet transient memory in use. */
export function laneBlocks(network: Network): Blocks {
  network.lane ??= blocksAt(network.shape, persistent(network, network.shape.count));
  return network.lane;
}

/** Statistics of micro-batches; the activations of as many as fit `budget` bytes stay in memory. */
export function computeStatistics(
  replica: Replica,
  call: number,
  tasks: readonly Task[],
  head: Head,
  budget: number,
): Triple[] {
  const { network } = replica;
  forget(replica);
  laneBlocks(network);
  const activations = new Map<number, Activations>();
  let left = budget;
  const out = tasks.map(([index, batch]) => {
    if (batch.rows.length === 0) return empty();
    const mark = network.arena.mark();
    const acts = forward(network, batch);
    const triple = headStatistics(network, head, acts, batch.rows.length);
    left -= activationBytes(network.shape, batch);
    if (left >= 0) activations.set(index, acts);
    else network.arena.release(mark);
    return triple;
  });
  replica.kept = { call, activations };
  return out;
}

/** The gradient of one lane's micro-batches, from zero, left in `laneBlocks`. Uses what call `call` kept. */
export function computeLane(
  replica: Replica,
  call: number,
  tasks: readonly Task[],
  head: Head,
  coefficientsOf: CoefficientsOf,
): void {
  const { network, kept } = replica;
  const { arena, kernels, shape } = network;
  const lane = laneBlocks(network);
  kernels.fill(lane.base, 0, shape.count);
  for (const [index, batch] of tasks) {
    if (batch.rows.length === 0) continue;
    const mark = arena.mark();
    const acts = (kept?.call === call ? kept.activations.get(index) : undefined) ?? forward(network, batch);
    const coefficients = coefficientsOf(index, () => headStatistics(network, head, acts, batch.rows.length));
    backward(network, batch, acts, head, coefficients, lane);
    arena.release(mark);
  }
}

function empty(): Triple {
  return { logprob: new Float32Array(0), entropy: new Float32Array(0), nucleus: new Float32Array(0) };
}
