import type { MicroBatch } from "./batch.js";
import type { Activations, LayerActivations } from "./forward.js";
import { type Head, headBackward, type Triple } from "./head.js";
import { MASK, PLAIN } from "./kernels.js";
import { matrix } from "./layer.js";
import { type Network, zeros } from "./network.js";
import { up4, up8 } from "./shape.js";
import { weightGradient } from "./weight-gradient.js";
import type { Blocks } from "./weights.js";

/** Adds a micro-batch's gradient to `into`, from per-row coefficients. */
export function backward(
  network: Network,
  batch: MicroBatch,
  acts: Activations,
  head: Head,
  coefficients: Triple,
  into: Blocks,
): void {
  const { shape, kernels, arena, weights } = network;
  const { width, d, layers, period } = shape;
  const rows = batch.rows.length;
  const total = batch.tokens.length;
  const dh = headBackward(network, head, acts, coefficients, into);
  let dx = zeros(arena, up4(rows + 3) * width);
  kernels.rmsBackward(dh, acts.x, weights.norm, acts.inverse, dx, into.norm, rows, width, d);
  for (let l = layers - 1; l >= 0; l--) {
    const mark = arena.mark();
    const narrow = l === layers - 1 && rows !== total;
    let dO = backwardOut(network, l, acts.layers[l], dx, narrow ? rows : total, into);
    if (narrow) {
      dO = spreadRows(network, dO, acts.rows, rows, total, shape.attention);
      dx = spreadRows(network, dx, acts.rows, rows, total, width);
    }
    backwardIn(network, l, batch, acts.layers[l], dO, dx, into);
    if (!narrow) arena.release(mark);
  }
  kernels.scatterAdd(dx, acts.tokens, into.embedding, total, width);
  kernels.scatterAdd(dx, acts.positions, into.positions, total, width);
  if (period) kernels.scatterAdd(dx, acts.steps, into.steps, total, width);
}

/** MLP, second norm and output projection: dx becomes the gradient at the residual, d o is returned. */
function backwardOut(
  network: Network,
  l: number,
  act: LayerActivations,
  dx: number,
  rows: number,
  into: Blocks,
): number {
  const { shape, kernels, arena, weights, packed } = network;
  const { width, d, attention, ffn } = shape;
  const { back } = packed.layers[l];
  const g = into.layers[l];
  const dO = matrix(arena, rows, attention);
  const mark = arena.mark();
  const du = matrix(arena, rows, ffn);
  const dh = matrix(arena, rows, width);
  kernels.gemm(dx, width, back.down, du, ffn, rows, ffn, width, MASK, act.u, ffn);
  weightGradient(network, act.u, ffn, dx, width, rows, g.down);
  kernels.gemm(du, ffn, back.up, dh, width, rows, width, ffn, PLAIN, 0, 0);
  weightGradient(network, act.h2, width, du, ffn, rows, g.up);
  kernels.rmsBackward(dh, act.x2, weights.layers[l].norm2, act.inverse2, dx, g.norm2, rows, width, d);
  kernels.gemm(dx, width, back.out, dO, attention, rows, attention, width, PLAIN, 0, 0);
  weightGradient(network, act.o, attention, dx, width, rows, g.out);
  arena.release(mark);
  return dO;
}

/** Attention, qkv projection and first norm: dx becomes the gradient at the layer's input. */
function backwardIn(
  network: Network,
  l: number,
  batch: MicroBatch,
  act: LayerActivations,
  dO: number,
  dx: number,
  into: Blocks,
): void {
  const { shape, kernels, arena, weights, packed } = network;
  const { width, d, attention, heads, headWidth, scale } = shape;
  const rows = batch.tokens.length;
  const ld = 3 * attention;
  const mark = arena.mark();
  const dqkv = matrix(arena, rows, ld);
  const dh = matrix(arena, rows, width);
  const longest = up8(Math.max(...batch.lengths, 8));
  const scratch = arena.alloc(2 * longest * longest + 2 * longest * headWidth);
  let at = act.probabilities;
  batch.lengths.forEach((length, i) => {
    const start = batch.starts[i];
    const [from, to, g] = [act.qkv + 4 * start * ld, dqkv + 4 * start * ld, dO + 4 * start * attention];
    kernels.attentionBackward(...[from, ld, length, heads, headWidth, scale, at, g, attention, to, scratch]);
    at += 4 * heads * up4(length) * up8(length);
  });
  kernels.gemm(dqkv, ld, packed.layers[l].back.qkv, dh, width, rows, width, ld, PLAIN, 0, 0);
  weightGradient(network, act.h1, width, dqkv, ld, rows, into.layers[l].qkv);
  kernels.rmsBackward(dh, act.x, weights.layers[l].norm1, act.inverse1, dx, into.layers[l].norm1, rows, width, d);
  arena.release(mark);
}

function spreadRows(network: Network, from: number, index: number, rows: number, total: number, width: number): number {
  const to = zeros(network.arena, up4(total + 3) * width);
  network.kernels.scatterAdd(from, index, to, rows, width);
  return to;
}
