import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sample } from "../../lib/core/types.js";
import type { Engine, Model, ModelConfig } from "../../lib/engine/types.js";
import { createWasmEngine } from "../../lib/engine/wasm/index.js";
import { generator } from "../../lib/index.js";

const config: ModelConfig = { vocab: 13, d: 12, layers: 2, heads: 2, context: 24, ffn: 20 };
const random = generator(11);
const draw = (n: number) => Math.floor(random() * n);
const ids = (length: number) => Array.from({ length }, () => draw(config.vocab));
const batch: Sample[] = Array.from({ length: 37 }, () => ({ prompt: ids(1 + draw(9)), tokens: ids(draw(15)) }));
const row = (values: ArrayLike<number>, f: (i: number) => number) => Float32Array.from(values, (_, i) => f(i));

let engine: Engine;
let model: Model;
beforeAll(async () => {
  engine = await createWasmEngine();
  const sized = await engine.createModel(config, { seed: 5 });
  const wide = sized.parameters().map((x, i) => (x === 1 ? 1 : 12 * x * (1 + (i % 3))));
  sized.dispose();
  model = await engine.createModel(config, wide);
});
afterAll(() => engine.dispose());

describe("wasm engine: batches", () => {
  it("a sequence's statistics do not depend on its batch, bit for bit", async () => {
    const together = await model.statistics(batch);
    for (const [i, sample] of batch.entries()) {
      const alone = await model.statistics([sample]);
      expect(alone.logprobs[0]).toEqual(together.logprobs[i]);
      expect(alone.entropies[0]).toEqual(together.entropies[i]);
      expect(alone.nucleusEntropies[0]).toEqual(together.nucleusEntropies[i]);
    }
  });

  it("gradients of a batch are those of its sequences, one by one", async () => {
    const coefficients = (samples: readonly Sample[], from: number) => ({
      dLogprob: samples.map(({ tokens }, i) => row(tokens, (t) => Math.sin(from + i + t))),
      dEntropy: samples.map(({ tokens }, i) => row(tokens, (t) => Math.cos(2 * (from + i) + t))),
      dNucleusEntropy: samples.map(({ tokens }, i) => row(tokens, (t) => Math.cos(from + i - t))),
    });
    model.zeroGradients();
    await model.backward(batch, coefficients(batch, 0));
    const together = model.gradients();
    model.zeroGradients();
    for (const [i, sample] of batch.entries()) await model.backward([sample], coefficients([sample], i));
    const alone = model.gradients();
    const scale = Math.max(...together.map(Math.abs));
    for (let i = 0; i < alone.length; i++) expect(Math.abs(alone[i] - together[i]) / scale).toBeLessThan(1e-5);
  });

  it("backward after statistics, without them, and with a token-local loss give the same bytes", async () => {
    const loss = ({ logprobs, entropies }: { logprobs: Float32Array[]; entropies: Float32Array[] }) => ({
      dLogprob: logprobs.map((x) => x.map((v) => Math.exp(v))),
      dEntropy: entropies.map((x) => x.map((v) => v - 1)),
    });
    const gradient = async (run: () => Promise<void>) => {
      model.zeroGradients();
      await run();
      return model.gradients();
    };
    const statistics = await model.statistics(batch);
    const kept = await gradient(() => model.backward(batch, loss(statistics)));
    expect(await gradient(() => model.backward(batch, loss(statistics)))).toEqual(kept);
    expect(await gradient(() => model.backward(batch, loss))).toEqual(kept);
  });

  it("statistics at another temperature leave nothing that changes a backward", async () => {
    const one = batch.map(({ tokens }) => row(tokens, () => 1));
    const coefficients = { dLogprob: one, dEntropy: one, dNucleusEntropy: one };
    const at = async (temperature: number, before?: number) => {
      if (before !== undefined) await model.statistics(batch, { temperature: before });
      model.zeroGradients();
      await model.backward(batch, coefficients, { temperature });
      return model.gradients();
    };
    for (const temperature of [1, 0.7]) {
      const alone = await at(temperature);
      for (const before of [0.7, 1]) expect(await at(temperature, before)).toEqual(alone);
    }
  });

  it("along its gradient each statistic rises by the gradient's norm", async () => {
    const start = model.parameters();
    for (const [name, coefficient] of [
      ["logprobs", "dLogprob"],
      ["entropies", "dEntropy"],
    ] as const) {
      const weights = batch.map(({ tokens }) => row(tokens, () => random() - 0.5));
      model.zeroGradients();
      await model.backward(batch, { [coefficient]: weights });
      const gradient = model.gradients();
      const norm = Math.hypot(...gradient);
      const value = async (step: number) => {
        model.setParameters(start.map((x, i) => x + (step * gradient[i]) / norm));
        const statistics = (await model.statistics(batch))[name];
        return statistics.reduce((sum, x, i) => sum + x.reduce((s, v, t) => s + v * weights[i][t], 0), 0);
      };
      const slope = ((await value(1e-3)) - (await value(-1e-3))) / 2e-3;
      model.setParameters(start);
      expect(Math.abs(slope / norm - 1)).toBeLessThan(5e-3);
    }
  });
});

describe("wasm engine: steps", () => {
  it("skips a non-finite gradient, says so, and goes on", async () => {
    const before = model.parameters();
    await model.backward(batch, { dLogprob: batch.map(({ tokens }) => row(tokens, () => Number.NaN)) });
    const result = await model.step({ lr: 1e-3 });
    expect(result.skipped).toBe(true);
    expect(result.gradNorm).toBeNaN();
    expect(model.parameters()).toEqual(before);
    expect(model.gradients().every((g) => g === 0)).toBe(true);
    expect(model.optimizerState().step).toBe(0);
    await model.backward(batch, { dLogprob: batch.map(({ tokens }) => row(tokens, () => -1)) });
    expect((await model.step({ lr: 1e-3 })).skipped).toBe(false);
    expect(model.optimizerState().step).toBe(1);
    model.setParameters(before);
  });

  it("learns a short sequence by heart", async () => {
    const sample = [{ prompt: [1, 2], tokens: [3, 4, 5, 6, 7, 0] }];
    const copy = await engine.createModel(config, { seed: 2 });
    const coefficients = { dLogprob: [new Float32Array(6).fill(-1)] };
    for (let i = 0; i < 60; i++) {
      await copy.backward(sample, coefficients);
      await copy.step({ lr: 1e-2 });
    }
    const out = await copy.generate([[1, 2]], {
      count: 1,
      maxTokens: 6,
      endToken: 0,
      temperature: 0.1,
      keys: () => [0, 0],
    });
    expect(out[0][0].tokens).toEqual([3, 4, 5, 6, 7, 0]);
    expect(out[0][0].finished).toBe(true);
    copy.dispose();
  });
});

describe("wasm engine: what it refuses", () => {
  const refused = async (what: () => Promise<unknown>, message: RegExp) => {
    await expect(what()).rejects.toThrow(RangeError);
    await expect(what()).rejects.toThrow(message);
  };

  it("bad tokens, lengths, coefficients and head options, by name", async () => {
    const sample = (prompt: number[], tokens: number[]) => [{ prompt, tokens }];
    await refused(
      () => model.statistics(sample([1, 13], [2])),
      /batch\[0\].prompt\[1\] must be a token id in \[0, 13\), got 13/,
    );
    await refused(() => model.statistics(sample([1], ids(24))), /at most 24 .*got 25/);
    await refused(() => model.statistics(sample([], [1])), /at least one token/);
    await refused(() => model.backward(sample([1], [2]), { dLogprob: [new Float32Array(2)] }), /dLogprob\[0\].length/);
    await refused(() => model.statistics(sample([1], [2]), { temperature: 0 }), /temperature/);
    await refused(() => model.logits([[1.5]]), /token id/);
    const options = { count: 1, maxTokens: 20, endToken: 0, keys: () => [0, 0] as const };
    await refused(() => model.generate([ids(5)], options), /24 \(the context\)/);
    await refused(() => model.step({ lr: Number.NaN }), /lr/);
  });

  it("parameters that are not finite, and shapes that do not fit its memory", async () => {
    const values = model.parameters();
    values[7] = Number.NaN;
    expect(() => model.setParameters(values)).toThrow(/parameters\[7\] must be a finite number, got NaN/);
    const huge = { vocab: 1_000_000, d: 1024, layers: 1, heads: 4, context: 8 };
    await refused(() => engine.createModel(huge, { seed: 1 }), /needs \d+ MB, WebAssembly addresses 4096 MB/);
    const long = await engine.createModel({ vocab: 4, d: 8, layers: 1, heads: 8, context: 40_000 }, { seed: 1 });
    await refused(() => long.logits([new Array(40_000).fill(1)]), /needs \d+ MB/);
    expect((await long.logits([[1, 2]]))[0].length).toBe(8);
    long.dispose();
  });
});
