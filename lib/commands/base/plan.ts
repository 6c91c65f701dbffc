import { checkInteger, checkNumber, fail } from "../../core/check.js";
import type { Task } from "../../core/types.js";
import { loadBase } from "../../experiments/execute.js";
import { taskNamed } from "../../tasks/named.js";
import type { SupervisedStage } from "../../tasks/supervised.js";
import type { BaseParameters } from "../../training/base.js";
import { baseRecipe } from "../../training/base-recipes.js";
import { typedNumber } from "../command.js";

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
 * @throws RangeError when a task or base does not exist, the base is of another task, or a number is outside its range
 */
export function plannedBase(flags: Partial<Record<Flag, string>>): PlannedBase {
  const from = flags.from === undefined ? undefined : loadBase(flags.from);
  const task = from
    ? taskOf(flags.from!, from, flags.task)
    : taskNamed(flags.task ?? "countdown", integer(flags, "vocab"));
  const seed = integer(flags, "seed") ?? Number(from?.about["seed"] ?? 1);
  const { stages, further } = baseRecipe(task.name);
  const asked = (from ? [further] : stages).map((stage) => ({
    steps: integer(flags, "steps") ?? stage.steps,
    lr: share(flags, "lr") ?? stage.lr,
    wrongTarget: share(flags, "wrong") ?? stage.wrongTarget,
    noise: share(flags, "noise") ?? stage.noise,
  }));
  const name = flags.name ?? (from ? `${flags.from}-better` : `${task.name}-${seed}`);
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) fail("base", "--name", "of letters, digits, dots and dashes", name);
  if (from && flags.vocab !== undefined) fail("base", "--vocab", "left out where --from gives it", flags.vocab);
  const about = { task: task.name, seed: String(seed), stages: JSON.stringify(asked) };
  return { task, seed, name, stages: asked, from, about: from ? { ...about, from: flags.from! } : about };
}

/**
 * The task that a base is asked for: its own, or one in the same tokens and context.
 *
 * @throws RangeError when it is neither, or the base does not say its own and none is given
 */
export function taskOf(base: string, { config, about }: ReturnType<typeof loadBase>, asked?: string): Task {
  const own = about["task"];
  const name = asked ?? own ?? fail("base", "--task", `given, since ${base} does not say its own`, asked);
  const [wanted, spoken] = [name, own ?? name].map((each) => taskNamed(each));
  if (wanted.meaningful !== spoken.meaningful || wanted.context !== spoken.context)
    fail("base", "--task", `left out, or one in the tokens of ${base}'s (${own})`, name);
  return taskNamed(name, config.vocab);
}

function integer(flags: Partial<Record<Flag, string>>, flag: Flag): number | undefined {
  if (flags[flag] === undefined) return undefined;
  checkInteger("base", `--${flag}`, typedNumber(flags[flag]!), flag === "seed" ? 0 : 1);
  return typedNumber(flags[flag]!);
}

function share(flags: Partial<Record<Flag, string>>, flag: Flag): number | undefined {
  if (flags[flag] === undefined) return undefined;
  checkNumber("base", `--${flag}`, typedNumber(flags[flag]!), { low: 0, high: 1 });
  return typedNumber(flags[flag]!);
}
