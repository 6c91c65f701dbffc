/** What every verifier answers. */

/** The judgement of one response: a pure function of the response and the gold, the same on every machine. */
export interface Verdict {
  /** Whether the response earns the reward; a doubt is `false`. */
  correct: boolean;
  /** What was read out of the response, or null when nothing was found. */
  answer: string | null;
  /** The rule that found the answer, such as `boxed` or `last-number`; `none` when no rule fired. */
  rule: string;
  /** Why the verdict is what it is, in a few words for a reader. */
  reason: string;
}
