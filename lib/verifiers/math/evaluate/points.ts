/** Where identities are tested: points that only the names decide, so that every run and both orders agree. */
import { type Rational, ratio } from "../rational.js";
import type { Point } from "./exact.js";

const PRIMES = [7n, 11n, 13n, 17n, 19n, 23n];

/** A fraction in (0.3, 3) from a text; the same text and index always give the same. */
export function hashed(text: string, index: number): Rational {
  let hash = 0x811c9dc5 ^ index;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  const d = PRIMES[(hash >>> 8) % PRIMES.length];
  const n = d / 3n + BigInt((hash >>> 12) % Number((d * 8n) / 3n)) + 1n;
  return ratio(n * 101n + BigInt(index), d * 101n) as Rational;
}

/** `count` points for the given names: the first two positive, then every other one negative; whole numbers if `whole`. */
export function points(names: readonly string[], count: number, whole: boolean): Point[] {
  return Array.from({ length: count }, (_, index) => {
    const place = new Map<string, Rational>();
    const negative = !whole && index >= 2 && index % 2 === 0;
    for (const name of names) {
      const at = hashed(name, index);
      place.set(
        name,
        whole ? { n: 2n + ((at.n * 7n + at.d) % 11n) + BigInt(index), d: 1n } : negative ? { n: -at.n, d: at.d } : at,
      );
    }
    return place;
  });
}
