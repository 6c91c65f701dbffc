import { appendKeys, appendValues, softmaxFour, softmaxRow, up8 } from "./attention";
import { madd } from "./simd";

/** Copies the first `past` tokens' keys and values of every layer from a slot of one capacity to a slot of another. */
export function copyCache(
  from: usize, fromCapacity: i32, to: usize, toCapacity: i32, past: i32, layers: i32, heads: i32, dh: i32,
): void {
  const keys = (((past + 7) & ~7) * dh) << 2, values = past << 5;
  const fromHead = (fromCapacity * dh) << 2, toHead = (toCapacity * dh) << 2;
  const fromPanel = fromCapacity << 5, toPanel = toCapacity << 5;
  for (let l = 0; l < layers; l++) {
    for (let h = 0; h < heads; h++, from += fromHead, to += toHead) memory.copy(to, from, keys);
    for (let j = 0; j < heads * dh; j += 8, from += fromPanel, to += toPanel) memory.copy(to, from, values);
  }
}

/**
 * One new token for every row of a decode batch, as `attentionForward` with length 1. A row's keys start `layer` bytes
 * after caches[row], its values `valueOffset` bytes later; it has pasts[row] tokens already. `scores` has room for
 * (heads + 1) capacity floats.
 */
export function attentionRows(
  qkv: usize, rows: i32, heads: i32, dh: i32, scale: f32, caches: usize, layer: usize, pasts: usize, valueOffset: usize,
  capacity: i32, scores: usize, o: usize,
): void {
  const bytes = (heads * dh) << 2;
  for (; rows > 0; rows--, caches += 4, pasts += 4, qkv += 3 * bytes, o += bytes) {
    const k = layer + <usize>load<u32>(caches), past = load<i32>(pasts);
    attentionRow(qkv, past, heads, dh, scale, k, k + valueOffset, capacity, scores, o);
  }
}

function attentionRow(
  qkv: usize, past: i32, heads: i32, dh: i32, scale: f32, kCache: usize, vCache: usize, capacity: i32, scores: usize,
  o: usize,
): void {
  const width = heads * dh, keys = past + 1, perHead = (capacity * dh) << 2, perScore = <usize>(up8(keys) << 2);
  appendValues(qkv + (width << 3), 0, 1, past, width, vCache, capacity);
  for (let h = 0; h < heads; h++) {
    const q = qkv + ((h * dh) << 2), k = kCache + h * perHead;
    appendKeys(q + (width << 2), 0, 1, past, dh, k);
    dotPanels(q, k, dh << 5, (keys + 7) >> 3, dh, scores + h * perScore);
  }
  let h = 0;
  for (; h + 4 <= heads; h += 4) softmaxFour(scores + h * perScore, perScore, keys, keys, scale);
  for (; h < heads; h++) softmaxRow(scores + h * perScore, keys, scale);
  const step = <usize>(capacity << 5);
  h = 0;
  if (dh == 16) {
    for (; h + 2 <= heads; h += 2) dotHeads(scores + h * perScore, perScore, vCache + h * perHead, step, keys, o + (h << 6));
  }
  for (; h < heads; h++) dotPanels(scores + h * perScore, vCache + h * perHead, step, dh >> 3, keys, o + ((h * dh) << 2));
}

/** y[8 count] = a[k] * count panels [k, 8] that lie `step` bytes apart; sums in order of k. */
function dotPanels(a: usize, panels: usize, step: usize, count: i32, k: i32, y: usize): void {
  // A fourth panel that nobody asked for costs less than three in two goes.
  for (; count >= 3; count -= 4, panels += 4 * step, y += 128) dotFour(a, panels, step, k, y);
  if (count == 2) dotTwo(a, panels, panels + step, k, y);
  if (count == 1) dotOne(a, panels, k, y);
}

function dotOne(a: usize, panel: usize, k: i32, y: usize): void {
  let low = f32x4.splat(0), high = f32x4.splat(0);
  for (; k > 0; k--, a += 4, panel += 32) {
    const x = v128.load32_splat(a);
    low = madd(x, v128.load(panel), low);
    high = madd(x, v128.load(panel, 16), high);
  }
  v128.store(y, low);
  v128.store(y, high, 16);
}

function dotTwo(a: usize, p0: usize, p1: usize, k: i32, y: usize): void {
  let s0 = f32x4.splat(0), s1 = s0, s2 = s0, s3 = s0;
  for (; k > 0; k--, a += 4, p0 += 32, p1 += 32) {
    const x = v128.load32_splat(a);
    s0 = madd(x, v128.load(p0), s0); s1 = madd(x, v128.load(p0, 16), s1);
    s2 = madd(x, v128.load(p1), s2); s3 = madd(x, v128.load(p1, 16), s3);
  }
  v128.store(y, s0); v128.store(y, s1, 16); v128.store(y, s2, 32); v128.store(y, s3, 48);
}

// The values of two heads of width 16, each with probabilities of its own.
function dotHeads(a: usize, stride: usize, p0: usize, step: usize, k: i32, y: usize): void {
  let s0 = f32x4.splat(0), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
  let b = a + stride, p1 = p0 + step, p2 = p1 + step, p3 = p2 + step;
  for (; k > 0; k--) {
    const x = v128.load32_splat(a);
    s0 = madd(x, v128.load(p0), s0); s1 = madd(x, v128.load(p0, 16), s1);
    s2 = madd(x, v128.load(p1), s2); s3 = madd(x, v128.load(p1, 16), s3);
    const z = v128.load32_splat(b);
    s4 = madd(z, v128.load(p2), s4); s5 = madd(z, v128.load(p2, 16), s5);
    s6 = madd(z, v128.load(p3), s6); s7 = madd(z, v128.load(p3, 16), s7);
    a += 4; b += 4; p0 += 32; p1 += 32; p2 += 32; p3 += 32;
  }
  v128.store(y, s0); v128.store(y, s1, 16); v128.store(y, s2, 32); v128.store(y, s3, 48);
  v128.store(y, s4, 64); v128.store(y, s5, 80); v128.store(y, s6, 96); v128.store(y, s7, 112);
}

// Eight sums at a time hide the latency of an addition.
function dotFour(a: usize, p0: usize, step: usize, k: i32, y: usize): void {
  let s0 = f32x4.splat(0), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
  let p1 = p0 + step, p2 = p1 + step, p3 = p2 + step;
  for (; k > 0; k--) {
    const x = v128.load32_splat(a);
    s0 = madd(x, v128.load(p0), s0); s1 = madd(x, v128.load(p0, 16), s1);
    s2 = madd(x, v128.load(p1), s2); s3 = madd(x, v128.load(p1, 16), s3);
    s4 = madd(x, v128.load(p2), s4); s5 = madd(x, v128.load(p2, 16), s5);
    s6 = madd(x, v128.load(p3), s6); s7 = madd(x, v128.load(p3, 16), s7);
    a += 4; p0 += 32; p1 += 32; p2 += 32; p3 += 32;
  }
  v128.store(y, s0); v128.store(y, s1, 16); v128.store(y, s2, 32); v128.store(y, s3, 48);
  v128.store(y, s4, 64); v128.store(y, s5, 80); v128.store(y, s6, 96); v128.store(y, s7, 112);
}
