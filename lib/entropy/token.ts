import type { Floats } from "../core/types.js";
import { passOverRows } from "./pass.js";
import { rowCount } from "./shape.js";

/**
 * Entropy of the next-token distribution at every position, nats.
 *
 * H_t = logsumexp(z_t) - sum_v softmax(z_t)_v z_tv, so 0 <= H_t <= log V. A token at -Infinity has probability zero.
 *
 * @param logits Row after row, `[T * V]`, already divided by the sampling temperature.
 * @param vocab V.
 * @returns `[T]`
 * @throws RangeError when the length is not a multiple of `vocab`, or a row has NaN, +Infinity or nothing finite (it names the row).
 * @example tokenEntropy([0, 0, 0, 0], 4) // [1.3862944]
 * @example tokenEntropy([5, -Infinity, 1, 1], 2) // [0, 0.6931472]
 * @source Shannon (1948), section 6; as token entropy in Wang et al. (arXiv 2506.01939).
 */
export function tokenEntropy(logits: ArrayLike<number>, vocab: number): Floats {
  const rows = rowCount("tokenEntropy", logits, vocab);
  return passOverRows({ fn: "tokenEntropy", logits, vocab, rows }).entropy;
}
