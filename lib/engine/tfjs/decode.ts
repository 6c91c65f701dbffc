import type { Tensor, Tensor2D, Tensor4D } from "@tensorflow/tfjs";
import type { GenerateOptions, Generation } from "../types.js";
import { limitOf } from "../wasm/inputs.js";
import type { Draw, Reading } from "./sample.js";
import { drawRows, uniformAt } from "./sample.js";
import type { Attend, Context } from "./transformer.js";
import { causal, embed, layers, readout } from "./transformer.js";

// Floats of keys and values that one chunk of continuations may hold.
const CACHE_FLOATS = 2 ** 25;

interface Row {
  prompt: number;
  key: readonly [number, number];
  limit: number;
  draws: Draw[];
  finished: boolean;
}

/** Keys and values of each layer, [B, heads, T, d / heads], and -1e9 where a key is padding. [B, 1, 1, T] */
type Cache = {
  keys: Tensor4D[];
  values: Tensor4D[];
  padding: Tensor4D;
};

type Step = { logits: Tensor2D; cache: Cache };

/** Continues every prompt; a prompt's keys and values are computed once for all its continuations. */
export function generate(context: Context, prompts: ArrayLike<number>[], options: GenerateOptions): Generation[][] {
  const rows = prompts.flatMap((_, prompt) =>
    Array.from({ length: options.count }, (_, j): Row => {
      return { prompt, key: options.keys(prompt, j), limit: limitOf(options, prompt), draws: [], finished: false };
    }),
  );
  const { layers: depth, d, context: longest } = context.config;
  const most = Math.max(1, Math.floor(CACHE_FLOATS / (2 * depth * d * longest)));
  const open = rows.filter((row) => row.limit > 0);
  for (let from = 0; from < open.length; from += most) chunk(context, prompts, open.slice(from, from + most), options);
  return prompts.map((_, i) => rows.filter(({ prompt }) => prompt === i).map(generation));
}

function generation({ draws, finished }: Row): Generation {
  return {
    tokens: draws.map(({ token }) => token),
    logprobs: Float32Array.from(draws, ({ logprob }) => logprob),
    entropy: Float32Array.from(draws, ({ entropy }) => entropy),
    nucleusEntropy: Float32Array.from(draws, ({ nucleusEntropy }) => nucleusEntropy),
    finished,
  };
}

function chunk(context: Context, prompts: ArrayLike<number>[], all: Row[], options: GenerateOptions): void {
  const { tf, config } = context;
  const { temperature = 1, topP = 1, p = 0.8, nucleus = "inclusive", endToken } = options;
  const reading: Reading = { temperature, topP, p, nucleus };
  const used = [...new Set(all.map(({ prompt }) => prompt))];
  let rows = all;
  let { logits, cache } = expanded(
    context,
    used.map((i) => prompts[i]),
    rows.map(({ prompt }) => used.indexOf(prompt)),
  );
  for (let t = 0; ; t++) {
    const draws = drawRows(
      logits.dataSync() as Float32Array,
      config.vocab,
      rows.map(({ key }) => uniformAt(key, t)),
      reading,
    );
    logits.dispose();
    rows.forEach((row, n) => {
      row.draws.push(draws[n]);
      row.finished = draws[n].token === endToken;
    });
    const going = [...rows.keys()].filter((n) => !rows[n].finished && rows[n].draws.length < rows[n].limit);
    if (going.length < rows.length)
      cache = replace(
        tf.tidy(() => select(context, cache, going)),
        cache,
      );
    rows = going.map((n) => rows[n]);
    if (rows.length === 0) break;
    const tokens = Int32Array.from(rows, ({ draws }) => draws[t].token);
    const positions = Int32Array.from(rows, ({ prompt }) => prompts[prompt].length + t);
    const next = tf.tidy(() => step(context, cache, tokens, positions));
    logits = next.logits;
    cache = replace(next.cache, cache);
  }
  tf.dispose([cache.keys, cache.values, cache.padding] as unknown as Tensor[]);
}

function replace(next: Cache, old: Cache): Cache {
  for (const tensor of [...old.keys, ...old.values, old.padding]) tensor.dispose();
  return next;
}

function select({ tf }: Context, cache: Cache, rows: number[]): Cache {
  const at = tf.tensor1d(rows, "int32");
  const pick = (x: Tensor4D) => (rows.length > 0 ? tf.gather(x, at) : tf.zeros([0, 1, 1, 1])) as Tensor4D;
  return { keys: cache.keys.map(pick), values: cache.values.map(pick), padding: pick(cache.padding) };
}

// Prompts are padded on the right to one rectangle; a continuation's own tokens follow the padding, which is masked.
function expanded(context: Context, prompts: ArrayLike<number>[], rows: number[]): Step {
  const { tf } = context;
  return tf.tidy(() => {
    const length = Math.max(...prompts.map((prompt) => prompt.length));
    const tokens = new Int32Array(prompts.length * length);
    prompts.forEach((prompt, b) => {
      tokens.set(prompt, b * length);
    });
    const keys: Tensor4D[] = [];
    const values: Tensor4D[] = [];
    const attend = causal(tf, length);
    const keeping: Attend = (layer, q, k, v) => {
      keys.push(k);
      values.push(v);
      return attend(layer, q, k, v);
    };
    const hidden = layers(
      context,
      embed(
        context,
        tokens,
        tokens.map((_, i) => i % length),
      ),
      length,
      keeping,
    );
    const last = tf.gather(
      hidden,
      tf.tensor1d(
        prompts.map((prompt, b) => b * length + prompt.length - 1),
        "int32",
      ),
    );
    const mask = tokens.map((_, i) => (i % length < prompts[Math.floor(i / length)].length ? 0 : 1));
    const padding = tf.mul(tf.tensor4d(mask, [prompts.length, 1, 1, length], "float32"), -1e9) as Tensor4D;
    const at = tf.tensor1d(rows, "int32");
    const logits = tf.gather(readout(context, last), at);
    return { logits, cache: select(context, { keys, values, padding }, rows) };
  });
}

function step(context: Context, cache: Cache, tokens: Int32Array, positions: Int32Array): Step {
  const { tf } = context;
  const keys: Tensor4D[] = [];
  const values: Tensor4D[] = [];
  const padding = tf.pad(cache.padding, [
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 1],
  ]) as Tensor4D;
  const attend: Attend = (layer, q, k, v) => {
    keys.push(tf.concat([cache.keys[layer], k], 2));
    values.push(tf.concat([cache.values[layer], v], 2));
    const scores = tf.mul(tf.matMul(q, keys[layer], false, true), 1 / Math.sqrt(q.shape[3]));
    return tf.matMul(tf.softmax(tf.add(scores, padding)), values[layer]) as Tensor4D;
  };
  const logits = readout(context, layers(context, embed(context, tokens, positions), 1, attend));
  return { logits, cache: { keys, values, padding } };
}
