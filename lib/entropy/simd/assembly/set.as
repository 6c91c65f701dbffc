import { addToBins, binOf, compress, crossingBin, lastBin, resetBins } from "./bins";
import { countLanes, expNegative, sumLanes } from "./exp";
import { maximum, minimum, sortFew } from "./few";

/** The set found in the last row, and its least likely member; masses relative to the row's maximum. */
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

/** A set of the tokens at the maximum alone, as many as `target` asks for. */
export function takeTies(ties: f64, target: f64): void {
  size = <i32>Math.min(ties, Math.max(1, Math.ceil(target - 1e-9)));
  mass = <f64>size;
  massBelow = 0;
  weighted = 0;
  lastU = 0;
  lastE = 1;
}

/** Adds tokens whose order among themselves does not matter. */
export function include(tokens: i32, m: f64, w: f64): void {
  size += tokens;
  mass += m;
  massBelow += m;
  weighted += w;
}

/**
 * Takes the most likely of the `count` candidates at u until the mass reaches `target`; overwrites u and e. A histogram
 * of mass over u finds the bin in which the target is crossed; only that bin is looked at again.
 */
export function settle(target: f64, u: usize, e: usize, count: i32): void {
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
