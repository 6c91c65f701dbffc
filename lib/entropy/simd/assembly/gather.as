import { compress } from "./bins";
import { countLanes, distance, expNegative, sumLanes } from "./exp";
import { include } from "./set";

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

/** Takes every token above `high` and writes u of those from there down to `low`; returns how many it wrote. */
export function window(z: usize, bytes: usize, top: f32, high: f32, low: f32, out: usize): i32 {
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
