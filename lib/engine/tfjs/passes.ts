import type { Tensor, Tensor1D, Tensor2D } from "@tensorflow/tfjs";
import type { BatchStatistics } from "../../core/types.js";
import type { HeadOptions, ModelConfig, ParameterBlock } from "../types.js";
import type { Tf } from "./backend.js";
import type { Head } from "./head.js";
import { head } from "./head.js";
import type { Operations } from "./operations.js";
import type { Packed } from "./pack.js";
import { unflatten } from "./pack.js";
import type { State } from "./state.js";
import type { Context } from "./transformer.js";
import { causal, embed, layers, readout } from "./transformer.js";

/** The fixed surroundings of a model. */
export interface Setup {
  tf: Tf;
  operations: Operations;
  config: ModelConfig;
  blocks: readonly ParameterBlock[];
  /** Padded tokens of one micro-batch. */
  microTokens: number;
}

/** Logits of the rows of a micro-batch. [N, V] */
export function rowLogits(context: Context, part: Packed): Tensor2D {
  const { tf, operations } = context;
  const x = embed(context, part.inputs, part.positions);
  const hidden = layers(context, x, part.length, causal(tf, part.length));
  return readout(context, operations.rows(hidden, tf.tensor1d(part.rows, "int32")));
}

/** Statistics of a micro-batch, as tensors for the derivatives and as one array a response. */
export function readHead(
  tf: Tf,
  part: Packed,
  logits: Tensor2D,
  options: HeadOptions,
): { parts: Head; statistics: BatchStatistics } {
  const parts = head(tf, logits, part.targets, options);
  const values = (x: Tensor) => unflatten(x.dataSync() as Float32Array, part.lengths);
  const { logprob, entropy, nucleusEntropy } = parts;
  const statistics = {
    logprobs: values(logprob),
    entropies: values(entropy),
    nucleusEntropies: values(nucleusEntropy),
  };
  return { parts, statistics };
}

/** Adds the gradient of a loss on one micro-batch's logits to the accumulated one. */
export function addGradient(setup: Setup, state: State, part: Packed, loss: (logits: Tensor2D) => Tensor): void {
  const { tf } = setup;
  const weights = state.weights();
  const names = [...weights.keys()];
  const sum = tf.tidy(() => {
    const ofWeights = tf.grads((...inputs: Tensor[]) => {
      const named = new Map(inputs.map((x, i) => [names[i], x as Tensor2D]));
      return loss(rowLogits({ ...setup, weights: named }, part));
    });
    const parts = ofWeights([...weights.values()]).map((g) => tf.reshape(g, [-1]));
    return tf.add(state.get("gradient"), tf.concat(parts)) as Tensor1D;
  });
  state.put("gradient", sum);
}

/** Runs without leaving tensors behind: tf.tidy would search a plain result for tensors element by element. */
export function tidied<T>(tf: Tf, f: () => T): T {
  const results: T[] = [];
  tf.tidy(() => {
    results.push(f());
  });
  return results[0];
}
