import { checkFinite, checkSameShape } from "../core/check.js";
import { checkMasks } from "./aggregate.js";

/** Arrays of one batch by their names: each one array per response, finite, and of the masks' shape. */
export function checkBatch(
  fn: string,
  masks: readonly ArrayLike<number>[],
  arrays: Record<string, readonly ArrayLike<number>[]>,
): void {
  checkMasks(fn, masks);
  for (const [name, rows] of Object.entries(arrays)) {
    checkSameShape(fn, ["masks", masks], [name, rows]);
    rows.forEach((row, i) => {
      checkFinite(fn, `${name}[${i}]`, row);
    });
  }
}

/** `value = sum w_it l_it` and its derivative, from a token's loss and that loss's derivative; weight 0 is skipped. */
export function weightedTokens(
  weights: readonly Float64Array[],
  token: (i: number, t: number) => readonly [loss: number, derivative: number],
): { value: number; derivative: Float32Array[] } {
  let value = 0;
  const derivative = weights.map((row, i) => {
    const out = new Float32Array(row.length);
    for (let t = 0; t < row.length; t++) {
      if (row[t] === 0) continue;
      const [loss, slope] = token(i, t);
      value += row[t] * loss;
      out[t] = row[t] * slope;
    }
    return out;
  });
  return { value, derivative };
}

/** A log-ratio within +-20, so that its exponential stays finite, and whether it was within. */
export function clampedLogRatio(logprob: number, oldLogprob: number): { logRatio: number; inside: boolean } {
  const d = logprob - oldLogprob;
  return { logRatio: Math.min(20, Math.max(-20, d)), inside: Math.abs(d) <= 20 };
}
