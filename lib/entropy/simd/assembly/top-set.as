import { addToBins, binOf, compress, crossingBin, lastBin, resetBins } from "./bins";
import { countLanes, distance, expNegative, maxLanes, sumLanes } from "./exp";
import * as guess from "./guess";

/** The set that the last `topSet` found, and its least likely member; masses relative to the row's maximum. */
export let size: i32 = 0;
export let mass: f64 = 0;
/** Mass without the tokens at the maximum. */
export let massBelow: f64 = 0;
export let weighted: f64 = 0;
export let lastU: f64 = 0;
export let lastE: f64 = 0;

const FEW: i32 = 24;
// Log-probabilities closer than this are one value.
const SAME: f32 = 1e-12;

/**
 * u of every token of the row at or above `cut` (but not at the maximum), one after the other; returns how many. The
 * rest of the last vector is u = -inf.
 */
function candidates(z: usize, bytes: usize, top: f32, cut: f32, out: usize): i32 {
  const low = f32x4.splat(cut), shift = f32x4.splat(top), start = out, end = z + bytes;
  for (; z < end; z += 64) {
    const a = v128.load(z), b = v128.load(z, 16), c = v128.load(z, 32), d = v128.load(z, 48);
    const most = f32x4.pmax(f32x4.pmax(a, b), f32x4.pmax(c, d));
    if (!v128.any_true(f32x4.ge(most, low))) continue;
    out = keep(a, low, shift, out);
    out = keep(b, low, shift, out);
    out = keep(c, low, shift, out);
    out = keep(d, low, shift, out);
  }
  v128.store(out, f32x4.splat(-Infinity));
  return <i32>((out - start) >> 2);
}

// @ts-ignore: decorator
@inline
function keep(x: v128, low: v128, shift: v128, out: usize): usize {
  const mask = i32x4.bitmask(v128.and(f32x4.ge(x, low), f32x4.lt(x, shift)));
  compress(f32x4.sub(x, shift), mask, out);
  return out + (<usize>popcnt(mask) << 2);
}

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

function takeTies(ties: f64, target: f64): void {
  size = <i32>Math.min(ties, Math.max(1, Math.ceil(target - 1e-9)));
  mass = <f64>size;
  massBelow = 0;
  weighted = 0;
  lastU = 0;
  lastE = 1;
}

/** Takes every token above `high` and writes u of those from there down to `low`; returns how many it wrote. */
function window(z: usize, bytes: usize, top: f32, high: f32, low: f32, out: usize): i32 {
  const shift = f32x4.splat(top), ceiling = f32x4.splat(high), floor = f32x4.splat(low), start = out, end = z + bytes;
  let inside = i32x4.splat(0), m: f64 = 0, w: f64 = 0;
  while (z < end) {
    let sum = f32x4.splat(0), wsum = f32x4.splat(0);
    for (const stop = min(z + 1024, end); z < stop; z += 16) {
      const x = v128.load(z), live = f32x4.ge(x, floor);
      if (!v128.any_true(live)) continue;
      const u = distance(x, shift), above = v128.and(f32x4.gt(x, ceiling), f32x4.lt(x, shift));
      const mine = v128.and(expNegative(u), above);
      inside = i32x4.sub(inside, above);
      sum = f32x4.add(sum, mine);
      wsum = f32x4.add(wsum, f32x4.mul(u, mine));
      const mask = i32x4.bitmask(v128.and(live, v128.and(f32x4.le(x, ceiling), f32x4.lt(x, shift))));
      compress(u, mask, out);
      out += <usize>popcnt(mask) << 2;
    }
    m += sumLanes(sum);
    w += sumLanes(wsum);
  }
  include(countLanes(inside), m, w);
  return <i32>((out - start) >> 2);
}

function include(tokens: i32, m: f64, w: f64): void {
  size += tokens;
  mass += m;
  massBelow += m;
  weighted += w;
}

/**
 * Takes the most likely of the `count` candidates at u until the mass reaches `target`; overwrites u and e. A histogram
 * of mass over u finds the bin in which the target is crossed; only that bin is looked at again.
 */
function settle(target: f64, u: usize, e: usize, count: i32): void {
  for (let i: usize = 0, end = <usize>count << 2; i < end; i += 16) v128.store(e + i, expNegative(v128.load(u + i)));
  for (;;) {
    // Lanes past the end weigh nothing and lie below everything, whatever they held.
    for (let i = count; i < ((count + 3) & ~3); i++) {
      store<f32>(u + (<usize>i << 2), -Infinity);
      store<f32>(e + (<usize>i << 2), 0);
    }
    if (count <= FEW) sortFew(u, e, count);
    const high = maximum(u, count), low = minimum(u, count);
    if (count <= FEW || high - low < SAME) break;
    resetBins(count);
    count = split(target, u, e, count, high, <f32>lastBin / (high - low));
  }
  takeInOrder(target, u, e, count);
}

/** Takes the bins above the crossing one into the set and leaves the crossing one at u and e; returns its size. */
function split(target: f64, u: usize, e: usize, count: i32, high: f32, scale: f32): i32 {
  const end = <usize>count << 2, from = f32x4.splat(high), by = f32x4.splat(scale), last = f32x4.splat(<f32>lastBin);
  for (let i: usize = 0; i < end; i += 16) addToBins(binOf(v128.load(u + i), from, by, last), v128.load(e + i));
  return divide(u, e, end, from, by, last, f32x4.splat(<f32>crossingBin(mass, target)));
}

function divide(u: usize, e: usize, end: usize, high: v128, scale: v128, last: v128, crossing: v128): i32 {
  let kept: usize = 0, inside = i32x4.splat(0), m: f64 = 0, w: f64 = 0;
  for (let i: usize = 0; i < end; ) {
    let sum = f32x4.splat(0), wsum = f32x4.splat(0);
    for (const stop = min(i + 1024, end); i < stop; i += 16) {
      const x = v128.load(u + i), y = v128.load(e + i), bin = binOf(x, high, scale, last);
      const above = f32x4.lt(bin, crossing), here = f32x4.eq(bin, crossing), mine = v128.and(y, above);
      inside = i32x4.sub(inside, above);
      sum = f32x4.add(sum, mine);
      wsum = f32x4.add(wsum, f32x4.mul(f32x4.pmax(x, f32x4.splat(-1e4)), mine));
      if (!v128.any_true(here)) continue;
      const mask = i32x4.bitmask(here);
      compress(x, mask, u + kept);
      compress(y, mask, e + kept);
      kept += <usize>popcnt(mask) << 2;
    }
    m += sumLanes(sum);
    w += sumLanes(wsum);
  }
  include(countLanes(inside), m, w);
  // The lanes past the end are -inf with weight 0: they may be kept in the last bin, and go.
  while (kept > 0 && load<f32>(u + kept - 4) == -Infinity) kept -= 4;
  return <i32>(kept >> 2);
}

function takeInOrder(target: f64, u: usize, e: usize, count: i32): void {
  for (let i = 0; i < count && mass < target; i++) {
    lastU = <f64>load<f32>(u + (<usize>i << 2));
    lastE = <f64>load<f32>(e + (<usize>i << 2));
    size++;
    mass += lastE;
    massBelow += lastE;
    weighted += lastU * lastE;
  }
}

function sortFew(u: usize, e: usize, count: i32): void {
  for (let i = 1; i < count; i++) {
    const keyU = load<f32>(u + (<usize>i << 2)), keyE = load<f32>(e + (<usize>i << 2));
    let j = i - 1;
    for (; j >= 0 && load<f32>(u + (<usize>j << 2)) < keyU; j--) {
      store<f32>(u + (<usize>(j + 1) << 2), load<f32>(u + (<usize>j << 2)));
      store<f32>(e + (<usize>(j + 1) << 2), load<f32>(e + (<usize>j << 2)));
    }
    store<f32>(u + (<usize>(j + 1) << 2), keyU);
    store<f32>(e + (<usize>(j + 1) << 2), keyE);
  }
}

function maximum(u: usize, count: i32): f32 {
  let most = f32x4.splat(-Infinity);
  for (let i: usize = 0, end = <usize>count << 2; i < end; i += 16) most = f32x4.pmax(most, v128.load(u + i));
  return maxLanes(most);
}

function minimum(u: usize, count: i32): f32 {
  let most = f32x4.splat(-Infinity);
  for (let i: usize = 0, end = <usize>(count & ~3) << 2; i < end; i += 16) most = f32x4.pmax(most, f32x4.neg(v128.load(u + i)));
  let least = -maxLanes(most);
  for (let i = count & ~3; i < count; i++) least = min(least, load<f32>(u + (<usize>i << 2)));
  return least;
}
