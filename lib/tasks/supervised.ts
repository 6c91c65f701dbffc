import { below, type Random } from "../core/random.js";
import type { Sample, Task } from "../core/types.js";

/** One stage of supervised training of a base policy. */
export interface SupervisedStage {
  steps: number;
  lr: number;
  /** Share of traces whose prompt shows a wrong target: what keeps the base from being good. */
  wrongTarget: number;
  /** Share of labels replaced by a uniformly drawn token: what gives the distribution its long tail. */
  noise: number;
}

/** A batch of supervised examples with noisy labels; a pure function of its stream. */
export function supervisedBatch(task: Task, size: number, stage: SupervisedStage, random: Random): Sample[] {
  return Array.from({ length: size }, (_, i) => {
    const draw = random.split(i);
    const difficulty = task.difficulties[below(draw, task.difficulties.length)];
    const { prompt, tokens } = task.trace(draw, difficulty, { wrongTarget: stage.wrongTarget });
    // A trace ends at its first noisy label, so that noise is learned as a label and never as a context.
    const noisy = Array.from(tokens).findIndex(() => draw() < stage.noise);
    if (noisy < 0) return { prompt, tokens };
    return { prompt, tokens: [...Array.from(tokens).slice(0, noisy), below(draw, task.vocab)] };
  });
}
