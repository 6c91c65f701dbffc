import { candidates, window } from "./gather";
import * as guess from "./guess";
import { lastU, mass, settle, takeTies } from "./set";

/**
 * The smallest top set of a row whose mass reaches `target`: `ties` tokens at the maximum, then those below it. In a
 * flat row, where nearly every token is a candidate, a sample first tells where to look; u and e are working space.
 */
export function topSet(
  z: usize, bytes: usize, top: f32, ties: f64, target: f64, whole: f64, cut: f32, flat: bool, u: usize, e: usize,
): void {
  takeTies(ties, target);
  if (mass >= target) return;
  if (flat) {
    guess.guessWindow(z, bytes, top, cut, target / whole);
    const count = window(z, bytes, top, top + guess.high, top + guess.low, u);
    if (mass < target) settle(target, u, e, count);
    // The window may have missed the crossing on either side; then everything is looked at after all.
    if (mass >= target && lastU < 0) return;
    takeTies(ties, target);
  }
  settle(target, u, e, candidates(z, bytes, top, cut, u));
}
