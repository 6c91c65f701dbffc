import { checkArray, checkFinite, checkInteger, fail } from "../core/check.js";

/**
 * The states of a trajectory: what of the response each continuation starts from.
 *
 * `S_0 = []` (the bare prompt), `S_j = tokens[0 .. points_j)`: the token at a point is sampled again. A point at 0
 * would repeat S_0 and is dropped.
 *
 * @param tokens the trajectory's response, token ids [T]
 * @param points increasing positions in [0, T], as `branchPoints` returns them
 * @returns K+1 prefixes of token ids, without the prompt
 * @throws RangeError when a token is not finite, a point is not an integer in [0, T] or the points do not increase.
 * @example statePrefixes([7, 8, 9, 10], [1, 3]) // [[], [7], [7, 8, 9]]
 * @source FR3E (arXiv 2507.07017), First Return: S_j = prompt + blocks 1..j.
 */
export function statePrefixes(tokens: ArrayLike<number>, points: readonly number[]): number[][] {
  checkPoints("statePrefixes", tokens, points);
  const all = Array.from(tokens);
  return [[], ...points.filter((t) => t > 0).map((t) => all.slice(0, t))];
}

/**
 * The blocks that branch points cut a trajectory into; block j ends before point j, the last runs to the end.
 *
 * @param tokens the trajectory's response, token ids [T]
 * @param points increasing positions in [0, T]
 * @returns K+1 blocks whose concatenation is the trajectory
 * @throws RangeError when a token is not finite, a point is not an integer in [0, T] or the points do not increase.
 * @example trajectoryBlocks([7, 8, 9, 10], [1, 3]) // [[7], [8, 9], [10]]
 * @source FR3E (arXiv 2507.07017), First Return: segmentation into blocks.
 */
export function trajectoryBlocks(tokens: ArrayLike<number>, points: readonly number[]): number[][] {
  checkPoints("trajectoryBlocks", tokens, points);
  const all = Array.from(tokens);
  const cuts = points.filter((t) => t > 0);
  return [0, ...cuts].map((from, j) => all.slice(from, cuts[j] ?? all.length));
}

function checkPoints(fn: string, tokens: ArrayLike<number>, points: readonly number[]): void {
  checkFinite(fn, "tokens", tokens);
  checkArray(fn, "points", points);
  points.forEach((t, j) => {
    checkInteger(fn, `points[${j}]`, t, 0, tokens.length);
    if (j > 0 && t <= points[j - 1]) fail(fn, `points[${j}]`, `above the point before it (${points[j - 1]})`, t);
  });
}
