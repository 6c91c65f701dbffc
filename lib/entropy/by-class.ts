import { checkRows, checkSameShape, fail } from "../core/check.js";

/** The tokens of one class: how many, their mean entropy, and their share of all entropy. */
export interface ClassEntropy {
  count: number;
  /** Nats. */
  mean: number;
  /** Sum over the class / sum over all classes; 0 when every entropy is 0. */
  share: number;
}

/**
 * Mean entropy by class of token: digits against words, planning words against the rest, first tokens of a step.
 *
 * @param entropies One array `[T]` a response, nats (or any other per-token value).
 * @param tokens Token ids, same shape.
 * @param classOf Name of a token's class; it is also given the response and the position. Undefined leaves the token out.
 * @returns One entry a class, in the order of first appearance.
 * @throws RangeError for an empty batch, arrays of different shape, or a value that is not finite.
 * @example entropyByClass([[1, 3, 2]], [[7, 8, 7]], (token) => (token === 7 ? "digit" : "word")).digit // {"count": 2, "mean": 1.5, "share": 0.5}
 * @source This project; entropy by token kind as in Wang et al. (arXiv 2506.01939), analysis of token entropy.
 */
export function entropyByClass(
  entropies: readonly ArrayLike<number>[],
  tokens: readonly ArrayLike<number>[],
  classOf: (token: number, response: number, position: number) => string | undefined,
): Record<string, ClassEntropy> {
  const fn = "entropyByClass";
  checkRows(fn, "entropies", entropies);
  if (entropies.length === 0) fail(fn, "entropies", "a batch of at least one response", entropies);
  checkSameShape(fn, ["entropies", entropies], ["tokens", tokens]);
  const classes: Record<string, ClassEntropy> = {};
  let total = 0;
  for (const [i, row] of entropies.entries()) {
    for (let t = 0; t < row.length; t++) {
      const name = classOf(tokens[i][t], i, t);
      if (name === undefined) continue;
      if (!Number.isFinite(row[t])) fail(fn, `entropies[${i}][${t}]`, "a finite number", row[t]);
      classes[name] ??= { count: 0, mean: 0, share: 0 };
      const entry = classes[name];
      entry.count++;
      entry.mean += (row[t] - entry.mean) / entry.count;
      total += row[t];
    }
  }
  for (const entry of Object.values(classes)) entry.share = total === 0 ? 0 : (entry.mean * entry.count) / total;
  return classes;
}
