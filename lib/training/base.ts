import { checkInteger } from "../core/check.js";
import { generator } from "../core/random.js";
import type { Task } from "../core/types.js";
import type { Engine, Model, ModelConfig } from "../engine/types.js";
import { type SupervisedStage, supervisedBatch } from "../tasks/supervised.js";
import { baseRecipe, tinyConfig } from "./base-recipes.js";

/** A model as a file holds it: its shape and its flat parameters. */
export interface BaseParameters {
  config: ModelConfig;
  parameters: Float32Array;
}

/** What makes one base differ from another of its task. */
export interface BaseOptions {
  seed: number;
  stages?: readonly SupervisedStage[];
  batch?: number;
  /** A base to go on from; new parameters of the task's shape when absent. */
  from?: BaseParameters;
  onStep?: (step: number, total: number, loss: number) => void;
  signal?: AbortSignal;
}

/**
 * A base policy by supervised training on random legal traces. Cross-entropy over response tokens, AdamW, cosine
 * decay within each stage.
 *
 * @throws RangeError when the task has no recipe, or from the engine when the shape is impossible
 * @source this project
 */
export async function trainBase(engine: Engine, task: Task, options: BaseOptions): Promise<Model> {
  const recipe = baseRecipe(task.name);
  const { seed, stages = recipe.stages, batch = recipe.batch, from, onStep, signal } = options;
  const model = await engine.createModel(from?.config ?? tinyConfig(task), from?.parameters ?? { seed });
  const random = generator(seed).split(from ? "further" : "base", task.name);
  const total = stages.reduce((sum, stage) => sum + stage.steps, 0);
  let done = 0;
  for (const [s, stage] of stages.entries()) {
    for (let step = 0; step < stage.steps; step++, done++) {
      signal?.throwIfAborted();
      const lr = stage.lr * (0.05 + 0.95 * 0.5 * (1 + Math.cos((Math.PI * step) / stage.steps)));
      const loss = await supervisedStep(model, supervisedBatch(task, batch, stage, random.split(s, step)), lr);
      onStep?.(done + 1, total, loss);
    }
  }
  return model;
}

/**
 * A base with fewer tokens of no meaning: the first `vocab` rows of its embedding (which is its head too), all else as
 * it was.
 *
 * @throws RangeError when vocab is below the task's meaningful tokens or above what the base has
 * @example const cut = cutVocabulary(loadBase("countdown-1"), 107, countdown());
 * @source this project
 */
export function cutVocabulary(
  { config, parameters }: BaseParameters,
  vocab: number,
  { meaningful }: Pick<Task, "meaningful">,
): BaseParameters {
  checkInteger("cutVocabulary", "vocab", vocab, meaningful, config.vocab);
  // The embedding is the first block of the layout.
  const rest = parameters.subarray(config.vocab * config.d);
  const kept = new Float32Array(vocab * config.d + rest.length);
  kept.set(parameters.subarray(0, vocab * config.d));
  kept.set(rest, vocab * config.d);
  return { config: { ...config, vocab }, parameters: kept };
}

async function supervisedStep(model: Model, batch: ReturnType<typeof supervisedBatch>, lr: number): Promise<number> {
  const tokens = batch.reduce((sum, sample) => sum + sample.tokens.length, 0);
  let loss = 0;
  await model.backward(batch, ({ logprobs }) => {
    loss -= logprobs.reduce((sum, row) => sum + row.reduce((a, b) => a + b, 0), 0) / tokens;
    return { dLogprob: logprobs.map((row) => new Float32Array(row.length).fill(-1 / tokens)) };
  });
  await model.step({ lr, betas: [0.9, 0.95], weightDecay: 0.01 });
  return loss;
}
