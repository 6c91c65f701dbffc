import { maxLanes } from "./exp";

/** Sorts a handful of candidates, the most likely first; equal ones stay in order. */
export function sortFew(u: usize, e: usize, count: i32): void {
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

/** The largest of `count` values; lanes past the end hold -inf. */
export function maximum(u: usize, count: i32): f32 {
  let most = f32x4.splat(-Infinity);
  for (let i: usize = 0, end = <usize>count << 2; i < end; i += 16) most = f32x4.pmax(most, v128.load(u + i));
  return maxLanes(most);
}

/** The smallest of `count` values. */
export function minimum(u: usize, count: i32): f32 {
  let most = f32x4.splat(-Infinity);
  const whole = <usize>(count & ~3) << 2;
  for (let i: usize = 0; i < whole; i += 16) most = f32x4.pmax(most, f32x4.neg(v128.load(u + i)));
  let least = -maxLanes(most);
  for (let i = count & ~3; i < count; i++) least = min(least, load<f32>(u + (<usize>i << 2)));
  return least;
}
