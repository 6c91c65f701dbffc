import { checkOneOf } from "../core/check.js";
import type { Task } from "../core/types.js";
import type { ModelConfig } from "../engine/types.js";
import type { SupervisedStage } from "../tasks/supervised.js";

/** How a task's bases are made. */
export interface BaseRecipe {
  stages: readonly SupervisedStage[];
  /** What makes a better base of one: more steps, with targets that are mostly right. */
  further: SupervisedStage;
  batch: number;
  positions: ModelConfig["positions"];
}

const pancake: BaseRecipe = {
  // A slip in one of 48 tokens is fatal, so labels are clean; random flips keep the base from being good at aiming.
  stages: [{ steps: 2000, lr: 3e-3, wrongTarget: 0.35, noise: 0 }],
  further: { steps: 400, lr: 1e-3, wrongTarget: 0, noise: 0 },
  batch: 96,
  // A slot in the stack and a number of moves: two layers then copy through a flip.
  positions: { period: 8 },
};

const recipes: Record<string, BaseRecipe> = {
  countdown: {
    // First to write legal steps, then, mostly with wrong targets, to be no good at aiming.
    stages: [
      { steps: 3000, lr: 3e-3, wrongTarget: 0.3, noise: 0.005 },
      { steps: 3000, lr: 1.5e-3, wrongTarget: 0.7, noise: 0.005 },
    ],
    further: { steps: 600, lr: 1e-3, wrongTarget: 0.2, noise: 0.005 },
    batch: 128,
    positions: "learned",
  },
  pancake,
  pancakeFree: pancake,
};

/**
 * How the bases of that task are made.
 *
 * @throws RangeError with the list of tasks when it is none of them
 */
export function baseRecipe(task: string): BaseRecipe {
  return recipes[checkOneOf("baseRecipe", "task", task, Object.keys(recipes))];
}

/** The tiny transformer's shape for a task: 133k parameters for Countdown, 100k for pancakes, without a longer tail. */
export function tinyConfig(task: Task): ModelConfig {
  const { positions } = baseRecipe(task.name);
  const shape = { vocab: task.vocab, d: 64, layers: 2, heads: 4, context: task.context };
  return positions === "learned" ? shape : { ...shape, positions };
}
