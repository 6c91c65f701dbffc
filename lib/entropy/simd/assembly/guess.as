import { distance, expNegative } from "./exp";
import { addToBins, binOf, BINS, crossingFrom, histogram } from "./bins";

/** The window of u in which the crossing token is expected: from `high` down to `low`, both inside. */
export let high: f32 = 0;
export let low: f32 = 0;

/** One vector in this many is looked at, and the window holds this much mass to either side of the guess. */
const STRIDE: usize = 16 * 16;
const MARGIN: f64 = 0.02;

/**
 * Where the token that brings the mass to `share` of the whole is likely to be, from a sample of the row. Only a guess:
 * whoever uses it checks that the crossing lies in the window.
 */
export function guessWindow(z: usize, bytes: usize, top: f32, cut: f32, share: f64): void {
  const shift = f32x4.splat(top), none = f32x4.splat(0), scale = <f32>(BINS - 1) / (top - cut), by = f32x4.splat(scale);
  memory.fill(histogram, 0, 8 * BINS);
  let whole: f64 = 0;
  for (let end = z + bytes; z < end; z += STRIDE) {
    const u = distance(v128.load(z), shift);
    addToBins(binOf(u, none, by), expNegative(u));
  }
  for (let bin = 0; bin < BINS; bin++) whole += load<f64>(histogram + (<usize>bin << 3));
  // Half a bin more to either side: bins were rounded to.
  const first = load<f64>(histogram);
  high = (0.5 - <f32>crossingFrom(0, first, (share - MARGIN) * whole)) / scale;
  low = (-0.5 - <f32>crossingFrom(0, first, (share + MARGIN) * whole)) / scale;
}
