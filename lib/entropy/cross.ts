import { fail } from "../core/check.js";
import type { Floats } from "../core/types.js";
import { RowSpace, readRow } from "./row.js";
import { rowCount } from "./shape.js";

/**
 * Cross-entropy of one policy's next-token distribution under another, at every position, nats.
 *
 * H(p, q)_t = -sum_v p_tv log q_tv, at least the entropy of p. Infinity where p puts mass on a token that q excludes.
 *
 * @param logits Of p, row after row, `[T * V]`.
 * @param otherLogits Of q, same shape.
 * @returns `[T]`
 * @throws RangeError for shapes that differ, a length that is no multiple of `vocab`, or a row with NaN, +Infinity or nothing finite.
 * @example crossEntropy([0, 0], [0, Math.log(3)], 2) // [0.8369882]
 * @source Cover & Thomas (2006), "Elements of Information Theory", the cost of a wrong code.
 */
export function crossEntropy(logits: ArrayLike<number>, otherLogits: ArrayLike<number>, vocab: number): Floats {
  return overPairs("crossEntropy", logits, otherLogits, vocab, (_logP, logQ) => -logQ);
}

/**
 * Divergence KL(p || q) of the next-token distribution from another policy's, at every position, nats.
 *
 * KL_t = sum_v p_tv (log p_tv - log q_tv) over the whole vocabulary, at least 0. The sampled estimators are in the losses.
 *
 * @param logits Of p, row after row, `[T * V]`.
 * @param otherLogits Of q, same shape.
 * @returns `[T]`
 * @throws RangeError for shapes that differ, a length that is no multiple of `vocab`, or a row with NaN, +Infinity or nothing finite.
 * @example policyDivergence([0, 0], [0, Math.log(3)], 2) // [0.143841]
 * @source Kullback & Leibler (1951), "On information and sufficiency".
 */
export function policyDivergence(logits: ArrayLike<number>, otherLogits: ArrayLike<number>, vocab: number): Floats {
  const out = overPairs("policyDivergence", logits, otherLogits, vocab, (logP, logQ) => logP - logQ);
  return out.map((kl) => Math.max(0, kl));
}

/** sum_v p_v of(log p_v, log q_v) for every row, tokens of probability 0 left out. */
function overPairs(
  fn: string,
  logits: ArrayLike<number>,
  otherLogits: ArrayLike<number>,
  vocab: number,
  of: (logP: number, logQ: number) => number,
): Floats {
  const rows = rowCount(fn, logits, vocab);
  if (otherLogits?.length !== logits.length) {
    fail(fn, "otherLogits", `an array of ${logits.length} numbers, as logits`, otherLogits);
  }
  const [p, q] = [new RowSpace(vocab), new RowSpace(vocab)];
  const out = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const massP = readRow(fn, logits, row, p).mass;
    const massQ = readRow(fn, otherLogits, row, q).mass;
    const [normP, normQ] = [Math.log(massP), Math.log(massQ)];
    let sum = 0;
    for (let v = 0; v < vocab; v++) if (p.e[v] > 0) sum += p.e[v] * of(p.u[v] - normP, q.u[v] - normQ);
    out[row] = sum / massP;
  }
  return out;
}
