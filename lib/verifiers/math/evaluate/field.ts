/** Real arithmetic at two precisions behind one interface: doubles to reject fast, 60 digits to confirm. */
import { Decimal } from "decimal.js";
import { unreadable } from "../limits.js";
import { type Rational, toNumber } from "../rational.js";

/** The real operations that the complex evaluator is built from. */
export interface Field<T> {
  of(q: Rational): T;
  add(a: T, b: T): T;
  sub(a: T, b: T): T;
  mul(a: T, b: T): T;
  div(a: T, b: T): T;
  sqrt(a: T): T;
  exp(a: T): T;
  ln(a: T): T;
  sin(a: T): T;
  cos(a: T): T;
  atan2(y: T, x: T): T;
  pi: T;
  toNumber(a: T): number;
  /** -1, 0 or 1; a double would lose the smallest. */
  sign(a: T): number;
}

/** IEEE doubles. */
export const doubles: Field<number> = {
  of: toNumber,
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  sqrt: Math.sqrt,
  exp: Math.exp,
  ln: Math.log,
  sin: (a) => (Math.abs(a) < 1e9 ? Math.sin(a) : Number.NaN),
  cos: (a) => (Math.abs(a) < 1e9 ? Math.cos(a) : Number.NaN),
  atan2: Math.atan2,
  pi: Math.PI,
  toNumber: (a) => a,
  sign: Math.sign,
};

// decimal.js takes time that grows with the argument of exp, sin and cos; past these sizes nothing is confirmed.
function within(a: Decimal, limit: number): Decimal {
  return a.abs().lte(limit) ? a : unreadable("a number too large to confirm");
}

function decimalField(precision: number): Field<Decimal> {
  const Digits = Decimal.clone({ precision, toExpNeg: -9e15, toExpPos: 9e15 });
  return {
    of: (q) => new Digits(q.n.toString()).div(new Digits(q.d.toString())),
    add: (a, b) => a.add(b),
    sub: (a, b) => a.sub(b),
    mul: (a, b) => a.mul(b),
    div: (a, b) => a.div(b),
    sqrt: (a) => a.sqrt(),
    exp: (a) => within(a, 3000).exp(),
    ln: (a) => a.ln(),
    sin: (a) => within(a, 1e5).sin(),
    cos: (a) => within(a, 1e5).cos(),
    atan2: (y, x) => Digits.atan2(y, x),
    pi: Digits.acos(-1),
    toNumber: (a) => a.toNumber(),
    sign: (a) => (a.isZero() ? 0 : a.isNegative() ? -1 : 1),
  };
}

/** 60 decimal digits. */
export const decimals: Field<Decimal> = decimalField(60);
/** 90 decimal digits. */
export const longDecimals: Field<Decimal> = decimalField(90);
export type { Decimal };
