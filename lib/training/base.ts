import { generator } from "../core/random.js";
import type { Task } from "../core/types.js";
import type { Engine, Model, ModelConfig } from "../engine/types.js";
import { type SupervisedStage, supervisedBatch } from "../tasks/supervised.js";

/** The two stages of `data/bases`: first to write legal steps, then, mostly with wrong targets, to be no good at aiming. */
export const baseStages: readonly SupervisedStage[] = [
  { steps: 3000, lr: 3e-3, wrongTarget: 0.3, noise: 0.005 },
  { steps: 3000, lr: 1.5e-3, wrongTarget: 0.7, noise: 0.005 },
];

/** The tiny transformer's shape for a task: 133k parameters with the default vocabulary. */
export function tinyConfig(task: Task): ModelConfig {
  return { vocab: task.vocab, d: 64, layers: 2, heads: 4, context: task.context };
}

/**
 * A base policy by supervised training on random legal traces. Cross-entropy over response tokens, AdamW, cosine
 * decay within each stage.
 *
 * @throws RangeError from the engine when the shape is impossible
 * @source this project
 */
export async function trainBase(
  engine: Engine,
  task: Task,
  {
    seed,
    stages = baseStages,
    batch = 128,
    config = tinyConfig(task),
    onStep,
    signal,
  }: {
    seed: number;
    stages?: readonly SupervisedStage[];
    batch?: number;
    config?: ModelConfig;
    onStep?: (step: number, total: number, loss: number) => void;
    signal?: AbortSignal;
  },
): Promise<Model> {
  const model = await engine.createModel(config, { seed });
  const random = generator(seed).split("base", task.name);
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
