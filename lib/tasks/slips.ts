import { checkOneOf } from "../core/check.js";
import type { Prompt, Task } from "../core/types.js";
import { readSteps } from "./countdown-verdict.js";
import { flipped } from "./pancake-distances.js";
import { DONE, type PancakeGold, readMoves } from "./pancake-tokens.js";
import type { Operator } from "./vocabulary.js";

/** What went wrong in the parts of a response that leave no choice: nothing, a wrong value, or it is no list of steps. */
export type Slip = "none" | "value" | "form";

const readers: Record<string, (prompt: Prompt, tokens: ArrayLike<number>) => Slip> = {
  countdown: (_, tokens) => countdownSlip(tokens),
  pancake: ({ gold }, tokens) => pancakeSlip((gold as PancakeGold).stack, tokens),
  pancakeFree: ({ gold }, tokens) => pancakeSlip((gold as PancakeGold).stack, tokens),
};

/**
 * Whether a response's forced values are right, wherever its choices lead: results of arithmetic, copies of a stack.
 *
 * @throws RangeError for a task that it does not know
 */
export function slipOf(task: Task, prompt: Prompt, tokens: ArrayLike<number>): Slip {
  return readers[checkOneOf("slipOf", "task", task.name, Object.keys(readers))](prompt, tokens);
}

const compute: Record<Operator, (a: number, b: number) => number> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  x: (a, b) => a * b,
};

function countdownSlip(tokens: ArrayLike<number>): Slip {
  const steps = readSteps(tokens);
  if (typeof steps === "string") return "form";
  return steps.every(({ a, op, b, c }) => compute[op](a, b) === c) ? "none" : "value";
}

/** Whole moves alone are read: a response cut at the limit is no slip. */
function pancakeSlip(stack: readonly number[], tokens: ArrayLike<number>): Slip {
  const whole = tokens.length - (tokens.length % (stack.length + 1));
  const moves = readMoves([...Array.from(tokens).slice(0, whole), DONE], stack.length);
  if (typeof moves === "string") return "form";
  let before = stack;
  for (const { flip, state } of moves) {
    if (flipped(before, flip).some((symbol, i) => symbol !== state[i])) return "value";
    before = Array.from(state);
  }
  return "none";
}
