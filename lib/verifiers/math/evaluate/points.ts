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

/** Twice the scale of each point: functions that agree on one stretch of the line only are told apart on another. */
const BANDS = [1n, 4n, 2n, 7n, 5n, 2n];

/** What the points suit: any expression, rational functions (exact and fast at integers), factorials (small integers). */
export type PointKind = "fractions" | "integers" | "small";

/** `count` points for the given names: the first two positive, then every other one negative (`small` never). */
export function points(names: readonly string[], count: number, kind: PointKind): Point[] {
  return Array.from({ length: count }, (_, index) => {
    const place = new Map<string, Rational>();
    const negative = kind !== "small" && index >= 2 && index % 2 === 0;
    for (const name of names) {
      const at = placed(hashed(name, index), index, kind);
      place.set(name, negative ? { n: -at.n, d: at.d } : at);
    }
    return place;
  });
}

function placed(at: Rational, index: number, kind: PointKind): Rational {
  if (kind === "fractions") return ratio(at.n * BANDS[index % BANDS.length], at.d * 2n) as Rational;
  const spread = at.n * 31n + at.d;
  return { n: 2n + (kind === "small" ? (spread % 11n) + BigInt(index) : spread % 997n), d: 1n };
}
