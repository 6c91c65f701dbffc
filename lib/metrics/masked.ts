import { checkRows, checkSameShape, fail } from "../core/check.js";

/** Calls `visit` with response and position of every masked token; throws on an empty batch or arrays that do not match. */
export function eachMasked(
  fn: string,
  [name, values]: [string, readonly ArrayLike<number>[]],
  others: [string, readonly ArrayLike<number>[]][],
  masks: readonly ArrayLike<number>[] | undefined,
  visit: (response: number, position: number) => void,
): void {
  checkRows(fn, name, values);
  if (values.length === 0) fail(fn, name, "a batch of at least one response (one array each)", values);
  for (const other of masks ? [...others, ["masks", masks] as const] : others) {
    checkSameShape(fn, [name, values], [other[0], other[1]]);
  }
  for (const [i, row] of values.entries()) {
    for (let t = 0; t < row.length; t++) {
      const counted = masks ? masks[i][t] : 1;
      if (counted !== 0 && counted !== 1) fail(fn, `masks[${i}][${t}]`, "0 or 1", counted);
      if (counted === 0) continue;
      for (const [argument, array] of [[name, values] as const, ...others]) {
        if (!Number.isFinite(array[i][t])) fail(fn, `${argument}[${i}][${t}]`, "a finite number", array[i][t]);
      }
      visit(i, t);
    }
  }
}
