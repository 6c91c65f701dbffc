import { type MicroBatch, probabilityFloats } from "./batch.js";
import { chooseRows, embedInputs, matrix, normRows, projectIn, projectOut, putInts } from "./layer.js";
import type { Network } from "./network.js";
import { rowsAtOnce, type Shape, up4, up8 } from "./shape.js";

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
  /** What \`headStatistics\` read of all rows' logits, (z - max) / temperature. [rows, logits] */
  logits?: { z: number; inverseTemperature: number };
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
  const layer = total * perToken + probabilityFloats(shape, batch.lengths) + 64 * 10;
  return 4 * (shape.layers * layer + Math.min(rowsAtOnce(shape.logits), batch.rows.length) * shape.logits);
}
