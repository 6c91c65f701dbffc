import type { Tensor1D, Tensor2D, Tensor4D } from "@tensorflow/tfjs";
import type { ModelConfig } from "../types.js";
import type { Tf } from "./backend.js";
import type { Operations } from "./operations.js";

/** Blocks of the parameter layout by name. */
export type Weights = ReadonlyMap<string, Tensor1D | Tensor2D>;

/** What every part of the model needs. */
export interface Context {
  tf: Tf;
  operations: Operations;
  config: ModelConfig;
  weights: Weights;
}

/** Attention of one layer: queries, keys and values [B, heads, T, d / heads] in, values mixed out. */
export type Attend = (layer: number, q: Tensor4D, k: Tensor4D, v: Tensor4D) => Tensor4D;

/** Embedding and position of each token. `tokens` and `positions` [N] -> [N, d] */
export function embed(
  { tf, operations, config, weights }: Context,
  tokens: Int32Array,
  positions: Int32Array,
): Tensor2D {
  const take = (name: string, at: Int32Array) =>
    operations.rows(weights.get(name) as Tensor2D, tf.tensor1d(at, "int32"));
  const x = take("embedding", tokens);
  if (typeof config.positions !== "object") return tf.add(x, take("positions", positions));
  const { period } = config.positions;
  const slots = take(
    "slots",
    positions.map((t) => t % period),
  );
  const steps = take(
    "steps",
    positions.map((t) => Math.floor(t / period)),
  );
  return tf.add(tf.add(x, slots), steps);
}

/** All layers and the last norm, on a batch of equal length. x [B * T, d] -> [B * T, d] */
export function layers(context: Context, x: Tensor2D, length: number, attend: Attend): Tensor2D {
  const { tf, operations, config, weights } = context;
  const block = (name: string) => weights.get(name);
  const linear = (input: Tensor2D, name: string) => operations.linear(input, block(name) as Tensor2D);
  const norm = (input: Tensor2D, name: string) => operations.rmsNorm(input, block(name) as Tensor1D);
  let h = x;
  for (let l = 0; l < config.layers; l++) {
    const [q, k, v] = heads(tf, linear(norm(h, `layers.${l}.norm1`), `layers.${l}.qkv`), length, config);
    const mixed = tf.reshape(tf.transpose(attend(l, q, k, v), [0, 2, 1, 3]), [-1, config.d]) as Tensor2D;
    h = tf.add(h, linear(mixed, `layers.${l}.out`));
    const up = tf.relu(linear(norm(h, `layers.${l}.norm2`), `layers.${l}.up`));
    h = tf.add(h, linear(up, `layers.${l}.down`));
  }
  return norm(h, "norm");
}

/** Logits of hidden states with the tied embedding. [N, d] -> [N, V] */
export function readout({ tf, operations, weights }: Context, hidden: Tensor2D): Tensor2D {
  return operations.linear(hidden, tf.transpose(weights.get("embedding") as Tensor2D));
}

/** Causal attention within each sequence. Padding on the right needs no mask: no earlier position looks at it. */
export function causal(tf: Tf, length: number): Attend {
  const later = Float32Array.from({ length: length * length }, (_, i) =>
    i % length > Math.floor(i / length) ? -1e9 : 0,
  );
  const future = tf.tensor2d(later, [length, length]);
  return (_layer, q, k, v) => {
    const scores = tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(q.shape[3]));
    return tf.matMul(tf.softmax(tf.add(scores, future)), v) as Tensor4D;
  };
}

function heads(tf: Tf, qkv: Tensor2D, length: number, { d, heads }: ModelConfig): Tensor4D[] {
  return (tf.split(qkv, 3, 1) as Tensor2D[]).map(
    (part) => tf.transpose(tf.reshape(part, [-1, length, heads, d / heads]), [0, 2, 1, 3]) as Tensor4D,
  );
}
