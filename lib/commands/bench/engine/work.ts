import type { BatchStatistics, Coefficients, Sample } from "../../../core/types.js";
import { parameterBlocks } from "../../../engine/layout.js";
import type { LocalLoss, Model, ModelConfig } from "../../../engine/types.js";

/** What both sides compute: one policy-gradient step on `batch` sequences, and sampling as many responses. */
export interface Work {
  config: ModelConfig;
  batch: number;
  prompt: number;
  response: number;
}

/** The two sizes that the bars are stated for. */
export const SIZES: Record<string, Work> = {
  S: { config: { vocab: 64, d: 64, layers: 2, heads: 4, context: 48 }, batch: 256, prompt: 16, response: 32 },
  M: { config: { vocab: 512, d: 128, layers: 4, heads: 4, context: 48 }, batch: 256, prompt: 16, response: 32 },
};

const BETA = 0.01;
const CLIP = 0.2;
const OPTIMIZER = { lr: 1e-4, weightDecay: 0.01 };

/** Parameters that both languages can compute: .07 wave(i), gains 1. */
export function workParameters(config: ModelConfig): Float32Array {
  const blocks = parameterBlocks(config);
  const last = blocks[blocks.length - 1];
  const out = Float32Array.from({ length: last.offset + last.size }, (_, i) => 0.07 * wave(i));
  for (const { name, offset, size } of blocks) if (name.includes("norm")) out.fill(1, offset, offset + size);
  return out;
}

/** The jobs of one contestant; each returns the value by which the sides are seen to do the same work. */
export function workJobs(model: Model, work: Work): Record<string, () => Promise<number>> {
  const { batch, response, config } = work;
  const samples = Array.from({ length: batch }, (_, b) => sample(work, b));
  const loss = surrogate(work);
  // Only `decode-nucleus` asks for nucleus entropies: where the peer computes none, neither do we.
  const whole = { p: 1 };
  let calls = 0;
  const decode = async (p: number): Promise<number> => {
    calls++;
    const prompts = samples.map(({ prompt }) => prompt);
    const keys = (i: number): readonly [number, number] => [calls, i];
    const out = await model.generate(prompts, { count: 1, maxTokens: response, endToken: config.vocab, p, keys });
    const logprobs = out.flatMap((group) => group.map((g) => g.logprobs.reduce((a, b) => a + b, 0)));
    return logprobs.reduce((a, b) => a + b, 0) / (batch * response);
  };
  return {
    train: async () => {
      loss.total = 0;
      await model.backward(samples, loss.local, whole);
      await model.step(OPTIMIZER);
      return loss.total;
    },
    "two-phase": async () => {
      loss.total = 0;
      const statistics = await model.statistics(samples, whole);
      await model.backward(samples, loss.local(statistics, 0), whole);
      await model.step(OPTIMIZER);
      return loss.total;
    },
    decode: () => decode(1),
    "decode-nucleus": () => decode(0.8),
  };
}

function sample({ config, prompt, response }: Work, b: number): Sample {
  const length = prompt + response;
  const all = Array.from({ length }, (_, t) => Math.floor((wave(b * length + t) + 0.5) * config.vocab));
  return { prompt: all.slice(0, prompt), tokens: all.slice(prompt) };
}

/** -(min(r A, clip(r) A) + beta H), mean over all response tokens, against a uniform old policy. */
function surrogate({ config, batch, response }: Work): { local: LocalLoss; total: number } {
  const scale = 1 / (batch * response);
  const old = -Math.log(config.vocab);
  const coefficients = { total: 0, local };
  function local({ logprobs, entropies }: BatchStatistics, from: number): Coefficients {
    const dEntropy = entropies.map((row) => row.map((h) => tally(-BETA * h * scale, -BETA * scale)));
    const dLogprob = logprobs.map((row, i) => {
      const advantage = 2 * wave(7 * (from + i));
      return row.map((logprob) => {
        const ratio = Math.exp(logprob - old);
        const clipped = Math.min(Math.max(ratio, 1 - CLIP), 1 + CLIP) * advantage;
        const free = ratio * advantage <= clipped;
        return tally(-Math.min(ratio * advantage, clipped) * scale, free ? -ratio * advantage * scale : 0);
      });
    });
    return { dLogprob, dEntropy };
  }
  function tally(value: number, slope: number): number {
    coefficients.total += value;
    return slope;
  }
  return coefficients;
}

function wave(i: number): number {
  return ((i * 7919 + ((i * i) % 1009) * 31 + 13) % 2003) / 2003 - 0.5;
}
