import { checkOneOf } from "../core/check.js";
import type { Task } from "../core/types.js";
import { countdown } from "./countdown.js";

const makers: Record<string, (options: { vocab?: number }) => Task> = { countdown };

/**
 * The task of that name.
 *
 * @param vocab size of its vocabulary; the task's own when absent
 * @throws RangeError with the list of tasks and the nearest name, or when vocab is too small
 * @example taskNamed("countdown").maxTokens // 16
 * @source this project
 */
export function taskNamed(name: string, vocab?: number): Task {
  return makers[checkOneOf("taskNamed", "name", name, Object.keys(makers))]({ vocab });
}
