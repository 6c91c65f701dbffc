import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Coefficients } from "../../lib/core/types.js";
import { parameterBlocks } from "../../lib/engine/layout.js";
import type { Engine, Model, OptimizerOptions } from "../../lib/engine/types.js";
import { engines } from "./engines.js";
import type { Reference } from "./reference.js";
import { projections, references, relativeError, wave, waveParameters } from "./reference.js";

const TOLERANCE = 1e-5;
const worst: Record<string, number> = {};

function near(what: string, got: ArrayLike<number>, wanted: ArrayLike<number>): void {
  const error = relativeError(got, wanted);
  worst[what] = Math.max(worst[what] ?? 0, error);
  expect(error, what).toBeLessThanOrEqual(TOLERANCE);
}

function floats(values: Reference["cases"][number]["coefficients"]): Coefficients {
  return Object.fromEntries(Object.entries(values).map(([k, v]) => [k, v.map((row) => Float32Array.from(row))]));
}

describe.each(engines)("%s against float64 PyTorch", (name, create) => {
  let engine: Engine;
  beforeAll(async () => {
    for (const what of Object.keys(worst)) delete worst[what];
    engine = await create();
  });
  afterAll(() => {
    const figures = Object.entries(worst).map(([what, error]) => `${what} ${error.toExponential(1)}`);
    console.info(`${name} (${engine.description}): largest relative errors ${figures.join(", ")}`);
    engine.dispose();
  });

  describe.each(references)("$name", (reference) => {
    const { config, batch, cases } = reference;
    const full = cases[cases.length - 1];
    let model: Model;
    beforeAll(async () => {
      model = await engine.createModel(config, waveParameters(config));
    });
    afterAll(() => model.dispose());

    it("logits", async () => {
      const sequences = batch.map(({ prompt, tokens }) => [...Array.from(prompt), ...Array.from(tokens)]);
      const logits = await model.logits(sequences.slice(0, reference.logits.length));
      for (const [i, wanted] of reference.logits.entries()) near("logits", logits[i], wanted);
    });

    it.each(cases)("statistics and gradients at $temperature, $nucleus $p", async (wanted) => {
      const statistics = await model.statistics(batch, wanted);
      for (const key of ["logprobs", "entropies", "nucleusEntropies"] as const) {
        near(
          "statistics",
          statistics[key].flatMap((x) => [...x]),
          wanted.statistics[key].flat(),
        );
        expect(statistics[key].map((x) => x.length)).toEqual(batch.map(({ tokens }) => tokens.length));
      }
      model.zeroGradients();
      await model.backward(batch, floats(wanted.coefficients), wanted);
      const blocks = projections(config, model.gradients());
      for (const [block, values] of Object.entries(wanted.projections)) near("gradients", blocks[block], values);
    });

    it("every entry of every gradient block, through a token-local loss too", async () => {
      const given = floats(full.coefficients);
      const cut = (from: number, n: number) =>
        Object.fromEntries(Object.entries(given).map(([k, v]) => [k, (v as Float32Array[]).slice(from, from + n)]));
      for (const coefficients of [
        given,
        (s: { logprobs: Float32Array[] }, from: number) => cut(from, s.logprobs.length),
      ]) {
        model.zeroGradients();
        await model.backward(batch, coefficients, full);
        const flat = model.gradients();
        for (const { offset, size } of parameterBlocks(config)) {
          const end = offset + size;
          near("gradients", flat.subarray(offset, end), (full.gradients as number[]).slice(offset, end));
        }
      }
    });

    it("AdamW: the first step with clipping, a later one without", async () => {
      const { step, laterStep } = reference;
      const start = waveParameters(config);
      const size = start.length;
      const take = async (options: OptimizerOptions): Promise<Float32Array> => {
        model.setParameters(start);
        model.zeroGradients();
        await model.backward(batch, floats(full.coefficients), full);
        const { gradNorm, skipped } = await model.step(options);
        expect(skipped).toBe(false);
        near("gradient norm", [gradNorm], [full.gradientNorm]);
        expect(model.gradients().every((g) => g === 0)).toBe(true);
        return model.parameters();
      };
      model.setOptimizerState({ step: 0, first: new Float32Array(size), second: new Float32Array(size) });
      const first = await take(step.options);
      near("parameters after a step", first, step.parameters);
      const moments = (scale: number, shift: number) =>
        Float32Array.from(start, (_, i) => 0.1 * (wave(scale * i) + shift));
      model.setOptimizerState({ step: laterStep.stepsBefore, first: moments(3, 0), second: moments(5, 0.6) });
      const later = projections(config, await take({ ...laterStep.options, clip: Infinity }));
      for (const [block, values] of Object.entries(laterStep.projections)) {
        near("parameters after a step", later[block], values);
      }
      expect(model.optimizerState().step).toBe(laterStep.stepsBefore + 1);
      model.setParameters(start);
    });

    it("a decoded token's statistics are the forward pass's", async () => {
      const prompts = batch.map(({ prompt }) => Array.from(prompt)).filter((p) => p.length < config.context - 2);
      const head = { temperature: 0.7, nucleus: "inclusive", p: 0.8 } as const;
      const generations = await model.generate(prompts, {
        ...head,
        count: 3,
        maxTokens: prompts.map((prompt) => config.context - prompt.length),
        endToken: 0,
        topP: 0.9,
        keys: (i, j) => [i + 1, j + 1],
      });
      const samples = generations.flatMap((group, i) => group.map(({ tokens }) => ({ prompt: prompts[i], tokens })));
      const forward = await model.statistics(samples, head);
      for (const [n, g] of generations.flat().entries()) {
        near("decoded statistics", g.logprobs, forward.logprobs[n]);
        near("decoded statistics", g.entropy, forward.entropies[n]);
        near("decoded statistics", g.nucleusEntropy, forward.nucleusEntropies[n]);
        expect(g.finished).toBe(g.tokens[g.tokens.length - 1] === 0);
      }
    });
  });
});
