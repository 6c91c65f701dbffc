import { parameterCount } from "../layout.js";
import type { ModelConfig } from "../types.js";
import { type Arena, checkRoom, createArena } from "./arena.js";
import { instantiate, type Kernels } from "./kernels.js";
import { intoPadded, type Shape, shapeOf } from "./shape.js";
import { allocatePacked, type Blocks, blocksAt, type Packed, packWeights } from "./weights.js";

/** One instance of the kernels with one set of parameters in its memory. */
export interface Network {
  shape: Shape;
  kernels: Kernels;
  arena: Arena;
  weights: Blocks;
  packed: Packed;
  /** Gradients of the lane in work; see lanes.ts. Allocated on first use. */
  lane?: Blocks;
  /** Where transient memory begins. */
  base: number;
}

/**
 * A network with all-zero parameters.
 *
 * @throws RangeError when the shape does not fit WebAssembly's memory.
 */
export function createNetwork(config: ModelConfig, relaxed: boolean): Network {
  // Parameters and two packed copies are the least; told before anything of that size is made.
  checkRoom(12 * parameterCount(config));
  const shape = shapeOf(config);
  const { kernels, memory } = instantiate(relaxed);
  const arena = createArena(memory, kernels.heapBase());
  // Fresh WebAssembly memory is zero.
  const weights = blocksAt(shape, arena.alloc(shape.count));
  const packed = allocatePacked(shape, arena);
  return { shape, kernels, arena, weights, packed, base: arena.mark() };
}

/** A block that starts as zeros. */
export function zeros(arena: Arena, floats: number): number {
  const address = arena.alloc(floats);
  arena.floats(address, floats).fill(0);
  return address;
}

/** A persistent block, added below transient memory; nothing transient may be alive. */
export function persistent(network: Network, floats: number): number {
  network.arena.release(network.base);
  const address = zeros(network.arena, floats);
  network.base = network.arena.mark();
  return address;
}

/** Sets the parameters from the flat layout and packs them. */
export function loadParameters(network: Network, flat: Float32Array): void {
  const { shape, arena, weights } = network;
  intoPadded(shape, flat, arena.floats(weights.base, shape.count));
  repack(network);
}

/** To be called whenever the parameters in memory changed. */
export function repack({ shape, kernels, weights, packed }: Network): void {
  packWeights(shape, kernels, weights, packed);
}
