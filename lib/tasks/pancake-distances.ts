import { checkInteger } from "../core/check.js";

/** The stack after its first k symbols are turned over. */
export const flipped = (stack: readonly number[], k: number): number[] => [
  ...stack.slice(0, k).reverse(),
  ...stack.slice(k),
];

/** The sorted stack. */
export const sortedStack = (symbols: number): number[] => Array.from({ length: symbols }, (_, i) => i + 1);

/** How a stack is named in `pancakeDistances`, and as a prompt. */
export const stackKey = (stack: readonly number[]): string => stack.join(" ");

const known = new Map<number, ReadonlyMap<string, number>>();

/**
 * The fewest flips that sort each of the n! stacks, by breadth-first search from the sorted one (a flip undoes itself,
 * so the way there is the way back). In order of distance.
 *
 * @throws RangeError when symbols is not an integer in [2, 8]: 9! stacks are more than a task needs
 * @source Gates and Papadimitriou 1979, "Bounds for sorting by prefix reversal"; counts by distance: OEIS A092113
 */
export function pancakeDistances(symbols: number): ReadonlyMap<string, number> {
  checkInteger("pancake", "symbols", symbols, 2, 8);
  const before = known.get(symbols);
  if (before) return before;
  const start = sortedStack(symbols);
  const distances = new Map([[stackKey(start), 0]]);
  const queue = [start];
  // The queue grows while it is walked.
  for (const stack of queue) {
    const next = distances.get(stackKey(stack))! + 1;
    for (let k = 2; k <= symbols; k++) {
      const after = flipped(stack, k);
      const key = stackKey(after);
      if (distances.has(key)) continue;
      distances.set(key, next);
      queue.push(after);
    }
  }
  known.set(symbols, distances);
  return distances;
}
