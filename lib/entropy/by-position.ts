import { checkInteger, checkRows, checkSameShape, fail } from "../core/check.js";
import { counts } from "./shape.js";

/** A mean a place, and how many tokens it is of; a place without tokens has mean 0 and count 0. */
export interface PlacedMeans {
  mean: Float64Array;
  count: Int32Array;
}

/**
 * Mean entropy by position in the response.
 *
 * Without `bins`, entry t is the mean over the responses that reach token t. With `bins`, positions are relative: token t
 * of T falls into bin floor(t bins / T), so that responses of any length are laid over each other.
 *
 * @param entropies One array `[T]` a response, nats (or any other per-token value).
 * @param options `bins`; `within` masks of the tokens to count.
 * @returns Means in the unit of the values, and counts: `[longest]` or `[bins]`.
 * @throws RangeError for an empty batch, bins below 1, a mask of another shape or not of 0 and 1, or a counted value that is not finite.
 * @example Array.from(entropyByPosition([[1, 2], [3]]).mean) // [2, 2]
 * @example Array.from(entropyByPosition([[1, 1, 3, 3], [2, 6]], { bins: 2 }).mean) // [1.3333333, 4]
 * @source This project.
 */
export function entropyByPosition(
  entropies: readonly ArrayLike<number>[],
  { bins, within }: { bins?: number; within?: readonly ArrayLike<number>[] } = {},
): PlacedMeans {
  const fn = "entropyByPosition";
  checkRows(fn, "entropies", entropies);
  if (entropies.length === 0) fail(fn, "entropies", "a batch of at least one response", entropies);
  if (bins !== undefined) checkInteger(fn, "bins", bins, 1);
  if (within) checkSameShape(fn, ["entropies", entropies], ["within", within]);
  const places = bins ?? entropies.reduce((longest, row) => Math.max(longest, row.length), 0);
  const out = { mean: new Float64Array(places), count: new Int32Array(places) };
  for (const [i, row] of entropies.entries()) {
    for (let t = 0; t < row.length; t++) {
      if (within && !counts(fn, `within[${i}]`, within[i], t)) continue;
      if (!Number.isFinite(row[t])) fail(fn, `entropies[${i}][${t}]`, "a finite number", row[t]);
      const place = bins === undefined ? t : Math.floor((t * bins) / row.length);
      out.count[place]++;
      // A running mean: no sum that grows with the number of responses.
      out.mean[place] += (row[t] - out.mean[place]) / out.count[place];
    }
  }
  return out;
}
