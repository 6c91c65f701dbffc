import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generator, normal } from "../../lib/core/random.js";
import type { BatchStatistics, LossTerm, Sample } from "../../lib/core/types.js";
import { initialParameters, parameterBlocks } from "../../lib/engine/layout.js";
import type { Engine, HeadOptions, Model, ModelConfig } from "../../lib/engine/types.js";
import * as losses from "../../lib/losses/index.js";
import { engines } from "./engines.js";
import { relativeError } from "./reference.js";

const config: ModelConfig = { vocab: 13, d: 16, layers: 2, heads: 2, context: 24, positions: { period: 4 } };
const random = generator(11);
const token = () => 1 + Math.floor(random() * 12);
const batch: Sample[] = [3, 7, 1, 12, 9, 5].map((n) => ({
  prompt: Array.from({ length: 2 + (n % 4) }, token),
  tokens: Array.from({ length: n }, token),
}));
const masks = batch.map(({ tokens }) => new Uint8Array(tokens.length).fill(1));
const shifted = (x: Float32Array[], by: number) => {
  const noise = generator(12);
  return x.map((row) => row.map((v) => v + by * normal(noise)));
};
const advantages = batch.map(({ tokens }) => {
  const advantage = normal(random);
  return new Float32Array(tokens.length).fill(advantage);
});
const parameters = initialParameters(config, 3).map((x) => (x === 1 ? 1 : 15 * x));

/** Whose value is not what they differentiate: the importance weight is held constant. */
const detached = ["cispo"];

/** Every family of loss, as the recipes compose them: statistics in, coefficients out. */
const variants: Record<string, (s: BatchStatistics, old: Float32Array[]) => LossTerm> = {
  reinforce: ({ logprobs }) => losses.reinforce({ logprobs, advantages, masks }),
  "clipped surrogate, dual clip": ({ logprobs }, oldLogprobs) =>
    losses.clippedSurrogate({ logprobs, oldLogprobs, advantages, masks }, { epsHigh: 0.28, dualClip: 3 }),
  gspo: ({ logprobs }, oldLogprobs) => losses.gspo({ logprobs, oldLogprobs, advantages, masks }),
  cispo: ({ logprobs }, oldLogprobs) => losses.cispo({ logprobs, oldLogprobs, advantages, masks }),
  "sampled KL": ({ logprobs }, old) =>
    losses.klPenalty({ logprobs, referenceLogprobs: old, masks }, { coefficient: 0.1 }),
  "entropy bonus": ({ entropies }) => losses.entropyBonus({ entropies, masks }, { beta: 0.01 }),
  "surrogate with anchored nucleus entropy": ({ logprobs, nucleusEntropies }, oldLogprobs) =>
    losses.sumTerms(
      losses.clippedSurrogate({ logprobs, oldLogprobs, advantages, masks }),
      losses.anchoredEntropy({ entropies: nucleusEntropies, masks, anchor: 0.4 }, { beta: 0.05, of: "nucleus" }),
    ),
};

const head: HeadOptions = { temperature: 0.9, p: 0.8, nucleus: "inclusive" };

describe.each(engines)("%s", (_name, create) => {
  let engine: Engine;
  let model: Model;
  let old: Float32Array[];
  beforeAll(async () => {
    engine = await create();
    model = await engine.createModel(config, parameters);
    old = shifted((await model.statistics(batch, head)).logprobs, 0.3);
  });
  afterAll(() => {
    model.dispose();
    engine.dispose();
  });

  it.each(Object.entries(variants).filter(([name]) => !detached.includes(name)))(
    "the slope of %s along its gradient",
    async (_variant, loss) => {
      const value = async (at: Float32Array) => {
        model.setParameters(at);
        return loss(await model.statistics(batch, head), old).value;
      };
      model.setParameters(parameters);
      model.zeroGradients();
      await model.backward(batch, loss(await model.statistics(batch, head), old), head);
      const gradient = model.gradients();
      // Along the gradient itself the slope is as large as it gets, so that float32 values can show it.
      const norm = Math.sqrt(gradient.reduce((sum, g) => sum + g * g, 0));
      const along = (h: number) => parameters.map((x, i) => x + (h * gradient[i]) / norm);
      const h = 5e-4;
      const slope = ((await value(along(h))) - (await value(along(-h)))) / (2 * h);
      expect(Math.abs(slope - norm) / norm).toBeLessThan(2e-2);
    },
  );
});

describe.skipIf(engines.length < 2)("the engines among themselves", () => {
  const models: Model[] = [];
  beforeAll(async () => {
    for (const [, create] of engines) models.push(await (await create()).createModel(config, parameters));
  });
  afterAll(() => {
    for (const model of models) model.dispose();
  });

  it.each(Object.entries(variants))("gradients of %s", async (_variant, loss) => {
    const flats: Float32Array[] = [];
    const old = shifted((await models[0].statistics(batch, head)).logprobs, 0.3);
    for (const model of models) {
      model.zeroGradients();
      await model.backward(batch, loss(await model.statistics(batch, head), old), head);
      flats.push(model.gradients());
    }
    for (const { offset, size, name } of parameterBlocks(config)) {
      const [first, ...others] = flats.map((flat) => flat.subarray(offset, offset + size));
      for (const other of others) expect(relativeError(other, first), name).toBeLessThan(1e-5);
    }
  });

  it.each([1, 0.95, 0.5])("the same keys sample the same tokens, with the same statistics: topP %d", async (topP) => {
    const prompts = batch.map(({ prompt }) => prompt);
    const options = {
      count: 3,
      maxTokens: 12,
      endToken: 0,
      temperature: 0.9,
      topP,
      keys: (i: number, j: number) => [i, j] as const,
    };
    const [first, ...others] = await Promise.all(models.map((model) => model.generate(prompts, options)));
    for (const other of others) {
      for (const [i, wanted] of first.flat().entries()) {
        const got = other.flat()[i];
        expect(got.tokens).toEqual(wanted.tokens);
        expect(relativeError(got.logprobs, wanted.logprobs)).toBeLessThan(1e-5);
        expect(relativeError(got.nucleusEntropy, wanted.nucleusEntropy)).toBeLessThan(1e-5);
      }
    }
  });
});
