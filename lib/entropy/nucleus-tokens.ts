import { checkNucleus, type Nucleus } from "./membership.js";
import { passOverRows } from "./pass.js";
import { rowCount } from "./shape.js";

/**
 * The tokens inside the nucleus at every position, the most likely first; ties by the lowest index.
 *
 * @param logits Row after row, `[T * V]`, already divided by the sampling temperature.
 * @param options `p` and `nucleus` as in `nucleusEntropy`.
 * @returns One list of token ids a position; empty where an exclusive nucleus is.
 * @throws RangeError as `nucleusEntropy`.
 * @example nucleusTokens([0, 2, 0, 0], 4, { p: 0.8 }) // [[1, 0]]
 * @example nucleusTokens([0, 0, 0, 0], 4, { nucleus: "below" }) // [[0, 1, 2]]
 * @source Holtzman et al. (arXiv 1904.09751), nucleus sampling; the sets as in `nucleusEntropy`.
 */
export function nucleusTokens(
  logits: ArrayLike<number>,
  vocab: number,
  { p = 0.8, nucleus = "inclusive" }: { p?: number; nucleus?: Nucleus } = {},
): number[][] {
  const fn = "nucleusTokens";
  const rows = rowCount(fn, logits, vocab);
  checkNucleus(fn, p, nucleus);
  const { nucleusSize } = passOverRows({ fn, logits, vocab, rows, nucleus: { p, kind: nucleus } });
  return Array.from(nucleusSize, (size, row) => mostLikely(logits, row * vocab, vocab, size));
}

function mostLikely(logits: ArrayLike<number>, start: number, vocab: number, size: number): number[] {
  const sorted = Float64Array.from({ length: vocab }, (_, v) => logits[start + v]).sort();
  const bound = size > 0 ? sorted[vocab - size] : Infinity;
  let atBound = size;
  for (let v = vocab - 1; v >= 0 && sorted[v] > bound; v--) atBound--;
  const inside: number[] = [];
  for (let v = 0; v < vocab; v++) {
    const z = logits[start + v];
    if (z > bound || (z === bound && atBound-- > 0)) inside.push(v);
  }
  return inside.sort((a, b) => logits[start + b] - logits[start + a] || a - b);
}
