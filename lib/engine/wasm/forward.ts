import type { Arena } from "./arena.js";
import { type MicroBatch, probabilityFloats } from "./batch.js";
import { ADD, PLAIN, RELU } from "./kernels.js";
import type { Network } from "./network.js";
import { type Shape, up4, up8 } from "./shape.js";

/** Addresses of what the backward pass of one layer needs. `o` and `x2` on are by row of the second half. */
export interface LayerActivations {
  x: number;
  inverse1: number;
  h1: number;
  qkv: number;
  probabilities: number;
  o: number;
  x2: number;
  inverse2: number;
  h2: number;
  u: number;
}

/** Addresses of a micro-batch's activations. */
export interface Activations {
  layers: LayerActivations[];
  /** Addresses of token, position (or slot) and step indices, wanted rows and target tokens. */
  tokens: number;
  positions: number;
  steps: number;
  rows: number;
  targets: number;
  /** Input of the last norm, its inverse rms, and its output. [rows, width] */
  x: number;
  inverse: number;
  h: number;
}

/** Room for `rows` rows of `width` floats, with the padding rows that products and attention touch. */
export function matrix(arena: Arena, rows: number, width: number): number {
  return arena.alloc(up4(rows + 3) * width);
}

/** Copies integers into the arena. */
export function putInts(arena: Arena, values: ArrayLike<number>): number {
  const address = arena.alloc(values.length);
  arena.ints(address, values.length).set(values);
  return address;
}

/** Token and position indices of a list of inputs, and their embedding. */
export function embedInputs(network: Network, tokens: ArrayLike<number>, positions: Int32Array) {
  const { shape, kernels, arena, weights } = network;
  const { period, width } = shape;
  const ids = putInts(arena, tokens);
  const first = putInts(arena, period ? positions.map((t) => t % period) : positions);
  const second = period
    ? putInts(
        arena,
        positions.map((t) => Math.floor(t / period)),
      )
    : first;
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

/** Second half of a layer: attention output o and residual x to the next x. */
export function projectOut(network: Network, l: number, o: number, x: number, rows: number) {
  const { shape, kernels, arena } = network;
  const { width, d, attention, ffn } = shape;
  const { by } = network.packed.layers[l];
  const x2 = matrix(arena, rows, width);
  const inverse2 = arena.alloc(rows);
  const h2 = matrix(arena, rows, width);
  const u = matrix(arena, rows, ffn);
  const next = matrix(arena, rows, width);
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

/** Everything up to the last norm. After the last layer's attention only the wanted rows go on. */
export function forward(network: Network, batch: MicroBatch): Activations {
  const { shape, arena } = network;
  const { width, attention } = shape;
  const total = batch.tokens.length;
  const { ids, first, second, x: embedded } = embedInputs(network, batch.tokens, batch.positions);
  const rowIndex = putInts(arena, batch.rows);
  const targets = putInts(arena, batch.targets);
  const layers: LayerActivations[] = [];
  let x = embedded;
  for (let l = 0; l < shape.layers; l++) {
    const last = l === shape.layers - 1;
    const rows = last ? batch.rows.length : total;
    const inside = projectIn(network, l, x, total);
    const attended = attend(network, batch, inside.qkv);
    const o = chooseRows(network, attended.o, rowIndex, rows, total, attention);
    const residual = chooseRows(network, x, rowIndex, rows, total, width);
    const outside = projectOut(network, l, o, residual, rows);
    layers.push({ x, ...inside, probabilities: attended.probabilities, o, ...outside });
    x = outside.next;
  }
  const head = normRows(network, x, batch.rows.length);
  return { layers, tokens: ids, positions: first, steps: second, rows: rowIndex, targets, x, ...head };
}

function attend({ shape, kernels, arena }: Network, batch: MicroBatch, qkv: number) {
  const { attention, heads, headWidth, scale } = shape;
  const probabilities = arena.alloc(probabilityFloats(shape, batch.lengths));
  const o = matrix(arena, batch.tokens.length, attention);
  const mark = arena.mark();
  const capacity = up8(Math.max(...batch.lengths, 8));
  const k = arena.alloc(capacity * attention);
  const v = arena.alloc(capacity * attention);
  let at = probabilities;
  batch.lengths.forEach((length, i) => {
    const start = batch.starts[i];
    const from = qkv + 4 * start * 3 * attention;
    kernels.attentionForward(
      ...[
        from,
        3 * attention,
        length,
        0,
        heads,
        headWidth,
        scale,
        k,
        v,
        capacity,
        at,
        o + 4 * start * attention,
        attention,
      ],
    );
    at += 4 * heads * up4(length) * up8(length);
  });
  arena.release(mark);
  return { probabilities, o };
}

/** Bytes that the activations of a micro-batch take. */
export function activationBytes(shape: Shape, batch: MicroBatch): number {
  const total = up4(batch.tokens.length) + 8;
  const perToken = 8 * shape.width + 4 * shape.attention + shape.ffn + 2;
  return 4 * shape.layers * (total * perToken + probabilityFloats(shape, batch.lengths) + 64 * 10);
}
