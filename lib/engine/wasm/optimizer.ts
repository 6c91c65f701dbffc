import type { OptimizerOptions, OptimizerState } from "../types.js";
import { type Network, persistent, repack } from "./network.js";
import { fromPadded, intoPadded } from "./shape.js";

/** Gradients and AdamW's moments of a network, in its memory. */
export interface Optimizer {
  gradients: number;
  moments?: { first: number; second: number };
  steps: number;
}

/** AdamW on the accumulated gradients; a non-finite gradient norm changes nothing but the zeroed gradients. */
export function adamwStep(network: Network, state: Optimizer, options: OptimizerOptions) {
  const { lr, betas = [0.9, 0.95], epsilon = 1e-8, weightDecay = 0, clip = 1 } = options;
  const { kernels, shape, weights } = network;
  const gradNorm = Math.sqrt(kernels.sumSquares(state.gradients, shape.count));
  const skipped = !Number.isFinite(gradNorm);
  if (!skipped) {
    const { first, second } = momentsOf(network, state);
    state.steps++;
    const scale = gradNorm > clip ? clip / gradNorm : 1;
    const rate = lr / (1 - betas[0] ** state.steps);
    const correction = 1 / Math.sqrt(1 - betas[1] ** state.steps);
    kernels.adamw(
      ...[weights.base, state.gradients, first, second, shape.count, scale, betas[0], betas[1]],
      ...[rate, correction, epsilon, 1 - lr * weightDecay],
    );
    repack(network);
  }
  kernels.fill(state.gradients, 0, shape.count);
  return { gradNorm, skipped };
}

export function readState({ arena, shape }: Network, { moments, steps }: Optimizer): OptimizerState {
  const read = (address?: number) =>
    fromPadded(shape, address === undefined ? new Float32Array(shape.count) : arena.floats(address, shape.count));
  return { step: steps, first: read(moments?.first), second: read(moments?.second) };
}

export function writeState(network: Network, state: Optimizer, { step, first, second }: OptimizerState): void {
  const to = momentsOf(network, state);
  state.steps = step;
  intoPadded(network.shape, first, network.arena.floats(to.first, network.shape.count));
  intoPadded(network.shape, second, network.arena.floats(to.second, network.shape.count));
}

function momentsOf(network: Network, state: Optimizer): { first: number; second: number } {
  const { count } = network.shape;
  state.moments ??= { first: persistent(network, count), second: persistent(network, count) };
  return state.moments;
}
