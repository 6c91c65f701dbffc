import type { Tensor2D, Tensor4D } from "@tensorflow/tfjs";
import type { Attend, Context } from "./transformer.js";
import { causal, embed, layers, readout } from "./transformer.js";

/** Keys and values of each layer, [B, heads, T, d / heads], and -1e9 where a key is padding. [B, 1, 1, T] */
export type Cache = { keys: Tensor4D[]; values: Tensor4D[]; padding: Tensor4D };

/** What a forward pass over new tokens leaves: their logits [B, V], and the cache with them. */
export type Step = { logits: Tensor2D; cache: Cache };

/**
 * Reads the prompts, each once, and gives row n the logits and the cache of prompt `rows[n]`. Prompts are padded on the
 * right to one rectangle; what continues them follows the padding, which is masked.
 */
export function prefill(context: Context, prompts: ArrayLike<number>[], rows: number[]): Step {
  const { tf } = context;
  const length = Math.max(...prompts.map((prompt) => prompt.length));
  const tokens = new Int32Array(prompts.length * length);
  for (const [b, prompt] of prompts.entries()) tokens.set(prompt, b * length);
  const positions = tokens.map((_, i) => i % length);
  const padded = positions.map((t, i) => (t < prompts[Math.floor(i / length)].length ? 0 : 1));
  const ends = Int32Array.from(prompts, (prompt, b) => b * length + prompt.length - 1);

  const keys: Tensor4D[] = [];
  const values: Tensor4D[] = [];
  const within = causal(tf, length);
  const attend: Attend = (layer, q, k, v) => {
    keys.push(k);
    values.push(v);
    return within(layer, q, k, v);
  };
  const hidden = layers(context, embed(context, tokens, positions), length, attend);
  const logits = readout(context, tf.gather(hidden, tf.tensor1d(ends, "int32")));
  const padding = tf.mul(tf.tensor4d(padded, [prompts.length, 1, 1, length], "float32"), -1e9) as Tensor4D;
  const cache = select(context, { keys, values, padding }, rows);
  return { logits: tf.gather(logits, tf.tensor1d(rows, "int32")), cache };
}

/** One more token of each row, at its position. */
export function advance(context: Context, cache: Cache, tokens: Int32Array, positions: Int32Array): Step {
  const { tf } = context;
  const keys: Tensor4D[] = [];
  const values: Tensor4D[] = [];
  const padding = tf.concat([cache.padding, tf.zeros([tokens.length, 1, 1, 1])], 3) as Tensor4D;
  const attend: Attend = (layer, q, k, v) => {
    keys.push(tf.concat([cache.keys[layer], k], 2));
    values.push(tf.concat([cache.values[layer], v], 2));
    const scores = tf.mul(tf.matMul(q, keys[layer], false, true), 1 / Math.sqrt(q.shape[3]));
    return tf.matMul(tf.softmax(tf.add(scores, padding)), values[layer]) as Tensor4D;
  };
  const logits = readout(context, layers(context, embed(context, tokens, positions), 1, attend));
  return { logits, cache: { keys, values, padding } };
}

/** The cache of these rows, in this order. */
export function select({ tf }: Context, { keys, values, padding }: Cache, rows: number[]): Cache {
  const at = tf.tensor1d(rows, "int32");
  const pick = (x: Tensor4D) => tf.gather(x, at);
  return { keys: keys.map(pick), values: values.map(pick), padding: pick(padding) };
}

export function disposeCache({ keys, values, padding }: Cache): void {
  for (const tensor of [...keys, ...values, padding]) tensor.dispose();
}
