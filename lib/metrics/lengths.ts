import { checkArray, fail } from "../core/check.js";

/** Response lengths of a batch, tokens. */
export interface LengthSummary {
  mean: number;
  median: number;
  max: number;
  /** Share of responses that hit the length limit. */
  truncated: number;
  /** All generated tokens. */
  tokens: number;
}

/**
 * Length and truncation of a batch of responses.
 *
 * @param rollouts Anything with `tokens` and `finished`, one a response.
 * @returns Lengths in tokens, the end token included; `truncated` is a share.
 * @throws RangeError for an empty batch.
 * @example lengthSummary([{ tokens: [1, 2, 3], finished: true }, { tokens: [4], finished: false }]) // {"mean": 2, "median": 2, "max": 3, "truncated": 0.5, "tokens": 4}
 * @source This project.
 */
export function lengthSummary(rollouts: readonly { tokens: ArrayLike<number>; finished: boolean }[]): LengthSummary {
  if (!rollouts?.length) fail("lengthSummary", "rollouts", "a batch of at least one response", rollouts);
  rollouts.forEach(({ tokens }, i) => {
    checkArray("lengthSummary", `rollouts[${i}].tokens`, tokens);
  });
  const lengths = rollouts.map(({ tokens }) => tokens.length).sort((a, b) => a - b);
  const tokens = lengths.reduce((a, b) => a + b);
  const half = (lengths.length - 1) / 2;
  return {
    mean: tokens / lengths.length,
    median: (lengths[Math.floor(half)] + lengths[Math.ceil(half)]) / 2,
    max: lengths[lengths.length - 1],
    truncated: rollouts.filter(({ finished }) => !finished).length / rollouts.length,
    tokens,
  };
}
