/**
 * The nucleus of one row without sorting it: candidates are narrowed by a histogram of their mass over the bits of their
 * float (larger first), then the crossing bin by its next bits, until a handful is left to sort. Exact for ties: equal
 * probabilities order by token, the lowest first.
 */

export const INCLUSIVE = 0;
const EXCLUSIVE = 1;
const BELOW = 2;
const FEW = 24;
const ONE = 0x3f800000;
// Bits of a float below the first histogram's bins: 64 bins an octave for many candidates, 16 for some.
const FINE = 17;
const COARSE = 19;
const bins = memory.data(65536, 16);

/** Sum of e over all tokens of the row. */
export let wholeMass: f64 = 0;
/** Mass of the kept tokens; 0 when none is kept. */
export let keptMass: f64 = 0;
/** A token is kept when e > cutValue, or e = cutValue and the token is not above cutToken. */
export let cutValue: f32 = 0;
export let cutToken: i32 = 0;

let goal: f64 = 0;
let rule: i32 = 0;

// @ts-ignore: decorator
@inline
function stops(x: f64): bool {
  return rule == BELOW ? keptMass > 0 && keptMass + x > goal : rule == EXCLUSIVE && keptMass + x >= goal;
}

/** Sets the cut for e [vocab] (unnormalised, at most 1, padding 0 up to a multiple of 4); `list` holds vocab pairs. */
export function findNucleus(e: usize, vocab: i32, p: f64, kind: i32, list: usize): void {
  rule = kind;
  keptMass = 0;
  weigh(e, vocab);
  goal = p * wholeMass;
  // A token below this share cannot be in the nucleus: all such tokens together have less than 1 - p.
  const floor = max<f32>(<f32>((((1 - p) * wholeMass) / <f64>vocab) * 0.999), 1e-37);
  let n = candidates(e, vocab, floor, list);
  const low = n > 128 ? FINE : COARSE;
  if (n > FEW) n = narrow(list, n, low, ((ONE - reinterpret<i32>(floor)) >> low) + 1);
  if (n > FEW) n = narrow(list, n, 9, 1024);
  if (n > FEW) n = narrow(list, n, 0, 512);
  if (n <= FEW) sort(list, n);
  walk(list, n);
}

/** Sets `wholeMass` alone, for sampling where no nucleus is asked for. */
export function weigh(e: usize, vocab: i32): void {
  wholeMass = sum(e, vocab);
}

function sum(e: usize, vocab: i32): f64 {
  let low = f64x2.splat(0), high = f64x2.splat(0);
  for (const end = e + (vocab << 2); e < end; e += 16) {
    const x = v128.load(e);
    low = f64x2.add(low, f64x2.promote_low_f32x4(x));
    high = f64x2.add(high, f64x2.promote_low_f32x4(i64x2.shuffle(x, x, 1, 1)));
  }
  const both = f64x2.add(low, high);
  return f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1);
}

// Most rows have few candidates: four tokens are passed over at once. Else every token is written and the place moves on
// only past a candidate: no branch to mispredict.
function candidates(e: usize, vocab: i32, floor: f32, list: usize): i32 {
  const low = f32x4.splat(floor);
  let to = list;
  for (let i = 0; i < vocab; i += 4, e += 16) {
    if (!v128.any_true(f32x4.ge(v128.load(e), low))) continue;
    for (let j = 0; j < 4; j++) {
      const x = load<f32>(e + (j << 2));
      store<f32>(to, x);
      store<i32>(to, i + j, 4);
      to += <usize>(x >= floor) << 3;
    }
  }
  return <i32>((to - list) >> 3);
}

// @ts-ignore: decorator
@inline
function binOf(pair: usize, shift: i32): i32 {
  const key = (ONE - load<i32>(pair)) >> shift;
  return shift >= FINE ? key : key & (shift == 9 ? 1023 : 511);
}

/** Takes whole bins while the nucleus does not end in them; leaves the bin in which it ends in the list. */
function narrow(list: usize, n: i32, shift: i32, used: i32): i32 {
  const end = list + (n << 3);
  memory.fill(bins, 0, used << 3);
  for (let pair = list; pair < end; pair += 8) {
    const bin = bins + (binOf(pair, shift) << 3);
    store<f64>(bin, load<f64>(bin) + <f64>load<f32>(pair));
  }
  let bin = 0;
  for (; bin < used; bin++) {
    const mass = load<f64>(bins + (bin << 3));
    if (mass > 0 && (rule == BELOW ? keptMass + mass > goal : keptMass + mass >= goal)) break;
    keptMass += mass;
  }
  if (bin == used) return everything();
  let to = list;
  for (let pair = list; pair < end; pair += 8) {
    const inside = binOf(pair, shift) == bin;
    store<u64>(to, load<u64>(pair));
    to += <usize>inside << 3;
  }
  return <i32>((to - list) >> 3);
}

function everything(): i32 {
  cutValue = 0;
  cutToken = -1;
  return 0;
}

/** Insertion sort, largest first; stable, so that ties stay in order of tokens. */
function sort(list: usize, n: i32): void {
  for (let i = 1; i < n; i++) {
    const pair = load<u64>(list + (i << 3)), x = load<f32>(list + (i << 3));
    let at = list + (i << 3);
    for (; at > list && load<f32>(at - 8) < x; at -= 8) store<u64>(at, load<u64>(at - 8));
    store<u64>(at, pair);
  }
}

/** Takes tokens one by one. */
function walk(list: usize, n: i32): void {
  if (n == 0) return;
  cutValue = load<f32>(list);
  cutToken = -1;
  for (let i = 0; i < n; i++, list += 8) {
    const value = load<f32>(list), x = <f64>value;
    if (stops(x)) return;
    keptMass += x;
    cutValue = value;
    cutToken = load<i32>(list, 4);
    if (rule == INCLUSIVE && keptMass >= goal) return;
  }
}

/** Whether any of four tokens is as likely as the last kept one. */
// @ts-ignore: decorator
@inline
export function mayKeep(x: v128): bool {
  return v128.any_true(f32x4.ge(x, f32x4.splat(cutValue)));
}

/** All ones in the lanes of tokens i .. i + 3 that are kept. */
// @ts-ignore: decorator
@inline
export function keptLanes(x: v128, i: i32): v128 {
  const tokens = i32x4.add(i32x4.splat(i), i32x4(0, 1, 2, 3)), cut = f32x4.splat(cutValue);
  const tied = v128.and(f32x4.eq(x, cut), i32x4.le_s(tokens, i32x4.splat(cutToken)));
  return v128.or(f32x4.gt(x, cut), tied);
}
