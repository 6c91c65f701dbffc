import { checkInteger, checkNumber, checkOneOf, fail } from "../core/check.js";
import type { Coefficients, Sample } from "../core/types.js";
import { initialParameters, parameterCount } from "./layout.js";
import type { GenerateOptions, HeadOptions, ModelConfig, OptimizerOptions, OptimizerState } from "./types.js";

/** Checks of what callers hand to a model: every error names function, argument, rule and value. */

/** Parameters given or drawn from a seed. */
export function parametersFrom(config: ModelConfig, given: Float32Array | { seed: number }): Float32Array {
  if (!(given instanceof Float32Array)) return initialParameters(config, given.seed);
  checkParameters("createModel", config, given);
  return given;
}

export function checkParameters(fn: string, config: ModelConfig, values: Float32Array): void {
  const count = parameterCount(config);
  if (values.length !== count) fail(fn, "parameters.length", `${count}, the size of this shape`, values.length);
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) fail(fn, `parameters[${i}]`, "a finite number", values[i]);
  }
}

export function checkState(config: ModelConfig, { step, first, second }: OptimizerState): void {
  const fn = "setOptimizerState";
  checkInteger(fn, "step", step, 0);
  const count = parameterCount(config);
  if (first.length !== count) fail(fn, "first.length", `${count}, the size of this shape`, first.length);
  if (second.length !== count) fail(fn, "second.length", `${count}, the size of this shape`, second.length);
}

export function checkOptimizer({
  lr,
  betas = [0.9, 0.95],
  epsilon = 1e-8,
  weightDecay = 0,
  clip = 1,
}: OptimizerOptions) {
  checkNumber("step", "lr", lr, { low: 0 });
  for (const [i, beta] of betas.entries()) checkNumber("step", `betas[${i}]`, beta, { low: 0, high: 1, open: "high" });
  checkNumber("step", "epsilon", epsilon, { low: 0 });
  checkNumber("step", "weightDecay", weightDecay, { low: 0 });
  if (!(clip > 0)) fail("step", "clip", "positive (Infinity for none)", clip);
}

export function checkSequence(fn: string, name: string, ids: ArrayLike<number>, config: ModelConfig): void {
  if (ids.length > config.context) fail(fn, `${name}.length`, `at most the context (${config.context})`, ids.length);
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    if (Number.isInteger(id) && id >= 0 && id < config.vocab) continue;
    fail(fn, `${name}[${i}]`, `a token id in [0, ${config.vocab})`, id);
  }
}

export function checkBatch(fn: string, batch: readonly Sample[], config: ModelConfig): void {
  batch.forEach(({ prompt, tokens }, i) => {
    if (prompt.length === 0) fail(fn, `batch[${i}].prompt`, "at least one token", prompt);
    checkSequence(fn, `batch[${i}].prompt`, prompt, config);
    checkSequence(fn, `batch[${i}].tokens`, tokens, config);
    const length = prompt.length + tokens.length;
    if (length > config.context) {
      fail(fn, `batch[${i}]`, `prompt and tokens of at most ${config.context} (the context) together`, length);
    }
  });
}

export function checkHead(fn: string, { temperature = 1, p = 0.8, nucleus = "inclusive" }: HeadOptions): void {
  checkNumber(fn, "temperature", temperature, { low: 0, open: "low" });
  checkNumber(fn, "p", p, { low: 0, high: 1, open: "low" });
  checkOneOf(fn, "nucleus", nucleus, ["inclusive", "exclusive", "below"]);
}

export function checkGenerate(
  prompts: readonly ArrayLike<number>[],
  options: GenerateOptions,
  config: ModelConfig,
): void {
  const fn = "generate";
  checkHead(fn, options);
  checkInteger(fn, "count", options.count, 1);
  checkNumber(fn, "topP", options.topP ?? 1, { low: 0, high: 1, open: "low" });
  if (typeof options.maxTokens !== "number" && options.maxTokens.length !== prompts.length) {
    fail(fn, "maxTokens.length", `one limit per prompt (${prompts.length})`, options.maxTokens.length);
  }
  prompts.forEach((prompt, i) => {
    if (prompt.length === 0) fail(fn, `prompts[${i}]`, "at least one token", prompt);
    checkSequence(fn, `prompts[${i}]`, prompt, config);
    const limit = limitOf(options, i);
    checkInteger(fn, `maxTokens of prompts[${i}]`, limit, 0);
    const length = prompt.length + limit;
    if (length <= config.context) return;
    fail(fn, `prompts[${i}]`, `at most ${config.context} (the context) long together with maxTokens`, length);
  });
}

/** Longest continuation of a prompt. */
export function limitOf({ maxTokens }: Pick<GenerateOptions, "maxTokens">, prompt: number): number {
  return typeof maxTokens === "number" ? maxTokens : maxTokens[prompt];
}

/** One number per response token in every array that is given. */
export function checkCoefficients(fn: string, batch: readonly Sample[], given: Coefficients): void {
  for (const name of ["dLogprob", "dEntropy", "dNucleusEntropy"] as const) {
    const arrays = given[name];
    if (arrays === undefined) continue;
    if (arrays.length !== batch.length) {
      fail(fn, `${name}.length`, `one array per response (${batch.length})`, arrays.length);
    }
    batch.forEach(({ tokens }, i) => {
      if (arrays[i].length === tokens.length) return;
      fail(fn, `${name}[${i}].length`, `one value per token (${tokens.length})`, arrays[i].length);
    });
  }
}
