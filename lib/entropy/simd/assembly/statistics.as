import { rankInRow, readRow, rest, ties, top, weighted } from "./row";
import * as set from "./set";
import { topSet } from "./top-set";

export { prepare } from "./bins";

const EXCLUSIVE = 1;
const BELOW = 2;
/** As in `membership.ts`. */
const TOLERANCE: f64 = 1e-6;

/** Rows from this many bytes on are worth a sample. */
const WIDE: usize = 32768;

/** Bytes of one row's results: entropy, nucleus entropy, nucleus mass, log-probability; nucleus size, rank. */
const RESULT: usize = 24;

/** -sum q log q of weights with `top` tokens at 1, `below` in all others, and `weighted` = sum u e. */
function entropyOf(tops: f64, below: f64, weighted: f64): f32 {
  const mass = tops + below;
  if (mass <= 0) return 0;
  const log = tops == 1 ? Math.log1p(below) : Math.log(mass);
  const entropy = log - weighted / mass;
  // Tokens at -inf were given exp(-87) each; a row whose whole entropy is of that order is certain.
  return entropy < 1e-30 ? 0 : <f32>entropy;
}

/**
 * Statistics of `rows` rows of `stride` floats (a multiple of 16, filled up with -inf), `vocab` of them real. `p` = 0:
 * no nucleus; `tokens` = 0: no log-probability. Returns -1, or the first row without a distribution.
 */
export function statistics(
  z: usize, rows: i32, vocab: i32, stride: i32, p: f64, kind: i32, tokens: usize, out: usize, u: usize, e: usize,
): i32 {
  const bytes = <usize>stride << 2;
  for (let row = 0; row < rows; row++, z += bytes, out += RESULT) {
    readRow(z, bytes);
    if (!(rest < Infinity) || ties == 0) return row;
    store<f32>(out, entropyOf(ties, rest, weighted));
    if (tokens) {
      const token = load<i32>(tokens + (<usize>row << 2));
      const log = ties == 1 ? Math.log1p(rest) : Math.log(ties + rest);
      store<f32>(out, <f32>(<f64>load<f32>(z + (<usize>token << 2)) - <f64>top - log), 12);
      store<i32>(out, rankInRow(z, bytes, token), 20);
    }
    if (p > 0) nucleus(z, bytes, vocab, p, kind, out, u, e);
  }
  return -1;
}

function nucleus(z: usize, bytes: usize, vocab: i32, p: f64, kind: i32, out: usize, u: usize, e: usize): void {
  const whole = ties + rest;
  // A member has at least (1 - p) / V; a little less lets rounding in.
  const cut = <f64>top + Math.log((Math.max(0, 1 - p - TOLERANCE) * whole) / <f64>vocab) - 1e-4;
  const target = (p - TOLERANCE) * whole;
  const flat = bytes >= WIDE && <f64>load<f32>(out) > Math.log(<f64>vocab) - 2;
  topSet(z, bytes, top, ties, target, whole, <f32>Math.max(cut, <f64>top - 87), flat, u, e);
  let size = set.size, below = set.massBelow, w = set.weighted;
  let tops = Math.min(<f64>size, ties);
  const meets = set.mass <= (p + TOLERANCE) * whole;
  if (kind == EXCLUSIVE || (kind == BELOW && size > 1 && !meets)) {
    size--;
    if (set.lastU == 0) tops--;
    else {
      below -= set.lastE;
      w -= set.lastU * set.lastE;
    }
    // What rounding leaves of an emptied sum is nothing.
    if (<f64>size == tops) below = w = 0;
  }
  store<f32>(out, entropyOf(tops, below, w), 4);
  store<f32>(out, <f32>((tops + below) / whole), 8);
  store<i32>(out, size, 16);
}
