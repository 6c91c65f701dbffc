import { distance, expNegative } from "./exp";
import { addToBins, binMass, binOf, crossingBin, lastBin, resetBins } from "./bins";

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
  resetBins(<i32>(bytes >> 2));
  const scale = <f32>lastBin / (top - cut);
  const shift = f32x4.splat(top), none = f32x4.splat(0), by = f32x4.splat(scale), last = f32x4.splat(<f32>lastBin);
  for (let end = z + bytes; z < end; z += STRIDE) {
    const u = distance(v128.load(z), shift);
    addToBins(binOf(u, none, by, last), expNegative(u));
  }
  let whole: f64 = 0;
  for (let bin = 0; bin <= lastBin; bin++) whole += binMass(bin);
  // Half a bin more to either side: bins were rounded to.
  high = (0.5 - <f32>crossingBin(0, (share - MARGIN) * whole)) / scale;
  low = (-0.5 - <f32>crossingBin(0, (share + MARGIN) * whole)) / scale;
}
