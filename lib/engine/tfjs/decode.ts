import { limitOf } from "../inputs.js";
import type { GenerateOptions, Generation } from "../types.js";
import type { Step } from "./cache.js";
import { advance, disposeCache, prefill, select } from "./cache.js";
import type { Draw, Reading } from "./sample.js";
import { drawRows, uniformAt } from "./sample.js";
import type { Context } from "./transformer.js";

// Floats of keys and values that one chunk of continuations may hold.
const CACHE_FLOATS = 2 ** 25;

interface Row {
  prompt: number;
  key: readonly [number, number];
  limit: number;
  draws: Draw[];
  finished: boolean;
}

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
  const slots = all.map(({ prompt }) => used.indexOf(prompt));
  const read = used.map((i) => prompts[i]);
  let rows = all;
  let now: Step = tf.tidy(() => prefill(context, read, slots));
  for (let t = 0; rows.length > 0; t++) {
    const logits = now.logits.dataSync() as Float32Array;
    const uniforms = rows.map(({ key }) => uniformAt(key, t));
    for (const [n, draw] of drawRows(logits, config.vocab, uniforms, reading).entries()) {
      rows[n].draws.push(draw);
      rows[n].finished = draw.token === endToken;
    }
    const going = [...rows.keys()].filter((n) => !rows[n].finished && rows[n].draws.length < rows[n].limit);
    const everyone = going.length === rows.length;
    rows = going.map((n) => rows[n]);
    const before = now;
    if (rows.length > 0) {
      const tokens = Int32Array.from(rows, ({ draws }) => draws[t].token);
      const positions = Int32Array.from(rows, ({ prompt }) => prompts[prompt].length + t);
      now = tf.tidy(() => {
        const cache = everyone ? before.cache : select(context, before.cache, going);
        return advance(context, cache, tokens, positions);
      });
    }
    before.logits.dispose();
    disposeCache(before.cache);
  }
}
