/** Exact fractions of BigInts, with a bound on their size: an operation that would pass it returns null. */
import { BIT_LIMIT, FRACTION_BIT_LIMIT } from "./limits.js";

/** A fraction in lowest terms, denominator positive. */
export interface Rational {
  readonly n: bigint;
  readonly d: bigint;
}

export const ZERO: Rational = { n: 0n, d: 1n };
export const ONE: Rational = { n: 1n, d: 1n };

/** The fraction of an integer. */
export const integer = (n: bigint | number): Rational => ({ n: BigInt(n), d: 1n });

/** Euclid's greatest common divisor, never negative. */
export function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** Bits of an integer, from above by less than four. */
export function bits(n: bigint): number {
  if (n <= 0xffff_ffffn && n >= -0xffff_ffffn) return 32;
  return n.toString(16).length * 4;
}

/** n/d in lowest terms; null when d is 0 or the size limit is passed. */
export function ratio(n: bigint, d: bigint): Rational | null {
  if (d === 0n) return null;
  if (d === 1n) return bits(n) > BIT_LIMIT ? null : { n, d };
  if (bits(n) + bits(d) > 4 * FRACTION_BIT_LIMIT) return null;
  const g = gcd(n, d) * (d < 0n ? -1n : 1n);
  return sized(n / g, d / g);
}

/** A fraction that is in lowest terms already, within the limits. */
function sized(n: bigint, d: bigint): Rational | null {
  if (d === 1n) return bits(n) > BIT_LIMIT ? null : { n, d };
  return bits(n) > FRACTION_BIT_LIMIT || bits(d) > FRACTION_BIT_LIMIT ? null : { n, d };
}

/** How many steps an operation on a number of this size stands for. */
export function weight(a: Rational): number {
  const size = bits(a.n) + (a.d === 1n ? 0 : bits(a.d));
  return size <= 128 ? 1 : 1 + (a.d === 1n ? size / 64 : (size * size) / 4096);
}

export const plus = (a: Rational, b: Rational): Rational | null =>
  a.d === 1n && b.d === 1n ? ratio(a.n + b.n, 1n) : ratio(a.n * b.d + b.n * a.d, a.d * b.d);
export const times = (a: Rational, b: Rational): Rational | null => ratio(a.n * b.n, a.d * b.d);
export const over = (a: Rational, b: Rational): Rational | null => ratio(a.n * b.d, a.d * b.n);
export const negated = (a: Rational): Rational => ({ n: -a.n, d: a.d });
export const equal = (a: Rational, b: Rational): boolean => a.n === b.n && a.d === b.d;
export const absolute = (a: Rational): Rational => (a.n < 0n ? negated(a) : a);

/** -1, 0 or 1 as a is less than, equal to or greater than b. */
export function order(a: Rational, b: Rational): number {
  const [left, right] = [a.n * b.d, b.n * a.d];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The largest integer not above a. */
export function floor(a: Rational): bigint {
  const q = a.n / a.d;
  return a.n < 0n && q * a.d !== a.n ? q - 1n : q;
}

/** base^exponent for an integer exponent; null past the size limit and for 0^0 and 0^-n. */
export function power(base: Rational, exponent: bigint): Rational | null {
  if (base.n === 0n) return exponent > 0n ? ZERO : null;
  if (exponent === 0n) return ONE;
  const e = exponent < 0n ? -exponent : exponent;
  const size = Math.max(trueBits(base.n), trueBits(base.d));
  if (size > 1 && (e > BigInt(BIT_LIMIT) || Number(e) * (size - 1) > BIT_LIMIT)) return null;
  const unit = size <= 1 ? e % 2n : e;
  const [n, d] = [base.n ** unit, base.d ** unit];
  if (exponent > 0n) return sized(n, d);
  return n < 0n ? sized(-d, -n) : sized(d, n);
}

function trueBits(n: bigint): number {
  return (n < 0n ? -n : n).toString(2).length;
}

/** The exact k-th root of a non-negative integer, or null. */
function integerRoot(n: bigint, k: bigint): bigint | null {
  if (n < 2n) return n;
  const width = BigInt(trueBits(n));
  if (k >= width) return null;
  let x = 1n << (width / k + 1n);
  for (;;) {
    const y = ((k - 1n) * x + n / x ** (k - 1n)) / k;
    if (y >= x) break;
    x = y;
  }
  return x ** k === n ? x : null;
}

/** The exact k-th root when it is rational (odd roots of negatives are real), else null. */
export function root(a: Rational, k: bigint): Rational | null {
  if (k < 1n || k > 64n || bits(a.n) > 4096 || bits(a.d) > 4096 || (a.n < 0n && k % 2n === 0n)) return null;
  const n = integerRoot(a.n < 0n ? -a.n : a.n, k);
  const d = n === null ? null : integerRoot(a.d, k);
  return n === null || d === null ? null : { n: a.n < 0n ? -n : n, d };
}

/** The nearest double. */
export function toNumber(a: Rational): number {
  const [n, d] = [Number(a.n), Number(a.d)];
  if (Number.isFinite(n) && Number.isFinite(d)) return n / d;
  const shift = BigInt(Math.max(trueBits(a.n), trueBits(a.d)) - 900);
  return Number(a.n >> shift) / Number(a.d >> shift);
}

/** A decimal literal such as `12.5`, `.5` or `4e-3`, with the number of digits after its point. */
export function fromDecimal(text: string): { q: Rational; places: number } | null {
  const [mantissa, exponent = "0"] = text.toLowerCase().split("e");
  const [whole, part = ""] = mantissa.split(".");
  const shift = Number(exponent) - part.length;
  if (Math.abs(shift) > 5000 || whole.length + part.length > 12_000) return null;
  const digits = BigInt(`${whole}${part}` || "0");
  const q = shift < 0 ? ratio(digits, 10n ** BigInt(-shift)) : ratio(digits * 10n ** BigInt(shift), 1n);
  return q && { q, places: mantissa.includes(".") || shift < 0 ? -shift : 0 };
}
