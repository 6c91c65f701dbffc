import { countLanes, expNegative, maxLanes, sumLanes } from "./exp";

/** The set that the last `topSet` found, and its least likely member; masses relative to the row's maximum. */
export let size: i32 = 0;
export let mass: f64 = 0;
/** Mass without the tokens at the maximum. */
export let massBelow: f64 = 0;
export let weighted: f64 = 0;
export let lastU: f64 = 0;
export let lastE: f64 = 0;

const BINS: i32 = 1024;
const FEW: i32 = 24;
// Log-probabilities closer than this are one value.
const SAME: f32 = 1e-12;
// As in exp: rounds to an integer and leaves it in the low bits.
const ROUND: f32 = 12582912;

const histogram = memory.data(8 * 1024, 16);
/** For each of 16 lane masks, the byte shuffle that moves the chosen lanes to the front. */
const shuffles = memory.data(16 * 16, 16);

/** Fills the shuffle table; once an instance. */
export function prepare(): void {
  for (let mask = 0; mask < 16; mask++) {
    let at: usize = shuffles + (<usize>mask << 4);
    for (let lane = 0; lane < 4; lane++) {
      if (!((mask >> lane) & 1)) continue;
      for (let byte = 0; byte < 4; byte++) store<u8>(at++, <u8>(lane * 4 + byte));
    }
    while (at < shuffles + (<usize>(mask + 1) << 4)) store<u8>(at++, 0x80);
  }
}

/** Writes the chosen lanes of x one after the other. */
// @ts-ignore: decorator
@inline
function compress(x: v128, mask: i32, out: usize): void {
  v128.store(out, i8x16.swizzle(x, v128.load(shuffles + (<usize>mask << 4))));
}

/**
 * u of every token of the row at or above `cut` (but not at the maximum), one after the other; returns how many. The
 * rest of the last vector is u = -inf.
 */
export function candidates(z: usize, bytes: usize, top: f32, cut: f32, out: usize): i32 {
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
 * The smallest top set whose mass reaches `target`: `ties` tokens at the maximum, then those of the `count` candidates
 * at u, whose exp goes to e. Both are overwritten. A histogram of mass over u finds the bin in which the target is
 * crossed; only that bin is looked at again.
 */
export function topSet(ties: f64, target: f64, u: usize, e: usize, count: i32): void {
  const first = Math.max(1, Math.ceil(target - 1e-9));
  size = <i32>Math.min(ties, first);
  mass = <f64>size;
  massBelow = 0;
  weighted = 0;
  lastU = 0;
  lastE = 1;
  if (mass >= target || count == 0) return;
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
    count = split(target, u, e, count, high, (<f32>(BINS - 1)) / (high - low));
  }
  takeInOrder(target, u, e, count);
}

/** Takes the bins above the crossing one into the set and leaves the crossing one at u and e; returns its size. */
function split(target: f64, u: usize, e: usize, count: i32, high: f32, scale: f32): i32 {
  const end = <usize>count << 2, from = f32x4.splat(high), by = f32x4.splat(scale);
  memory.fill(histogram, 0, 8 * BINS);
  for (let i: usize = 0; i < end; i += 16) {
    const bin = i32x4.trunc_sat_f32x4_s(binOf(v128.load(u + i), from, by)), x = v128.load(e + i);
    add(i32x4.extract_lane(bin, 0), f32x4.extract_lane(x, 0));
    add(i32x4.extract_lane(bin, 1), f32x4.extract_lane(x, 1));
    add(i32x4.extract_lane(bin, 2), f32x4.extract_lane(x, 2));
    add(i32x4.extract_lane(bin, 3), f32x4.extract_lane(x, 3));
  }
  let bin = 0;
  for (let reached = mass + load<f64>(histogram); reached < target && bin < BINS - 1; ) {
    bin++;
    reached += load<f64>(histogram + (<usize>bin << 3));
  }
  return divide(u, e, end, from, by, f32x4.splat(<f32>bin));
}

/** Number of the bin of each lane, as floats; the lowest values land in the last bin. */
// @ts-ignore: decorator
@inline
function binOf(u: v128, high: v128, scale: v128): v128 {
  const bin = f32x4.mul(f32x4.sub(high, u), scale);
  return f32x4.nearest(f32x4.pmin(bin, f32x4.splat(<f32>(BINS - 1))));
}

// @ts-ignore: decorator
@inline
function add(bin: i32, x: f32): void {
  const at = histogram + (<usize>bin << 3);
  store<f64>(at, load<f64>(at) + <f64>x);
}

function divide(u: usize, e: usize, end: usize, high: v128, scale: v128, crossing: v128): i32 {
  let kept: usize = 0, inside = i32x4.splat(0), m: f64 = 0, w: f64 = 0;
  for (let i: usize = 0; i < end; ) {
    let sum = f32x4.splat(0), wsum = f32x4.splat(0);
    for (const stop = min(i + 1024, end); i < stop; i += 16) {
      const x = v128.load(u + i), y = v128.load(e + i), bin = binOf(x, high, scale);
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
  size += countLanes(inside);
  mass += m;
  massBelow += m;
  weighted += w;
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
