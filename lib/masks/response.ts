import { checkArray, fail } from "../core/check.js";
import type { Masks } from "./tokens.js";

/**
 * Response mask: 1 at every sampled token; with `finishedOnly`, nothing of a response that hit the length limit.
 *
 * @param rollouts Anything with `tokens` and `finished`, one a response.
 * @param options `finishedOnly` drops unfinished responses whole (overlong filtering), default false.
 * @returns Masks, one a response, `[T]` each.
 * @throws RangeError for an empty batch.
 * @example responseMask([{ tokens: [5, 6], finished: true }, { tokens: [7], finished: false }], { finishedOnly: true }) // [[1, 1], [0]]
 * @source DAPO (arXiv 2503.14476), section 3.4 (overlong filtering).
 */
export function responseMask(
  rollouts: readonly { tokens: ArrayLike<number>; finished: boolean }[],
  { finishedOnly = false }: { finishedOnly?: boolean } = {},
): Masks {
  if (!rollouts?.length) fail("responseMask", "rollouts", "a batch of at least one response", rollouts);
  return rollouts.map(({ tokens, finished }, i) => {
    checkArray("responseMask", `rollouts[${i}].tokens`, tokens);
    return new Uint8Array(tokens.length).fill(finished || !finishedOnly ? 1 : 0);
  });
}
