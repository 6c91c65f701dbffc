import type { Floats } from "../core/types.js";
import { checkNucleus, type Nucleus } from "./membership.js";
import { passOverRows } from "./pass.js";
import { rowCount } from "./shape.js";

/**
 * Entropy of the renormalised nucleus (top-p set) at every position, nats.
 *
 * With N the nucleus and q = softmax(z) / sum_N softmax(z): H_t = -sum_{v in N} q_v log q_v. Ties go to the lowest
 * index. A mass within 1e-6 of p counts as p, so that float32 logits of .4, .4, .2 reach .8 with two tokens.
 *
 * @param logits Row after row, `[T * V]`, already divided by the sampling temperature.
 * @param options `p` in (0, 1]; `nucleus` says which tokens are inside:
 *   `inclusive` (default, the paper's) the smallest top set with mass >= p; `exclusive` (SIREN release, `efficient_top_p_sampling`)
 *   the tokens strictly before the one that crosses p, possibly none (H = 0); `below` (verl, `top_p_entropy_from_logits`)
 *   those whose cumulative mass is <= p, and always the top token.
 * @returns `entropy`, `size` (tokens inside) and `mass` (their probability before renormalising), `[T]` each.
 * @throws RangeError for p outside (0, 1], an unknown nucleus, a length that is no multiple of `vocab`, or a row with NaN, +Infinity or nothing finite.
 * @example nucleusEntropy([0, 0, 0, 0], 4).size // [4]
 * @example nucleusEntropy([0, 0, 0, 0], 4, { nucleus: "exclusive" }).entropy // [1.0986123]
 * @example nucleusEntropy([3, 1, 1, 0], 4, { p: 0.7 }).size // [1]
 * @source SIREN (arXiv 2509.25133), top-p mask; the releases' sets differ as said at `nucleus`.
 */
export function nucleusEntropy(
  logits: ArrayLike<number>,
  vocab: number,
  { p = 0.8, nucleus = "inclusive" }: { p?: number; nucleus?: Nucleus } = {},
): { entropy: Floats; size: Int32Array; mass: Floats } {
  const rows = rowCount("nucleusEntropy", logits, vocab);
  checkNucleus("nucleusEntropy", p, nucleus);
  const out = passOverRows({ fn: "nucleusEntropy", logits, vocab, rows, nucleus: { p, kind: nucleus } });
  return { entropy: out.nucleusEntropy, size: out.nucleusSize, mass: out.nucleusMass };
}
