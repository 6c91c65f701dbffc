import { checkArray, checkFinite, checkInteger, fail } from "../core/check.js";

/** A tree's states as arrays: a parent comes before its children, the root's parent is -1. */
export interface TreeArrays {
  values: readonly number[];
  parents: readonly number[];
  /** Finished responses below each state. */
  leaves: readonly number[];
}

/**
 * Process advantages of a tree's states: better than the root and better than the state before.
 *
 * `A(s) = [(V(s) - V(root)) + (V(s) - V(parent))] / sqrt(leaves(s))`; the root's is 0. The division keeps a state that
 * many responses share from being counted once for each.
 *
 * @returns one advantage per state
 * @throws RangeError when the lengths differ, a value is not finite, a parent is not an earlier state or a state has no leaf.
 * @example treeAdvantages({ values: [0.5, 1, 0], parents: [-1, 0, 0], leaves: [4, 1, 1] }) // [0, 1, -1]
 * @source TreeRL (arXiv 2506.11902), process supervision from the tree: global plus local advantage.
 */
export function treeAdvantages({ values, parents, leaves }: TreeArrays): Float32Array {
  const fn = "treeAdvantages";
  for (const [name, array] of Object.entries({ values, parents, leaves })) checkArray(fn, name, array);
  if (values.length === 0) fail(fn, "values", "at least the root's", values);
  if (parents.length !== values.length) fail(fn, "parents", `one per state (${values.length})`, parents);
  if (leaves.length !== values.length) fail(fn, "leaves", `one per state (${values.length})`, leaves);
  checkFinite(fn, "values", values);
  return Float32Array.from(values, (value, s) => {
    checkInteger(fn, `parents[${s}]`, parents[s], s === 0 ? -1 : 0, s - 1);
    checkInteger(fn, `leaves[${s}]`, leaves[s], 1);
    return s === 0 ? 0 : (value - values[0] + (value - values[parents[s]])) / Math.sqrt(leaves[s]);
  });
}
