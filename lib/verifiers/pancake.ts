import { fail } from "../core/check.js";
import type { StepTask } from "./step-task.js";

/** One move of pancake sorting and the stack written out after it. */
export interface Flip {
  /** How many from the front are turned over. */
  flip: number;
  state: ArrayLike<number>;
}

/**
 * Pancake sorting with written-out states: each step turns over the first k symbols and writes the new stack, which must
 * be that turn exactly; the goal is ascending order. Gold is the stack at the start.
 *
 * @throws RangeError when the stack is empty or holds what is no number; flips never throw.
 * @example pancakeSteps.answer([1, 2, 3]) // "1 2 3"
 * @source Gates and Papadimitriou 1979, "Bounds for sorting by prefix reversal"
 */
export const pancakeSteps: StepTask<readonly number[], Flip, readonly number[]> = {
  name: "pancake",
  start(stack) {
    if (!Array.isArray(stack) || stack.length === 0 || !stack.every(Number.isFinite)) {
      fail("pancakeSteps", "gold", "a stack of finite numbers", stack);
    }
    return stack;
  },
  next(stack, { flip, state }) {
    if (!Number.isInteger(flip) || flip < 2 || flip > stack.length) return { illegal: `cannot flip the first ${flip}` };
    if (state.length !== stack.length) return { illegal: `${state.length} symbols written for ${stack.length}` };
    const turned = stack.map((symbol, i) => (i < flip ? stack[flip - 1 - i] : symbol));
    const slip = turned.findIndex((symbol, i) => symbol !== state[i]);
    if (slip < 0) return turned;
    return { illegal: `place ${slip + 1} must be ${turned[slip]} after flipping ${flip}, got ${state[slip]}` };
  },
  missing(stack) {
    const at = stack.findIndex((symbol, i) => i > 0 && symbol < stack[i - 1]);
    return at < 0 ? null : `not sorted: ${stack[at - 1]} stands before ${stack[at]}`;
  },
  answer: (stack) => stack.join(" "),
};
