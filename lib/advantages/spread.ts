import { checkArray, checkFinite, checkInteger, checkSameShape, fail } from "../core/check.js";

/**
 * Gives every token of a response the response's advantage.
 *
 * @param advantages one per response [n]
 * @param lengths tokens per response [n]
 * @returns one array per response, `lengths[i]` long
 * @throws RangeError when the numbers of responses differ, an advantage is not finite or a length is not an integer >= 0.
 * @example spreadAdvantages([0.5, -1], [2, 3]) // [[0.5, 0.5], [-1, -1, -1]]
 * @source DeepSeekMath (arXiv 2402.03300) section 4.1.2: outcome supervision, A_it = A_i.
 */
export function spreadAdvantages(advantages: ArrayLike<number>, lengths: ArrayLike<number>): Float32Array[] {
  checkArray("spreadAdvantages", "advantages", advantages);
  checkArray("spreadAdvantages", "lengths", lengths);
  if (advantages.length !== lengths.length) {
    fail("spreadAdvantages", "lengths", `one per response (${advantages.length})`, lengths);
  }
  checkFinite("spreadAdvantages", "advantages", advantages);
  return Array.from(advantages, (a, i) => {
    checkInteger("spreadAdvantages", `lengths[${i}]`, lengths[i], 0);
    return new Float32Array(lengths[i]).fill(a);
  });
}

/**
 * Multiplies advantages token by token, as with the weights of a foreign sampler: every surrogate is homogeneous in
 * the advantage, so a weight >= 0 on it is a weight on the token's loss.
 *
 * @param advantages per token, one array per response
 * @param weights of the same shape
 * @returns one array per response
 * @throws RangeError when the shapes differ or a number is not finite.
 * @example weightAdvantages([[1, -2]], [[0.5, 2]]) // [[0.5, -4]]
 * @source this project
 */
export function weightAdvantages(
  advantages: readonly ArrayLike<number>[],
  weights: readonly ArrayLike<number>[],
): Float32Array[] {
  checkSameShape("weightAdvantages", ["advantages", advantages], ["weights", weights]);
  return advantages.map((row, i) => {
    checkFinite("weightAdvantages", `advantages[${i}]`, row);
    checkFinite("weightAdvantages", `weights[${i}]`, weights[i]);
    return Float32Array.from(row, (a, t) => a * weights[i][t]);
  });
}
