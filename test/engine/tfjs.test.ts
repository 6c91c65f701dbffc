import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generator } from "../../lib/core/random.js";
import type { Sample } from "../../lib/core/types.js";
import type { BackendName, TfjsEngine, TfjsModel } from "../../lib/engine/tfjs/index.js";
import { createTfjsEngine, describeBackends } from "../../lib/engine/tfjs/index.js";
import { nucleusMembers } from "../../lib/engine/tfjs/nucleus.js";
import { drawRows, uniformAt } from "../../lib/engine/tfjs/sample.js";
import type { LocalLoss } from "../../lib/engine/types.js";
import { references, relativeError, waveParameters } from "./reference.js";

const tf = createRequire(import.meta.url)("@tensorflow/tfjs") as typeof import("@tensorflow/tfjs");
const backend = (process.env["RLVR_TEST_BACKEND"] ?? "wasm") as BackendName;
const { config, batch, cases } = references[0];
const ones = (samples: readonly Sample[]) => samples.map(({ tokens }) => new Float32Array(tokens.length).fill(1));

describe(`tfjs on ${backend}`, () => {
  let engine: TfjsEngine;
  let model: TfjsModel;
  beforeAll(async () => {
    engine = await createTfjsEngine({ backend });
    model = await engine.createModel(config, waveParameters(config));
  });
  afterAll(() => {
    model.dispose();
    engine.dispose();
  });

  it("says what it runs on", async () => {
    expect(engine.description).toContain(`on ${backend}`);
    const attempts = await describeBackends();
    expect(attempts.at(-1)?.works).toBe(true);
    for (const { reason } of attempts) expect(reason).not.toBe("");
    if (backend !== "tensorflow")
      expect(attempts[0]).toMatchObject({ name: "@tensorflow/tfjs-node-gpu", works: false });
    expect(tf.getBackend()).toBe(backend);
  });

  it("a custom loss of summed log-probabilities is dLogprob = 1", async () => {
    model.zeroGradients();
    await model.backward(batch, { dLogprob: ones(batch) });
    const wanted = model.gradients();
    model.zeroGradients();
    const value = await model.backwardCustom(batch, (logits, { tokens }) => {
      const chosen = tf.mul(tf.oneHot(tf.tensor1d(tokens, "int32"), config.vocab), tf.logSoftmax(logits));
      return tf.sum(chosen) as ReturnType<typeof tf.scalar>;
    });
    expect(relativeError(model.gradients(), wanted)).toBeLessThan(1e-5);
    const { logprobs } = await model.statistics(batch);
    expect(value).toBeCloseTo(
      logprobs.flatMap((x) => [...x]).reduce((a, b) => a + b),
      3,
    );
  });

  it("micro-batches add up", async () => {
    const small = await createTfjsEngine({ backend, microTokens: 1 });
    const other = await small.createModel(config, waveParameters(config));
    model.zeroGradients();
    for (const m of [model, other]) await m.backward(batch, { dLogprob: ones(batch), dEntropy: ones(batch) }, cases[3]);
    expect(relativeError(other.gradients(), model.gradients())).toBeLessThan(1e-5);
    other.dispose();
  });

  it("a continuation does not depend on what it was batched with", async () => {
    const options = { count: 4, maxTokens: 6, endToken: 0, keys: (i: number, j: number) => [i, j] as const };
    const prompts = [[1, 2, 3], [4], [5, 6, 7, 8, 9, 10]];
    const together = await model.generate(prompts, options);
    for (const [i, prompt] of prompts.entries()) {
      const [alone] = await model.generate([prompt], { ...options, keys: (_, j) => [i, j] });
      expect(together[i].map(({ tokens }) => tokens)).toEqual(alone.map(({ tokens }) => tokens));
    }
    const longest = Math.max(...together.flat().map(({ tokens }) => tokens.length));
    expect(longest).toBeLessThanOrEqual(6);
    for (const { tokens, finished } of together.flat()) expect(finished).toBe(tokens.includes(0));
  });

  it("respects a limit a prompt, and no prompts", async () => {
    const keys = () => [1, 2] as const;
    const out = await model.generate([[1], [2]], { count: 2, maxTokens: [3, 0], endToken: 99, keys });
    expect(out.map((group) => group.map(({ tokens }) => tokens.length))).toEqual([
      [3, 3],
      [0, 0],
    ]);
    expect(await model.generate([], { count: 1, maxTokens: 3, endToken: 0, keys })).toEqual([]);
  });

  it("keeps no tensor beyond its state", async () => {
    const step = async () => {
      await model.statistics(batch);
      await model.backward(batch, { dEntropy: ones(batch) });
      await model.generate([[1, 2]], { count: 3, maxTokens: 4, endToken: 0, keys: (i, j) => [i, j] });
      await model.logits([[1, 2, 3]]);
      await model.step({ lr: 0 });
    };
    await step();
    model.setParameters(waveParameters(config));
    await step();
    const before = tf.memory().numTensors;
    for (let i = 0; i < 3; i++) await step();
    expect(tf.memory().numTensors).toBe(before);
  });

  it("skips a step whose gradient is not finite, and goes on", async () => {
    const before = model.parameters();
    const { step } = model.optimizerState();
    await model.backward(batch, {
      dLogprob: batch.map(({ tokens }) => new Float32Array(tokens.length).fill(Number.NaN)),
    });
    expect(await model.step({ lr: 0.1 })).toMatchObject({ skipped: true });
    expect(model.parameters()).toEqual(before);
    expect(model.optimizerState().step).toBe(step);
    expect(model.gradients().every((g) => g === 0)).toBe(true);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["statistics: batch[0] must be", () => model.statistics([{ prompt: [1], tokens: Array(14).fill(1) }])],
    ["statistics: batch[0].prompt must be", () => model.statistics([{ prompt: [], tokens: [1] }])],
    ["statistics: batch[0].tokens[1] must be", () => model.statistics([{ prompt: [1], tokens: [1, 11] }])],
    ["statistics: temperature must be", () => model.statistics(batch, { temperature: 0 })],
    ["backward: dLogprob.length must be", () => model.backward(batch, { dLogprob: [] })],
    ["backward: dEntropy[0].length must be", () => model.backward(batch, short)],
    ["backwardCustom: batch[0].prompt must be", () => model.backwardCustom([{ prompt: [], tokens: [1] }], zero)],
    ["generate: prompts[0] must be", () => generate(Array(5).fill(1), 10)],
    ["setParameters: parameters.length must be 2472", async () => model.setParameters(new Float32Array(3))],
    ["createModel: parameters.length must be 2472", () => engine.createModel(config, new Float32Array(3))],
    ["logits: sequences[0].length must be", () => model.logits([[]])],
    ["step: lr must be", () => model.step({ lr: Number.NaN })],
  ])("refuses: %s", async (message, act) => {
    await expect(act()).rejects.toThrow(message);
  });
  const short: LocalLoss = ({ logprobs }) => ({ dEntropy: logprobs.map(() => new Float32Array(0)) });
  const zero = () => tf.scalar(0);
  const generate = (prompt: number[], maxTokens: number) =>
    model.generate([prompt], { count: 1, maxTokens, endToken: 0, keys: () => [0, 0] });
});

describe("nucleus", () => {
  const shown = (p: number[], kind: "inclusive" | "exclusive" | "below") =>
    [...nucleusMembers(Float32Array.from(p), p.length, 0.8, kind)].join("");
  it.each([
    [[0.5, 0.25, 0.15, 0.07, 0.03], "11100", "11000", "11000"],
    [[0.05, 0.85, 0.1], "010", "000", "010"],
    [[0.25, 0.25, 0.25, 0.25], "1111", "1110", "1110"],
    [[1, 0, 0], "100", "000", "100"],
  ])("%j: %s, %s, %s", (p, inclusive, exclusive, below) => {
    expect([shown(p, "inclusive"), shown(p, "exclusive"), shown(p, "below")]).toEqual([inclusive, exclusive, below]);
  });
});

describe("sampling", () => {
  const logits = Float32Array.from([0.3, -1, 1.2, 0.1, -0.4, 0.9]);
  const draw = (n: number, topP: number) => {
    const counts = new Array<number>(6).fill(0);
    for (let t = 0; t < n; t++) {
      const reading = { temperature: 0.8, topP, p: 0.8, nucleus: "inclusive" } as const;
      counts[drawRows(logits, 6, [uniformAt([3, 4], t)], reading)[0].token]++;
    }
    return counts;
  };
  const weights = [...logits].map((z) => Math.exp(z / 0.8));

  it("frequencies follow the distribution (chi-square, 5 degrees of freedom, p = .001)", () => {
    const total = weights.reduce((a, b) => a + b);
    const chi = draw(20_000, 1).reduce((sum, n, i) => {
      const wanted = (20_000 * weights[i]) / total;
      return sum + (n - wanted) ** 2 / wanted;
    }, 0);
    expect(chi).toBeLessThan(20.5);
  });

  it("stays within the nucleus of topP and keeps its proportions", () => {
    const counts = draw(20_000, 0.6);
    expect(counts.map((n) => Math.sign(n))).toEqual([0, 0, 1, 0, 0, 1]);
    expect(counts[2] / counts[5]).toBeCloseTo(weights[2] / weights[5], 1);
  });

  it("draws the uniform that a key's stream has at t", () => {
    expect(uniformAt([5, 6], 7)).toBe(generator([5, 6], 7)());
  });
});
