import { type Random, shuffled } from "../core/random.js";
import type { Prompt, Task } from "../core/types.js";

/** The training pool, equal parts of each difficulty; the same for every seed, as paired runs need it. */
export function poolOf(task: Task, size: number, difficulties: readonly string[] = task.difficulties): Prompt[] {
  const each = Math.ceil(size / difficulties.length);
  return difficulties.flatMap((difficulty) => task.prompts("train", { count: each, difficulty })).slice(0, size);
}

/** Epoch after epoch of the shuffled pool, cut into steps. */
export function promptsOfStep(pool: Prompt[], step: number, size: number, random: Random): Prompt[] {
  const order = new Map<number, Prompt[]>();
  return Array.from({ length: size }, (_, i) => {
    const at = (step - 1) * size + i;
    const epoch = Math.floor(at / pool.length);
    if (!order.has(epoch)) order.set(epoch, shuffled(pool, random.split("epoch", epoch)));
    return order.get(epoch)![at % pool.length];
  });
}

/** The rest of the pool, shuffled and handed out once. */
export function furtherPrompts(pool: Prompt[], prompts: Prompt[], random: Random): (count: number) => Prompt[] {
  const taken = new Set(prompts);
  const rest = shuffled(
    pool.filter((prompt) => !taken.has(prompt)),
    random,
  );
  return (count) => rest.splice(0, count);
}
