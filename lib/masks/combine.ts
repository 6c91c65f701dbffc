import { checkSameShape, fail } from "../core/check.js";
import type { Floats } from "../core/types.js";
import { checkMasks, type Masks } from "./tokens.js";

type AnyMasks = readonly ArrayLike<number>[];

/**
 * Tokens inside all of the masks.
 *
 * @throws RangeError for no mask, or masks of different shape or not of 0 and 1.
 * @example andMasks([[1, 1, 0]], [[0, 1, 1]]) // [[0, 1, 0]]
 * @source This project.
 */
export function andMasks(...masks: AnyMasks[]): Masks {
  return combine("andMasks", masks, (a, b) => a && b);
}

/**
 * Tokens inside at least one of the masks.
 *
 * @throws RangeError for no mask, or masks of different shape or not of 0 and 1.
 * @example orMasks([[1, 1, 0]], [[0, 1, 0]]) // [[1, 1, 0]]
 * @source This project.
 */
export function orMasks(...masks: AnyMasks[]): Masks {
  return combine("orMasks", masks, (a, b) => a || b);
}

/**
 * Tokens outside the masks, and inside `within` where it is given.
 *
 * @throws RangeError for masks of different shape or not of 0 and 1.
 * @example notMasks([[1, 0, 0]], [[1, 1, 0]]) // [[0, 1, 0]]
 * @source This project.
 */
export function notMasks(masks: AnyMasks, within?: AnyMasks): Masks {
  checkMasks("notMasks", "masks", masks);
  const outside = masks.map((row) => Uint8Array.from(row, (inside) => (inside ? 0 : 1)));
  return within ? combine("notMasks", [outside, within], (a, b) => a && b) : outside;
}

/**
 * The values where the mask is 1, zero elsewhere. On advantages: a term that looks at few tokens but divides by all.
 *
 * @param values One array `[T]` a response.
 * @throws RangeError for masks of another shape or not of 0 and 1.
 * @example keepWhere([[0.5, 2]], [[0, 1]]) // [[0, 2]]
 * @source This project; TRL's reading of Wang et al. (arXiv 2506.01939) divides so.
 */
export function keepWhere(values: readonly ArrayLike<number>[], masks: AnyMasks): Floats[] {
  checkSameShape("keepWhere", ["values", values], ["masks", masks]);
  checkMasks("keepWhere", "masks", masks);
  return values.map((row, i) => Float32Array.from(row, (value, t) => (masks[i][t] ? value : 0)));
}

function combine(fn: string, masks: AnyMasks[], of: (a: boolean, b: boolean) => boolean): Masks {
  if (masks.length === 0) fail(fn, "masks", "at least one mask", masks);
  const [first, ...others] = masks;
  checkMasks(fn, "the first mask", first);
  let out = first.map((row) => Uint8Array.from(row, (inside) => (inside ? 1 : 0)));
  for (const other of others) {
    checkSameShape(fn, ["the first mask", first], ["another", other]);
    checkMasks(fn, "another", other);
    out = out.map((row, i) => row.map((inside, t) => (of(inside !== 0, other[i][t] !== 0) ? 1 : 0)));
  }
  return out;
}
