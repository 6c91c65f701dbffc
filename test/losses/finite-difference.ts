import { expect } from "vitest";
import { generator, normal } from "../../lib/core/random.js";

/** Central differences of a function of ragged arrays, in double precision. */
export function differences(f: (x: number[][]) => number, at: number[][], h = 1e-5): number[][] {
  return at.map((row, i) =>
    row.map((_, t) => {
      const moved = (by: number) => f(at.map((r, a) => r.map((x, b) => (a === i && b === t ? x + by : x))));
      return (moved(h) - moved(-h)) / (2 * h);
    }),
  );
}

/** Every entry within 1e-6 (relative to values above 1: the derivatives are stored in single precision). */
export function expectNear(got: ArrayLike<number>[], want: number[][], tolerance = 1e-6): void {
  expect(got.map((row) => row.length)).toEqual(want.map((row) => row.length));
  want.forEach((row, i) => {
    row.forEach((x, t) => {
      expect(Math.abs(got[i][t] - x) / Math.max(1, Math.abs(x)), `[${i}][${t}]: ${got[i][t]}, ${x}`).toBeLessThan(
        tolerance,
      );
    });
  });
}

/** A ragged batch with an empty response, a frozen token, ratios on both sides of the clip bounds, off the kinks. */
export function batch(seed = 7) {
  const random = generator(seed);
  const lengths = [3, 5, 4, 2];
  const draw = (f: () => number) => lengths.map((n) => Array.from({ length: n }, f));
  const oldLogprobs = draw(() => -2 * random() - 0.1);
  const shift = draw(() => 0.6 * normal(random));
  const logprobs = oldLogprobs.map((row, i) => row.map((x, t) => x + shift[i][t]));
  const advantages = draw(() => normal(random));
  const masks = lengths.map((n, i) => Array.from({ length: n }, (_, t) => (i === 3 || (i === 1 && t === 2) ? 0 : 1)));
  const entropies = draw(() => 2 * random());
  return { logprobs, oldLogprobs, advantages, masks, entropies };
}
