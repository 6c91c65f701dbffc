import type { Scalar, Tensor2D } from "@tensorflow/tfjs";
import { checkInteger } from "../../core/check.js";
import type { BatchStatistics, Coefficients, Sample } from "../../core/types.js";
import {
  checkBatch,
  checkCoefficients,
  checkGenerate,
  checkHead,
  checkOptimizer,
  checkParameters,
  checkSequence,
  checkState,
} from "../inputs.js";
import type {
  GenerateOptions,
  Generation,
  HeadOptions,
  LocalLoss,
  Model,
  ModelConfig,
  OptimizerOptions,
  OptimizerState,
  ParameterBlock,
} from "../types.js";
import { generate } from "./decode.js";
import { headGradient, withGradient } from "./head.js";
import { adamw, normOf } from "./optimizer.js";
import type { Packed } from "./pack.js";
import { emptyStatistics, flatten, pack } from "./pack.js";
import type { Setup } from "./passes.js";
import { addGradient, readHead, rowLogits, tidied } from "./passes.js";
import { State } from "./state.js";
import type { Context } from "./transformer.js";

/** What a custom loss learns of its rows: the sampled tokens and how many belong to each response of the micro-batch. */
export interface CustomRows {
  /** Sampled token of each row. [N] */
  tokens: Int32Array;
  /** Index in the batch of the micro-batch's first response. */
  from: number;
  /** Rows of each response, in order. */
  lengths: readonly number[];
}

/** A loss in tfjs operations: logits [N, V] of the response tokens of one micro-batch to a scalar. */
export type CustomLoss = (logits: Tensor2D, rows: CustomRows) => Scalar;

/** A model on tfjs: the common interface, and a hook for losses written in tfjs operations. */
export class TfjsModel implements Model {
  readonly config: ModelConfig;
  readonly blocks: readonly ParameterBlock[];
  readonly #setup: Setup;
  readonly #state: State;
  #steps = 0;

  constructor(setup: Setup, initial: Float32Array) {
    this.config = setup.config;
    this.blocks = setup.blocks;
    this.#setup = setup;
    this.#state = new State(setup.tf, setup.blocks, initial);
  }

  parameters(): Float32Array {
    return this.#state.read("theta");
  }

  setParameters(values: Float32Array): void {
    checkParameters("setParameters", this.config, values);
    this.#state.write("theta", values);
  }

  gradients(): Float32Array {
    return this.#state.read("gradient");
  }

  zeroGradients(): void {
    this.#state.zero("gradient");
  }

  optimizerState(): OptimizerState {
    return { step: this.#steps, first: this.#state.read("first"), second: this.#state.read("second") };
  }

  setOptimizerState({ step, first, second }: OptimizerState): void {
    checkState(this.config, { step, first, second });
    this.#state.write("first", first);
    this.#state.write("second", second);
    this.#steps = step;
  }

  async logits(sequences: ArrayLike<number>[]): Promise<Float32Array[]> {
    return sequences.map((tokens, i) => {
      checkInteger("logits", `sequences[${i}].length`, tokens.length, 1);
      checkSequence("logits", `sequences[${i}]`, tokens, this.config);
      const inputs = Int32Array.from(tokens);
      const rows = inputs.map((_, t) => t);
      const part: Packed = {
        from: 0,
        lengths: [],
        length: rows.length,
        inputs,
        positions: rows,
        rows,
        targets: inputs,
      };
      return tidied(this.#setup.tf, () => Float32Array.from(rowLogits(this.#context(), part).dataSync()));
    });
  }

  async statistics(batch: readonly Sample[], options: HeadOptions = {}): Promise<BatchStatistics> {
    checkHead("statistics", options);
    checkBatch("statistics", batch, this.config);
    const { tf } = this.#setup;
    const all = emptyStatistics(batch);
    for (const part of pack(batch, this.#setup.microTokens)) {
      const { statistics } = tidied(tf, () => readHead(tf, part, rowLogits(this.#context(), part), options));
      for (const name of ["logprobs", "entropies", "nucleusEntropies"] as const) {
        statistics[name].forEach((values, i) => {
          all[name][part.from + i] = values;
        });
      }
    }
    return all;
  }

  async backward(
    batch: readonly Sample[],
    coefficients: Coefficients | LocalLoss,
    options: HeadOptions = {},
  ): Promise<void> {
    checkHead("backward", options);
    checkBatch("backward", batch, this.config);
    const { tf } = this.#setup;
    const local = typeof coefficients === "function";
    if (!local) checkCoefficients("backward", batch, coefficients);
    for (const part of pack(batch, this.#setup.microTokens)) {
      const count = part.lengths.length;
      const gradient = (logits: Tensor2D) => {
        const { parts, statistics } = readHead(tf, part, logits, options);
        if (!local) return headGradient(tf, parts, flatten(coefficients, part.from, count));
        const given = coefficients(statistics, part.from);
        checkCoefficients("backward", batch.slice(part.from, part.from + count), given);
        return headGradient(tf, parts, flatten(given, 0, count));
      };
      addGradient(this.#setup, this.#state, part, (logits) => withGradient(tf, logits, gradient));
    }
  }

  /** Adds the gradient of a loss to the gradients; micro-batches add up. The sum of the loss over them is returned. */
  async backwardCustom(batch: readonly Sample[], loss: CustomLoss): Promise<number> {
    checkBatch("backwardCustom", batch, this.config);
    let total = 0;
    for (const part of pack(batch, this.#setup.microTokens)) {
      const { targets, from, lengths } = part;
      addGradient(this.#setup, this.#state, part, (logits) => {
        const value = loss(logits, { tokens: targets, from, lengths });
        total += value.dataSync()[0];
        return value;
      });
    }
    return total;
  }

  async step(options: OptimizerOptions): Promise<{ gradNorm: number; skipped: boolean }> {
    checkOptimizer(options);
    const { tf } = this.#setup;
    const state = this.#state;
    const gradient = state.get("gradient");
    const gradNorm = normOf(tf, gradient);
    const skipped = !Number.isFinite(gradNorm);
    if (!skipped) {
      this.#steps++;
      const now = { theta: state.get("theta"), first: state.get("first"), second: state.get("second") };
      const next = tf.tidy(() => adamw(tf, now, gradient, gradNorm, this.#steps, options));
      for (const name of ["theta", "first", "second"] as const) state.put(name, next[name]);
    }
    state.zero("gradient");
    return { gradNorm, skipped };
  }

  async generate(prompts: ArrayLike<number>[], options: GenerateOptions): Promise<Generation[][]> {
    checkGenerate(prompts, options, this.config);
    return generate(this.#context(), prompts, options);
  }

  dispose(): void {
    this.#state.dispose();
  }

  #context(): Context {
    return { ...this.#setup, weights: this.#state.weights() };
  }
}
