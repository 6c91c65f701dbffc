import { expNegative, madd, maxLanes, sumLanes } from "./simd";
import { up4 } from "./attention";

/** Which tokens the nucleus keeps; `lib/entropy` has the definitions. */
const EXCLUSIVE = 1;
const BELOW = 2;

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
  for (let i: usize = 16; i < bytes; i += 16) top = f32x4.max(top, v128.load(z + i));
  const shift = f32x4.splat(maxLanes(top)), factor = f32x4.splat(inverseTemperature), low = f32x4.splat(-1e4);
  let sum = f32x4.splat(0), weighted = f32x4.splat(0);
  for (let i: usize = 0; i < bytes; i += 16) {
    // -inf stays out of 0 * inf.
    const x = f32x4.max(f32x4.mul(f32x4.sub(v128.load(z + i), shift), factor), low);
    const p = expNegative(x);
    v128.store(z + i, x);
    v128.store(e + i, p);
    sum = f32x4.add(sum, p);
    weighted = madd(p, x, weighted);
  }
  const total = sumLanes(sum);
  logNorm = <f32>Math.log(<f64>total);
  entropy = max<f32>(0, logNorm - sumLanes(weighted) / total);
}

// (probability, token) pairs as a max-heap; equal probabilities order by token, the lowest first.
// @ts-ignore: decorator
@inline
function before(heap: usize, a: i32, b: i32): bool {
  const pa = load<f32>(heap + (a << 3)), pb = load<f32>(heap + (b << 3));
  return pa > pb || (pa == pb && load<i32>(heap + (a << 3), 4) < load<i32>(heap + (b << 3), 4));
}

function sink(heap: usize, i: i32, n: i32): void {
  for (;;) {
    let child = 2 * i + 1;
    if (child >= n) return;
    if (child + 1 < n && before(heap, child + 1, child)) child++;
    if (!before(heap, child, i)) return;
    const a = heap + (i << 3), b = heap + (child << 3);
    const moved = load<u64>(a);
    store<u64>(a, load<u64>(b));
    store<u64>(b, moved);
    i = child;
  }
}

/** Mass of the kept tokens, and the sum of e over all. */
let keptMass: f64 = 0;
let wholeMass: f64 = 0;

/**
 * Sorts out the nucleus of e (unnormalised): the kept tokens end up at the end of the heap, from index `n - kept` on, the
 * most likely last. Returns kept; `size` receives n.
 */
function nucleus(e: usize, vocab: i32, p: f64, kind: i32, heap: usize): i32 {
  let total: f64 = 0;
  for (let i = 0; i < vocab; i++) total += <f64>load<f32>(e + (i << 2));
  wholeMass = total;
  // A token below this share cannot be in the nucleus: all such tokens together have less than 1 - p.
  const floor = <f32>(((1 - p) * total) / <f64>vocab) * <f32>0.999;
  let n = 0;
  for (let i = 0; i < vocab; i++) {
    const x = load<f32>(e + (i << 2));
    if (x < floor) continue;
    store<f32>(heap + (n << 3), x);
    store<i32>(heap + (n << 3), i, 4);
    n++;
  }
  for (let i = (n >> 1) - 1; i >= 0; i--) sink(heap, i, n);
  heapSize = n;
  const goal = p * total;
  let mass: f64 = 0, kept = 0;
  while (n > 0) {
    const x = <f64>load<f32>(heap);
    const crosses = kind == BELOW ? kept > 0 && mass + x > goal : kind == EXCLUSIVE && mass + x >= goal;
    if (crosses) break;
    mass += x;
    kept++;
    n--;
    const top = load<u64>(heap);
    store<u64>(heap, load<u64>(heap + (n << 3)));
    store<u64>(heap + (n << 3), top);
    sink(heap, 0, n);
    if (kind == 0 && mass >= goal) break;
  }
  keptMass = mass;
  return kept;
}
let heapSize: i32 = 0;

/** Entropy of the kept tokens' renormalised distribution; z holds log e. */
function keptEntropy(z: usize, heap: usize, kept: i32): f64 {
  if (kept == 0) return 0;
  let weighted: f64 = 0;
  for (let i = heapSize - kept; i < heapSize; i++) {
    const x = <f64>load<f32>(z + (load<i32>(heap + (i << 3), 4) << 2));
    weighted += <f64>load<f32>(heap + (i << 3)) * x;
  }
  return max<f64>(0, Math.log(keptMass) - weighted / keptMass);
}

/** Statistics of rows of logits (overwritten) [rows, ld]: log-probability of tokens[t], entropy, nucleus entropy. */
export function headStatistics(
  z: usize, ld: i32, rows: i32, vocab: i32, tokens: usize, inverseTemperature: f32, p: f64, kind: i32,
  logprobs: usize, entropies: usize, nucleusEntropies: usize, e: usize, heap: usize,
): void {
  for (let t = 0; t < rows; t++, z += ld << 2) {
    readRow(z, e, vocab, inverseTemperature);
    const at = t << 2;
    store<f32>(logprobs + at, load<f32>(z + (load<i32>(tokens + at) << 2)) - logNorm);
    store<f32>(entropies + at, entropy);
    store<f32>(nucleusEntropies + at, <f32>keptEntropy(z, heap, nucleus(e, vocab, p, kind, heap)));
  }
}

/** d loss / d logits in place of the logits, from the three coefficients a row; padding columns become 0. */
export function headBackward(
  z: usize, ld: i32, rows: i32, vocab: i32, tokens: usize, inverseTemperature: f32, p: f64, kind: i32,
  dLogprob: usize, dEntropy: usize, dNucleus: usize, e: usize, heap: usize,
): void {
  for (let t = 0; t < rows; t++, z += ld << 2) {
    readRow(z, e, vocab, inverseTemperature);
    const c = load<f32>(dLogprob + (t << 2)), h = load<f32>(dEntropy + (t << 2)), g = load<f32>(dNucleus + (t << 2));
    const kept = g != 0 ? nucleus(e, vocab, p, kind, heap) : 0;
    const inside = <f32>keptEntropy(z, heap, kept), logKept = kept > 0 ? <f32>Math.log(keptMass) : 0;
    const share = f32x4.splat(inverseTemperature * <f32>Math.exp(-logNorm));
    const base = f32x4.splat(-c - h * (entropy - logNorm)), slope = f32x4.splat(-h);
    for (let i = 0; i < ld; i += 4) {
      const at = i << 2;
      const d = f32x4.mul(f32x4.mul(v128.load(e + at), share), madd(slope, v128.load(z + at), base));
      v128.store(e + at, i < vocab ? d : f32x4.splat(0));
    }
    for (let i = heapSize - kept; kept > 0 && i < heapSize; i++) {
      const token = load<i32>(heap + (i << 3), 4) << 2, q = load<f32>(heap + (i << 3)) / <f32>keptMass;
      const d = -g * inverseTemperature * q * (load<f32>(z + token) - logKept + inside);
      store<f32>(e + token, load<f32>(e + token) + d);
    }
    const own = e + (load<i32>(tokens + (t << 2)) << 2);
    store<f32>(own, load<f32>(own) + c * inverseTemperature);
    memory.copy(z, e, ld << 2);
  }
}

/** Samples a token of each row and its statistics; uniforms in [0, 1), float64. topP < 1 samples within the nucleus. */
export function headSample(
  z: usize, ld: i32, rows: i32, vocab: i32, keys: usize, counters: usize, inverseTemperature: f32, topP: f64, p: f64,
  kind: i32, tokens: usize, logprobs: usize, entropies: usize, nucleusEntropies: usize, e: usize, heap: usize,
): void {
  for (let t = 0; t < rows; t++, z += ld << 2) {
    readRow(z, e, vocab, inverseTemperature);
    const at = t << 2;
    const u = uniform(load<i32>(keys + (t << 3)), load<i32>(keys + (t << 3), 4), load<i32>(counters + at));
    store<f32>(entropies + at, entropy);
    store<f32>(nucleusEntropies + at, <f32>keptEntropy(z, heap, nucleus(e, vocab, p, kind, heap)));
    const token = topP < 1 ? drawNucleus(e, vocab, topP, u, heap) : draw(e, vocab, u);
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

function drawNucleus(e: usize, vocab: i32, topP: f64, u: f64, heap: usize): i32 {
  const kept = nucleus(e, vocab, topP, 0, heap);
  const goal = u * keptMass;
  let mass: f64 = 0;
  for (let i = heapSize - 1; i >= heapSize - kept; i--) {
    mass += <f64>load<f32>(heap + (i << 3));
    if (mass > goal) return load<i32>(heap + (i << 3), 4);
  }
  return load<i32>(heap + ((heapSize - kept) << 3), 4);
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
