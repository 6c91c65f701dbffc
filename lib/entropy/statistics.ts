import type { Floats } from "../core/types.js";
import { checkNucleus, type Nucleus } from "./membership.js";
import { passOverRows } from "./pass.js";
import { checkTokens, rowCount } from "./shape.js";

/** What one pass over the logits of a response tells of each of its tokens; `[T]` each. */
export interface TokenStatistics {
  /** Full entropy, nats. */
  entropy: Floats;
  /** Entropy of the renormalised nucleus, nats. */
  nucleusEntropy: Floats;
  /** Tokens inside the nucleus. */
  nucleusSize: Int32Array;
  /** log softmax(z)[token], nats. */
  logprob: Floats;
  /** 0 = the most likely token; ties go to the lowest index. */
  rank: Int32Array;
}

/**
 * Entropy, nucleus entropy, and log-probability and rank of the sampled token, in one pass over the logits.
 *
 * @param logits Row after row, `[T * V]`, already divided by the sampling temperature.
 * @param options `tokens` the sampled ids `[T]`; `p` and `nucleus` as in `nucleusEntropy`.
 * @returns Five arrays `[T]`; entropies and log-probabilities in nats.
 * @throws RangeError for a length that is no multiple of `vocab`, not one token a row, a token outside the vocabulary, p outside (0, 1], or a row with NaN, +Infinity or nothing finite.
 * @example tokenStatistics([2, 2, 1], 3, { tokens: [1] }).rank // [1]
 * @example tokenStatistics([0, 0, 0, 0], 4, { tokens: [2] }).logprob // [-1.3862944]
 * @source Definitions as in `tokenEntropy` and `nucleusEntropy`.
 */
export function tokenStatistics(
  logits: ArrayLike<number>,
  vocab: number,
  { tokens, p = 0.8, nucleus = "inclusive" }: { tokens: ArrayLike<number>; p?: number; nucleus?: Nucleus },
): TokenStatistics {
  const fn = "tokenStatistics";
  const rows = rowCount(fn, logits, vocab);
  checkNucleus(fn, p, nucleus);
  checkTokens(fn, tokens, rows, vocab);
  const out = passOverRows({ fn, logits, vocab, rows, tokens, nucleus: { p, kind: nucleus } });
  const { entropy, nucleusEntropy, nucleusSize, logprob, rank } = out;
  return { entropy, nucleusEntropy, nucleusSize, logprob, rank };
}
