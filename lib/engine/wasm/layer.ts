import type { Arena } from "./arena.js";
import { ADD, PLAIN, RELU } from "./kernels.js";
import type { Network } from "./network.js";
import { up4 } from "./shape.js";

/** The pieces of a layer that training, prefill and decoding share. */

/** Room for `rows` rows of `width` floats, with the padding rows that products and attention touch. */
export function matrix(arena: Arena, rows: number, width: number): number {
  return arena.alloc(up4(rows + 3) * width);
}

/** Copies integers into the arena. */
export function putInts(arena: Arena, values: ArrayLike<number>): number {
  const address = arena.alloc(values.length);
  arena.allInts().set(values, address / 4);
  return address;
}

/** Writes `count` computed integers into the arena. */
export function putEach(arena: Arena, count: number, of: (i: number) => number): number {
  const address = arena.alloc(count);
  const ints = arena.allInts();
  for (let i = 0; i < count; i++) ints[address / 4 + i] = of(i);
  return address;
}

/** Token and position indices of a list of inputs, and their embedding. */
export function embedInputs(network: Network, tokens: ArrayLike<number>, positions: ArrayLike<number>) {
  const { shape, kernels, arena, weights } = network;
  const { period, width } = shape;
  const ids = putInts(arena, tokens);
  const { length } = positions;
  const first = putEach(arena, length, (t) => (period ? positions[t] % period : positions[t]));
  const second = period ? putEach(arena, length, (t) => Math.floor(positions[t] / period)) : first;
  const x = matrix(arena, tokens.length, width);
  kernels.embed(weights.embedding, ids, weights.positions, first, weights.steps, second, x, tokens.length, width);
  return { ids, first, second, x };
}

/** First half of a layer: x to qkv. */
export function projectIn(network: Network, l: number, x: number, rows: number) {
  const { shape, kernels, arena, weights, packed } = network;
  const { width, d, attention } = shape;
  const inverse1 = arena.alloc(rows);
  const h1 = matrix(arena, rows, width);
  const qkv = matrix(arena, rows, 3 * attention);
  kernels.rmsForward(x, weights.layers[l].norm1, h1, inverse1, rows, width, d);
  kernels.gemm(h1, width, packed.layers[l].by.qkv, qkv, 3 * attention, rows, 3 * attention, width, PLAIN, 0, 0);
  return { inverse1, h1, qkv };
}

/** Second half of a layer: attention output o and residual x to the next x, which may take the place of x. */
export function projectOut(network: Network, l: number, o: number, x: number, rows: number, place?: number) {
  const { shape, kernels, arena } = network;
  const { width, d, attention, ffn } = shape;
  const { by } = network.packed.layers[l];
  const x2 = matrix(arena, rows, width);
  const inverse2 = arena.alloc(rows);
  const h2 = matrix(arena, rows, width);
  const u = matrix(arena, rows, ffn);
  const next = place ?? matrix(arena, rows, width);
  kernels.gemm(o, attention, by.out, x2, width, rows, width, attention, ADD, x, width);
  kernels.rmsForward(x2, network.weights.layers[l].norm2, h2, inverse2, rows, width, d);
  kernels.gemm(h2, width, by.up, u, ffn, rows, ffn, width, RELU, 0, 0);
  kernels.gemm(u, ffn, by.down, next, width, rows, width, ffn, ADD, x2, width);
  return { x2, inverse2, h2, u, next };
}

/** The rows that the head reads, normed. */
export function normRows(network: Network, x: number, rows: number) {
  const { shape, kernels, arena, weights } = network;
  const inverse = arena.alloc(rows);
  const h = matrix(arena, rows, shape.width);
  kernels.rmsForward(x, weights.norm, h, inverse, rows, shape.width, shape.d);
  return { inverse, h };
}

/** Copies chosen rows, unless all are chosen. */
export function chooseRows(network: Network, from: number, index: number, rows: number, total: number, width: number) {
  if (rows === total) return from;
  const to = matrix(network.arena, rows, width);
  network.kernels.gather(from, index, to, rows, width);
  return to;
}
