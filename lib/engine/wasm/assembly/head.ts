import { expNegative, first, madd, maxLanes, sumLanes } from "./simd";
import { up4 } from "./attention";
import { cutToken, cutValue, findNucleus, INCLUSIVE, keptLanes, keptMass, mayKeep, weigh, wholeMass } from "./nucleus";

/** What a row of logits came to; the fields of the last `readRow`. */
export let logNorm: f32 = 0;
export let entropy: f32 = 0;

/**
 * Logits z [vocab] become (z - max) / temperature in place and exp of it goes to e; columns up to a multiple of 4 become
 * -inf and 0. Sets `logNorm` = log sum e and `entropy`.
 */
export function readRow(z: usize, e: usize, vocab: i32, inverseTemperature: f32): void {
  for (let i = vocab; i < up4(vocab); i++) store<f32>(z + (i << 2), -Infinity);
  const bytes = <usize>(up4(vocab) << 2);
  let top = v128.load(z);
  for (let i: usize = 16; i < bytes; i += 16) top = f32x4.pmax(top, v128.load(z + i));
  const shift = maxLanes(top), factor = f32x4.splat(inverseTemperature), low = f32x4.splat(-1e4);
  let sum = f32x4.splat(0), weighted = f32x4.splat(0);
  for (let i: usize = 0; i < bytes; i += 16) {
    // -inf stays out of 0 * inf.
    const x = f32x4.pmax(f32x4.mul(f32x4.sub(v128.load(z + i), shift), factor), low);
    const p = expNegative(x);
    v128.store(z + i, x);
    v128.store(e + i, p);
    sum = f32x4.add(sum, p);
    weighted = madd(p, x, weighted);
  }
  const total = first(sumLanes(sum));
  logNorm = <f32>Math.log(<f64>total);
  entropy = max<f32>(0, logNorm - first(sumLanes(weighted)) / total);
}

/** Whether the nucleus is every possible token, whose entropy is the full one: nothing is then to be found. */
// @ts-ignore: decorator
@inline
function isWhole(p: f64, kind: i32): bool {
  return kind == INCLUSIVE && p >= 1;
}

/** Entropy of the kept tokens' renormalised distribution; z holds log e. */
function nucleusEntropy(z: usize, e: usize, vocab: i32, p: f64, kind: i32, list: usize): f32 {
  findNucleus(e, vocab, p, kind, list);
  if (keptMass == 0) return 0;
  let weighted = f32x4.splat(0);
  for (let i = 0; i < vocab; i += 4) {
    const x = v128.load(e + (i << 2));
    if (!mayKeep(x)) continue;
    weighted = madd(v128.and(x, keptLanes(x, i)), v128.load(z + (i << 2)), weighted);
  }
  return <f32>max<f64>(0, Math.log(keptMass) - <f64>first(sumLanes(weighted)) / keptMass);
}

/** Statistics of rows of logits (overwritten) [rows, ld]: log-probability of tokens[t], entropy, nucleus entropy. */
export function headStatistics(
  z: usize, ld: i32, rows: i32, vocab: i32, tokens: usize, inverseTemperature: f32, p: f64, kind: i32,
  logprobs: usize, entropies: usize, nucleusEntropies: usize, e: usize, list: usize,
): void {
  const whole = isWhole(p, kind);
  for (let t = 0; t < rows; t++, z += ld << 2) {
    readRow(z, e, vocab, inverseTemperature);
    const at = t << 2;
    store<f32>(logprobs + at, load<f32>(z + (load<i32>(tokens + at) << 2)) - logNorm);
    store<f32>(entropies + at, entropy);
    store<f32>(nucleusEntropies + at, whole ? entropy : nucleusEntropy(z, e, vocab, p, kind, list));
  }
}

/**
 * d loss / d logits in place of the logits, from the three coefficients a row; padding columns become 0. `factor` is
 * `inverseTemperature` where z holds logits, 1 where a row was read before.
 */
export function headBackward(
  z: usize, ld: i32, rows: i32, vocab: i32, tokens: usize, factor: f32, inverseTemperature: f32, p: f64, kind: i32,
  dLogprob: usize, dEntropy: usize, dNucleus: usize, e: usize, list: usize,
): void {
  const whole = isWhole(p, kind);
  for (let t = 0; t < rows; t++, z += ld << 2) {
    readRow(z, e, vocab, factor);
    const c = load<f32>(dLogprob + (t << 2));
    let h = load<f32>(dEntropy + (t << 2)), g = load<f32>(dNucleus + (t << 2));
    if (whole) { h += g; g = 0; }
    const inside = g != 0 ? nucleusEntropy(z, e, vocab, p, kind, list) : 0;
    // d Hn / d z = -q (log q + Hn) on the kept tokens, q = e / kept mass.
    const some = g != 0 && keptMass > 0;
    const weight = f32x4.splat(some ? (-g * inverseTemperature) / <f32>keptMass : 0);
    const offset = f32x4.splat(some ? inside - <f32>Math.log(keptMass) : 0);
    const share = f32x4.splat(inverseTemperature * <f32>Math.exp(-logNorm));
    const base = f32x4.splat(-c - h * (entropy - logNorm)), slope = f32x4.splat(-h);
    for (let i = 0; i < ld; i += 4) {
      const at = i << 2, x = v128.load(e + at), y = v128.load(z + at);
      let d = f32x4.mul(f32x4.mul(x, share), madd(slope, y, base));
      if (some) d = madd(f32x4.mul(v128.and(x, keptLanes(x, i)), weight), f32x4.add(y, offset), d);
      v128.store(z + at, i < vocab ? d : f32x4.splat(0));
    }
    const own = z + (load<i32>(tokens + (t << 2)) << 2);
    store<f32>(own, load<f32>(own) + c * inverseTemperature);
  }
}

/** Samples a token of each row and its statistics; uniforms in [0, 1), float64. topP < 1 samples within the nucleus. */
export function headSample(
  z: usize, ld: i32, rows: i32, vocab: i32, keys: usize, counters: usize, inverseTemperature: f32, topP: f64, p: f64,
  kind: i32, tokens: usize, logprobs: usize, entropies: usize, nucleusEntropies: usize, e: usize, list: usize,
): void {
  const whole = isWhole(p, kind);
  for (let t = 0; t < rows; t++, z += ld << 2) {
    readRow(z, e, vocab, inverseTemperature);
    const at = t << 2;
    const u = uniform(load<i32>(keys + (t << 3)), load<i32>(keys + (t << 3), 4), load<i32>(counters + at));
    store<f32>(entropies + at, entropy);
    if (whole) weigh(e, vocab);
    store<f32>(nucleusEntropies + at, whole ? entropy : nucleusEntropy(z, e, vocab, p, kind, list));
    const token = topP < 1 ? drawNucleus(e, vocab, topP, u, list) : draw(e, vocab, u);
    store<i32>(tokens + at, token);
    store<f32>(logprobs + at, load<f32>(z + (token << 2)) - logNorm);
  }
}

/** The first token whose cumulative probability exceeds u. */
function draw(e: usize, vocab: i32, u: f64): i32 {
  const goal = u * wholeMass;
  let mass: f64 = 0, last = 0;
  for (let i = 0; i < vocab; i++) {
    const x = <f64>load<f32>(e + (i << 2));
    if (x == 0) continue;
    mass += x;
    last = i;
    if (mass > goal) return i;
  }
  return last;
}

/** The same among the kept tokens of the nucleus. */
function drawNucleus(e: usize, vocab: i32, topP: f64, u: f64, list: usize): i32 {
  findNucleus(e, vocab, topP, 0, list);
  const end = u * keptMass;
  let mass: f64 = 0, last = 0;
  for (let i = 0; i < vocab; i++) {
    const x = load<f32>(e + (i << 2));
    if (x < cutValue || (x == cutValue && i > cutToken)) continue;
    mass += <f64>x;
    last = i;
    if (mass > end) return i;
  }
  return last;
}

/** `toUniform(threefry(key, [counter, 0]))` of lib/core/random. */
export function uniform(key0: i32, key1: i32, counter: i32): f64 {
  const key2 = key0 ^ key1 ^ 0x1bd11bda;
  let x0 = counter + key0, x1 = key1;
  for (let block = 1; block <= 5; block++) {
    const odd = block & 1;
    x0 += x1; x1 = rotl<i32>(x1, odd ? 13 : 17) ^ x0;
    x0 += x1; x1 = rotl<i32>(x1, odd ? 15 : 29) ^ x0;
    x0 += x1; x1 = rotl<i32>(x1, odd ? 26 : 16) ^ x0;
    x0 += x1; x1 = rotl<i32>(x1, odd ? 6 : 24) ^ x0;
    const a = block % 3, b = (block + 1) % 3;
    x0 += a == 0 ? key0 : a == 1 ? key1 : key2;
    x1 += (b == 0 ? key0 : b == 1 ? key1 : key2) + block;
  }
  const high = <f64>(<u32>x0 >>> 5), low = <f64>(<u32>x1 >>> 6);
  return (high * 67108864 + low) / 9007199254740992;
}
