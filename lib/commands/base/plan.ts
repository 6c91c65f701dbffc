import { checkInteger, checkNumber } from "../../core/check.js";
import type { Task } from "../../core/types.js";
import { loadBase } from "../../experiments/execute.js";
import { taskNamed } from "../../tasks/named.js";
import type { SupervisedStage } from "../../tasks/supervised.js";
import type { BaseParameters } from "../../training/base.js";
import { baseRecipe } from "../../training/base-recipes.js";

/** A base to train, and how. */
export interface PlannedBase {
  task: Task;
  seed: number;
  name: string;
  stages: SupervisedStage[];
  from?: BaseParameters;
  /** What the file says of where it comes from. */
  about: Record<string, string>;
}

type Flag = "task" | "seed" | "name" | "vocab" | "noise" | "from" | "steps" | "wrong" | "lr";

/**
 * What the flags ask for: a new base by its task's recipe, or one that goes on from another (its task and seed, then).
 *
 * @throws RangeError when a task or base does not exist, or a number is outside its range
 */
export function plannedBase(flags: Partial<Record<Flag, string>>): PlannedBase {
  const from = flags.from === undefined ? undefined : loadBase(flags.from);
  const task = taskNamed(
    flags.task ?? from?.about["task"] ?? "countdown",
    from?.config.vocab ?? integer(flags, "vocab"),
  );
  const seed = integer(flags, "seed") ?? Number(from?.about["seed"] ?? 1);
  const { stages, further } = baseRecipe(task.name);
  const asked = (from ? [further] : stages).map((stage) => ({
    steps: integer(flags, "steps") ?? stage.steps,
    lr: share(flags, "lr") ?? stage.lr,
    wrongTarget: share(flags, "wrong") ?? stage.wrongTarget,
    noise: share(flags, "noise") ?? stage.noise,
  }));
  const name = flags.name ?? (from ? `${flags.from}-better` : `${task.name}-${seed}`);
  const about = { task: task.name, seed: String(seed), stages: JSON.stringify(asked) };
  return { task, seed, name, stages: asked, from, about: from ? { ...about, from: flags.from! } : about };
}

function integer(flags: Partial<Record<Flag, string>>, flag: Flag): number | undefined {
  if (flags[flag] === undefined) return undefined;
  checkInteger("base", `--${flag}`, Number(flags[flag]), flag === "seed" ? 0 : 1);
  return Number(flags[flag]);
}

function share(flags: Partial<Record<Flag, string>>, flag: Flag): number | undefined {
  if (flags[flag] === undefined) return undefined;
  checkNumber("base", `--${flag}`, Number(flags[flag]), { low: 0, high: 1 });
  return Number(flags[flag]);
}
