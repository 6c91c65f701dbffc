import type { RowSpace } from "./row.js";

/** The smallest set of most likely tokens that reaches a mass, and the last token that entered it. */
export interface TopSet {
  size: number;
  /** sum e over the set. */
  mass: number;
  /** sum u e over the set. */
  weighted: number;
  /** u and e of the least likely member: the token that crosses the target. */
  lastU: number;
  lastE: number;
}

const MOST_BINS = 1024;
const FEW = 24;
// Log-probabilities closer than this are one value: splitting further would only spend bins on rounding noise.
const SAME = 1e-12;
const histogram = new Float64Array(MOST_BINS);

/**
 * The top set of the first `count` candidates in `space` (which it overwrites), without sorting them: a histogram of
 * mass over u finds the bin in which the target is crossed, everything above it is in, and only that bin is looked at
 * again. Each round divides the range by 1024, so any row is settled in a few rounds; equal values go in by index.
 */
export function topSet(space: RowSpace, count: number, target: number): TopSet {
  const set: TopSet = { size: 0, mass: 0, weighted: 0, lastU: 0, lastE: 0 };
  const { u, e } = space;
  for (let left = count; ; ) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < left; i++) {
      if (u[i] < low) low = u[i];
      if (u[i] > high) high = u[i];
    }
    if (left <= FEW) sortFew(space, left);
    if (left <= FEW || high - low < SAME) return takeInOrder(set, space, left, target);
    // Clearing a thousand bins for a handful of values would be the cost.
    const bins = left < MOST_BINS ? 64 : MOST_BINS;
    // Slightly less than all bins, so that the lowest value falls into the last: neither end bin is ever empty.
    const scale = (bins - 1e-3) / (high - low);
    fillBins(space, left, high, scale, bins);
    const crossing = crossingBin(bins, target - set.mass);
    let kept = 0;
    for (let i = 0; i < left; i++) {
      const bin = ((high - u[i]) * scale) | 0;
      if (bin < crossing) take(set, u[i], e[i]);
      if (bin !== crossing) continue;
      u[kept] = u[i];
      e[kept++] = e[i];
    }
    left = kept;
  }
}

function fillBins({ u, e }: RowSpace, count: number, high: number, scale: number, bins: number): void {
  histogram.fill(0, 0, bins);
  for (let i = 0; i < count; i++) histogram[((high - u[i]) * scale) | 0] += e[i];
}

function crossingBin(bins: number, target: number): number {
  let bin = 0;
  for (let reached = histogram[0]; reached < target && bin < bins - 1; reached += histogram[bin]) bin++;
  return bin;
}

function takeInOrder(set: TopSet, { u, e }: RowSpace, count: number, target: number): TopSet {
  for (let i = 0; i < count && (set.mass < target || set.size === 0); i++) {
    take(set, u[i], e[i]);
    set.lastU = u[i];
    set.lastE = e[i];
  }
  return set;
}

function take(set: TopSet, u: number, e: number): void {
  set.size++;
  set.mass += e;
  if (e > 0) set.weighted += u * e;
}

function sortFew({ u, e }: RowSpace, count: number): void {
  for (let i = 1; i < count; i++) {
    const keyU = u[i];
    const keyE = e[i];
    let j = i - 1;
    for (; j >= 0 && u[j] < keyU; j--) {
      u[j + 1] = u[j];
      e[j + 1] = e[j];
    }
    u[j + 1] = keyU;
    e[j + 1] = keyE;
  }
}
