import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generator } from "../../lib/core/random.js";
import type { Coefficients, Sample } from "../../lib/core/types.js";
import { initialParameters } from "../../lib/engine/layout.js";
import type { Engine, GenerateOptions, HeadOptions, Model, ModelConfig } from "../../lib/engine/types.js";
import { engines } from "./engines.js";
import { relativeError } from "./reference.js";

const config: ModelConfig = { vocab: 13, d: 16, layers: 2, heads: 2, context: 24 };
const parameters = initialParameters(config, 5).map((x) => (x === 1 ? 1 : 9 * x));
const random = generator(31);
const token = () => Math.floor(random() * config.vocab);
const batch: Sample[] = [3, 8, 0, 11, 6].map((n) => ({
  prompt: Array.from({ length: 1 + (n % 3) }, token),
  tokens: Array.from({ length: n }, token),
}));
const coefficients = () => batch.map(({ tokens }) => Float32Array.from(tokens, () => random() - 0.5));
const [dLogprob, dEntropy, dNucleusEntropy] = [coefficients(), coefficients(), coefficients()];
const both = dEntropy.map((row, i) => row.map((x, t) => x + dNucleusEntropy[i][t]));

const whole: HeadOptions = { temperature: 0.9, p: 1 };
// What a nucleus of this mass leaves out has less than 1e-7 of the mass, and its share of an entropy is below 3e-6 nats.
const nearly: HeadOptions = { ...whole, p: 1 - 1e-7 };
const options: GenerateOptions = { count: 3, maxTokens: 12, endToken: 0, keys: (i, j) => [i + 1, j + 1] };

async function gradient(model: Model, given: Coefficients, head: HeadOptions): Promise<Float32Array> {
  model.zeroGradients();
  await model.backward(batch, given, head);
  return model.gradients();
}

describe.each(engines)("p = 1 on %s: the nucleus is every token", (_name, create) => {
  let engine: Engine;
  let model: Model;
  beforeAll(async () => {
    engine = await create();
    model = await engine.createModel(config, parameters);
  });
  afterAll(() => engine.dispose());

  it("statistics: nucleus entropy is the entropy, and the limit of nuclei that lack ever less", async () => {
    const { entropies, nucleusEntropies, logprobs } = await model.statistics(batch, whole);
    expect(nucleusEntropies).toEqual(entropies);
    const limit = await model.statistics(batch, nearly);
    expect([limit.logprobs, limit.entropies]).toEqual([logprobs, entropies]);
    for (const [i, row] of limit.nucleusEntropies.entries()) {
      for (const [t, h] of row.entries()) expect(Math.abs(h - nucleusEntropies[i][t])).toBeLessThan(1e-5);
    }
  });

  it("gradients: a coefficient on the one is a coefficient on the other", async () => {
    const got = await gradient(model, { dLogprob, dEntropy, dNucleusEntropy }, whole);
    const wanted = await gradient(model, { dLogprob, dEntropy: both }, whole);
    expect(relativeError(got, wanted)).toBeLessThan(1e-6);
    const alone = await gradient(model, { dNucleusEntropy }, whole);
    expect(alone).toEqual(await gradient(model, { dEntropy: dNucleusEntropy }, whole));
    expect(relativeError(alone, await gradient(model, { dNucleusEntropy }, nearly))).toBeLessThan(1e-5);
  });

  it.each([1, 0.9])("sampling within top-p %s: the tokens of any p, their entropies twice", async (topP) => {
    const prompts = batch.map(({ prompt }) => prompt);
    const groups = await model.generate(prompts, { ...options, ...whole, topP });
    const usual = await model.generate(prompts, { ...options, ...whole, topP, p: 0.8 });
    for (const [i, g] of groups.flat().entries()) {
      const { tokens, logprobs, entropy } = usual.flat()[i];
      expect(g).toMatchObject({ tokens, logprobs, entropy });
      expect(g.nucleusEntropy).toEqual(entropy);
    }
  });

  it("so is the one that does not exceed p; the exclusive one lacks its last token", async () => {
    const { entropies, nucleusEntropies } = await model.statistics(batch, { ...whole, nucleus: "below" });
    const below = nucleusEntropies.map((row, i) => relativeError(row, entropies[i]));
    expect(Math.max(...below)).toBeLessThan(1e-6);
    const exclusive = await model.statistics(batch, { ...whole, nucleus: "exclusive" });
    expect(exclusive.nucleusEntropies).not.toEqual(entropies);
  });
});

describe.skipIf(engines.length < 2)("p = 1: the engines among themselves", () => {
  it("statistics and gradients", async () => {
    const models = await Promise.all(
      engines.map(async ([, create]) => (await create()).createModel(config, parameters)),
    );
    const results = [];
    for (const model of models) {
      const { nucleusEntropies } = await model.statistics(batch, whole);
      results.push({
        entropies: nucleusEntropies.flatMap((row) => [...row]),
        gradient: await gradient(model, { dLogprob, dEntropy, dNucleusEntropy }, whole),
      });
      model.dispose();
    }
    const [first, ...others] = results;
    for (const other of others) {
      expect(relativeError(other.entropies, first.entropies)).toBeLessThan(1e-5);
      expect(relativeError(other.gradient, first.gradient)).toBeLessThan(1e-5);
    }
  });
});
