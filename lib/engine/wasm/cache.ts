import { matrix } from "./layer.js";
import type { Network } from "./network.js";
import type { Shape } from "./shape.js";

/** Keys and values of a number of rows (slots), each with room for `capacity` tokens. */
export interface Cache {
  base: number;
  slots: number;
  /** Tokens a slot has room for, a multiple of 8. */
  capacity: number;
  /** Floats of one slot, and of one layer's keys (its values follow them). */
  slotFloats: number;
  keyFloats: number;
}

/** Floats that a slot takes. */
export function slotFloats(shape: Shape, capacity: number): number {
  return 2 * shape.layers * shape.attention * capacity;
}

export function createCache({ shape, arena }: Network, slots: number, capacity: number): Cache {
  const perSlot = slotFloats(shape, capacity);
  const base = arena.alloc(slots * perSlot);
  return { base, slots, capacity, slotFloats: perSlot, keyFloats: shape.attention * capacity };
}

/** Address of a slot's keys in a layer. */
export function keysAt(cache: Cache, slot: number, layer: number): number {
  return cache.base + 4 * (slot * cache.slotFloats + 2 * layer * cache.keyFloats);
}

/** A slot of a cache. */
export interface Place {
  cache: Cache;
  slot: number;
}

/** Copies the keys and values of a slot's first `past` tokens. */
export function copySlot({ kernels, shape }: Network, from: Place, to: Place, past: number): void {
  const { layers, heads, headWidth } = shape;
  const [source, target] = [from, to].map(({ cache, slot }) => [keysAt(cache, slot, 0), cache.capacity]);
  kernels.copyCache(...source, ...target, past, layers, heads, headWidth);
}

/** Room for the logits of `rows` rows. */
export function logitRows({ arena, shape }: Network, rows: number): number {
  return matrix(arena, rows, shape.logits);
}
