/** Histograms of mass over u, and the moving of chosen lanes to the front. */

const MOST: i32 = 1024;
const histogram = memory.data(8 * 1024, 16);
/** Number of the last bin in use. */
export let lastBin: i32 = MOST - 1;

/** Empties the histogram, with bins enough for `count` values: clearing a thousand for a handful would be the cost. */
export function resetBins(count: i32): void {
  lastBin = (count < MOST ? 64 : MOST) - 1;
  memory.fill(histogram, 0, <usize>(lastBin + 1) << 3);
}

/** Mass of one bin. */
// @ts-ignore: decorator
@inline
export function binMass(bin: i32): f64 {
  return load<f64>(histogram + (<usize>bin << 3));
}

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

/** Number of the bin of each lane, as floats, none beyond `last`. */
// @ts-ignore: decorator
@inline
export function binOf(u: v128, high: v128, scale: v128, last: v128): v128 {
  return f32x4.nearest(f32x4.pmin(f32x4.mul(f32x4.sub(high, u), scale), last));
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

/** The first bin with which the mass, counted from `before`, reaches `target`; the last one where none does. */
export function crossingBin(before: f64, target: f64): i32 {
  let bin = 0;
  for (let reached = before + binMass(0); reached < target && bin < lastBin; reached += binMass(bin)) bin++;
  return bin;
}
