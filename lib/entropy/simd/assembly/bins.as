/** Histograms of mass over u, and the moving of chosen lanes to the front. */

export const BINS: i32 = 1024;
export const histogram = memory.data(8 * 1024, 16);

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

/** Writes the chosen lanes of x one after the other; the caller moves on by their number. */
// @ts-ignore: decorator
@inline
export function compress(x: v128, mask: i32, out: usize): void {
  v128.store(out, i8x16.swizzle(x, v128.load(shuffles + (<usize>mask << 4))));
}

/** Number of the bin of each lane, as floats; the lowest values land in the last bin. */
// @ts-ignore: decorator
@inline
export function binOf(u: v128, high: v128, scale: v128): v128 {
  const bin = f32x4.mul(f32x4.sub(high, u), scale);
  return f32x4.nearest(f32x4.pmin(bin, f32x4.splat(<f32>(BINS - 1))));
}

/** Adds the four masses to the four bins. */
// @ts-ignore: decorator
@inline
export function addToBins(bins: v128, masses: v128): void {
  const bin = i32x4.trunc_sat_f32x4_s(bins);
  addTo(i32x4.extract_lane(bin, 0), f32x4.extract_lane(masses, 0));
  addTo(i32x4.extract_lane(bin, 1), f32x4.extract_lane(masses, 1));
  addTo(i32x4.extract_lane(bin, 2), f32x4.extract_lane(masses, 2));
  addTo(i32x4.extract_lane(bin, 3), f32x4.extract_lane(masses, 3));
}

// @ts-ignore: decorator
@inline
function addTo(bin: i32, mass: f32): void {
  const at = histogram + (<usize>bin << 3);
  store<f64>(at, load<f64>(at) + <f64>mass);
}

/** The first bin from `bin` on with which the mass reaches `target`; `reached` is the mass up to `bin`, it included. */
export function crossingFrom(bin: i32, reached: f64, target: f64): i32 {
  while (reached < target && bin < BINS - 1) {
    bin++;
    reached += load<f64>(histogram + (<usize>bin << 3));
  }
  return bin;
}
