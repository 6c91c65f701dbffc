import type { Scalar, Tensor1D } from "@tensorflow/tfjs";
import type { OptimizerOptions } from "../types.js";
import type { Tf } from "./backend.js";

/** The flat tensors of AdamW. */
export type Flat = {
  theta: Tensor1D;
  first: Tensor1D;
  second: Tensor1D;
};

/** The Euclidean norm of a gradient. */
export function normOf(tf: Tf, gradient: Tensor1D): number {
  return tf.tidy(() => tf.sqrt(tf.sum(tf.square(gradient)) as Scalar).dataSync()[0]);
}

/** One AdamW update with decoupled weight decay; `step` counts from 1. Source: Loshchilov & Hutter 2019, Algorithm 2. */
export function adamw(
  tf: Tf,
  now: Flat,
  gradient: Tensor1D,
  norm: number,
  step: number,
  options: OptimizerOptions,
): Flat {
  const { lr, betas = [0.9, 0.95], epsilon = 1e-8, weightDecay = 0, clip = 1 } = options;
  const g = norm > clip ? tf.mul(gradient, clip / norm) : gradient;
  const blend = (a: Tensor1D, b: Tensor1D, beta: number) => tf.add(tf.mul(a, beta), tf.mul(b, 1 - beta)) as Tensor1D;
  const first = blend(now.first, g as Tensor1D, betas[0]);
  const second = blend(now.second, tf.square(g) as Tensor1D, betas[1]);
  const root = tf.add(tf.sqrt(tf.div(second, 1 - betas[1] ** step)), epsilon);
  const update = tf.div(tf.mul(first, lr / (1 - betas[0] ** step)), root);
  return { theta: tf.sub(tf.mul(now.theta, 1 - lr * weightDecay), update), first, second };
}
