import { checkOneOf } from "../core/check.js";
import type { Task } from "../core/types.js";
import { countdown } from "./countdown.js";
import { pancake } from "./pancake.js";

const makers: Record<string, (options: { vocab?: number }) => Task> = {
  countdown,
  pancake: (options) => pancake(options),
  // The nearer stacks with a move to spare, in the other's context, so that one base serves both: length is free here.
  pancakeFree: (options) => ({ ...pancake({ distances: [5], slack: 1, ...options }), name: "pancakeFree" }),
};

/**
 * The task of that name.
 *
 * @param vocab size of its vocabulary; the task's own when absent
 * @throws RangeError with the list of tasks and the nearest name, or when vocab is too small
 * @example taskNamed("countdown").maxTokens // 16
 * @example taskNamed("pancakeFree").maxTokens === taskNamed("pancake").maxTokens // true
 * @source this project
 */
export function taskNamed(name: string, vocab?: number): Task {
  return makers[checkOneOf("taskNamed", "name", name, Object.keys(makers))]({ vocab });
}
