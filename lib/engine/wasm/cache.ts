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

/** Copies all of a slot. */
export function copySlot({ arena }: Network, cache: Cache, from: number, to: number): void {
  const { base, slotFloats: size } = cache;
  const start = base / 4 + from * size;
  arena.allFloats().copyWithin(base / 4 + to * size, start, start + size);
}

/** Room for the logits of `rows` rows. */
export function logitRows({ arena, shape }: Network, rows: number): number {
  return matrix(arena, rows, shape.logits);
}
