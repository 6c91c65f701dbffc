import type { BatchStatistics, Coefficients, Sample } from "../core/types.js";

/** The shape of a decoder-only transformer: pre-norm (RMS), causal attention, ReLU MLP, tied embedding, no biases. */
export interface ModelConfig {
  vocab: number;
  /** Width of the residual stream. */
  d: number;
  layers: number;
  heads: number;
  /** Longest sequence: prompt and response together. */
  context: number;
  /** Width of the MLP; 4 d when absent. */
  ffn?: number;
  /**
   * Learned positions: one vector a position, or the sum of a slot vector (position mod period) and a step vector
   * (position div period), which lets a small model copy at a fixed stride.
   */
  positions?: "learned" | { period: number };
}

/** Where one named block lies in the flat parameter array. */
export interface ParameterBlock {
  name: string;
  shape: number[];
  offset: number;
  size: number;
}

/** How the head reads logits: they are divided by the temperature before everything else. */
export interface HeadOptions {
  /** Default 1. */
  temperature?: number;
  /**
   * Mass of the nucleus whose entropy is reported (default .8); membership is held constant in gradients. 1 asks for no
   * nucleus: nucleus entropy is then the full entropy (of all but the last token that can be drawn for `exclusive`), and
   * by `inclusive` costs nothing.
   */
  p?: number;
  nucleus?: "inclusive" | "exclusive" | "below";
}

/** What a token-local loss sees of one micro-batch: statistics of `batch[from] ... batch[from + length - 1]`. */
export type LocalLoss = (statistics: BatchStatistics, from: number) => Coefficients;

export interface OptimizerOptions {
  lr: number;
  /** Default [.9, .95]. */
  betas?: [number, number];
  /** Default 1e-8. */
  epsilon?: number;
  /** Decoupled weight decay, default 0. */
  weightDecay?: number;
  /** Global gradient norm is clipped to this; default 1, Infinity for none. */
  clip?: number;
}

export interface GenerateOptions {
  /** Continuations a prompt. */
  count: number;
  /** Longest continuation, one for all or one a prompt (prefixes of different lengths leave different room). */
  maxTokens: number | ArrayLike<number>;
  /** Sampling stops after this token, which is kept. */
  endToken: number;
  temperature?: number;
  /** Truncates sampling to the nucleus; log-probabilities and entropies stay those of the whole distribution. Default 1. */
  topP?: number;
  /** As `HeadOptions.p`. */
  p?: number;
  nucleus?: HeadOptions["nucleus"];
  /**
   * Key of the random stream of continuation j of prompt i. Token t (counted from the start of the sampled part) draws
   * `toUniform(threefry(key, [t, 0]))`, so a continuation does not depend on what it was batched with.
   */
  keys: (prompt: number, continuation: number) => readonly [number, number];
}

/** One sampled continuation. */
export interface Generation {
  tokens: number[];
  logprobs: Float32Array;
  entropy: Float32Array;
  nucleusEntropy: Float32Array;
  finished: boolean;
}

/** Moments and step count of AdamW, as a checkpoint stores them. */
export interface OptimizerState {
  step: number;
  first: Float32Array;
  second: Float32Array;
}

/**
 * One set of parameters on an engine. Parameters are one flat Float32Array with a name table; gradients accumulate over
 * `backward` calls until `step` spends them.
 */
export interface Model {
  readonly config: ModelConfig;
  readonly blocks: readonly ParameterBlock[];
  /** A copy. */
  parameters(): Float32Array;
  setParameters(values: Float32Array): void;
  /** A copy. */
  gradients(): Float32Array;
  zeroGradients(): void;
  optimizerState(): OptimizerState;
  setOptimizerState(state: OptimizerState): void;
  /** Logits of every position of each sequence. [T * vocab] each; for inspection and parity, not for training. */
  logits(sequences: ArrayLike<number>[]): Promise<Float32Array[]>;
  /** Phase one: statistics of the response tokens. The engine may keep activations for a `backward` on the same array. */
  statistics(batch: readonly Sample[], options?: HeadOptions): Promise<BatchStatistics>;
  /**
   * Adds the gradient of sum_t (dLogprob_t logprob_t + dEntropy_t H_t + dNucleusEntropy_t Hn_t) to the gradients.
   * Coefficients: known beforehand (after `statistics`, or constant as in supervised training), or a token-local loss,
   * which saves the first phase.
   */
  backward(batch: readonly Sample[], coefficients: Coefficients | LocalLoss, options?: HeadOptions): Promise<void>;
  /** AdamW on the accumulated gradients, which are then zeroed. A non-finite gradient skips the step. */
  step(options: OptimizerOptions): Promise<{ gradNorm: number; skipped: boolean }>;
  /** Continues every prompt `count` times; a prompt, and whatever prefixes share, is computed once. Result [prompt][continuation]. */
  generate(prompts: ArrayLike<number>[], options: GenerateOptions): Promise<Generation[][]>;
  dispose(): void;
}

/** An implementation of the model: creates or loads models that sample and train. */
export interface Engine {
  readonly name: "wasm" | "tfjs";
  /** Backend and the reason it was picked, one line. */
  readonly description: string;
  /** A model with the given parameters, or with normal(0, .02)-scaled ones drawn from `seed`. */
  createModel(config: ModelConfig, parameters: Float32Array | { seed: number }): Promise<Model>;
  dispose(): void;
}
