import type { Verdict } from "./verdict.js";

/** A step that the task's rules forbid, and why. */
export interface Illegal {
  illegal: string;
}

/**
 * A task whose response is a list of steps, each judged where it stands: arithmetic, flips of a stack, moves of a puzzle.
 * States are values: `next` returns a new one.
 */
export interface StepTask<Gold, Step, State> {
  name: string;
  /** @throws RangeError when the gold is unreadable. */
  start(gold: Gold): State;
  /** The state after a legal step, else why it is none. Never throws. */
  next(state: State, step: Step): State | Illegal;
  /** What still stands between the last state and the goal; null at the goal. */
  missing(state: State, gold: Gold): string | null;
  /** The answer that the state shows. */
  answer(state: State): string;
}

/**
 * Follows steps from the start: right when each is legal and the last reaches the goal.
 *
 * @throws RangeError when the gold is unreadable; steps never throw.
 * @example checkTrace(pancakeSteps, [{ flip: 2, state: [1, 2, 3] }], [2, 1, 3]).correct // true
 * @source this project
 */
export function checkTrace<Gold, Step, State extends object>(
  task: StepTask<Gold, Step, State>,
  steps: readonly Step[],
  gold: Gold,
): Verdict {
  let state = task.start(gold);
  for (let i = 0; i < steps.length; i++) {
    const after = task.next(state, steps[i]);
    if ("illegal" in after) return stepsWrong(task, task.answer(state), `step ${i + 1}: ${after.illegal}`);
    state = after;
  }
  const missing = task.missing(state, gold);
  const answer = task.answer(state);
  if (missing !== null) return stepsWrong(task, answer, missing);
  return { correct: true, answer, rule: task.name, reason: `all ${steps.length} steps are legal and reach the goal` };
}

function stepsWrong(task: { name: string }, answer: string, reason: string): Verdict {
  return { correct: false, answer: answer || null, rule: task.name, reason };
}
