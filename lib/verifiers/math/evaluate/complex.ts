/** Complex functions on a real field: principal branches, real results kept exactly real. */
import { unreadable } from "../limits.js";
import { integer } from "../rational.js";
import type { Field } from "./field.js";

/** A complex number; `im` null when it is real by construction. */
export interface Complex<T> {
  re: T;
  im: T | null;
}

/** The complex operations over a field. */
export class ComplexField<T> {
  readonly zero: T;
  readonly one: T;
  private readonly half: T;

  /** `cost`: steps that a function of this precision stands for. */
  constructor(
    readonly real: Field<T>,
    readonly cost: number,
  ) {
    this.zero = real.of(integer(0));
    this.one = real.of(integer(1));
    this.half = real.div(this.one, real.of(integer(2)));
  }

  of = (re: T, im: T | null = null): Complex<T> => ({ re, im });
  private im = (a: Complex<T>): T => a.im ?? this.zero;
  private isZero = (a: T): boolean => this.real.sign(a) === 0;

  add(a: Complex<T>, b: Complex<T>): Complex<T> {
    const f = this.real;
    return this.of(f.add(a.re, b.re), a.im === null && b.im === null ? null : f.add(this.im(a), this.im(b)));
  }

  neg(a: Complex<T>): Complex<T> {
    const f = this.real;
    return this.of(f.sub(this.zero, a.re), a.im === null ? null : f.sub(this.zero, a.im));
  }

  mul(a: Complex<T>, b: Complex<T>): Complex<T> {
    const f = this.real;
    if (a.im === null && b.im === null) return this.of(f.mul(a.re, b.re));
    const [p, q] = [this.im(a), this.im(b)];
    return this.of(f.sub(f.mul(a.re, b.re), f.mul(p, q)), f.add(f.mul(a.re, q), f.mul(p, b.re)));
  }

  div(a: Complex<T>, b: Complex<T>): Complex<T> {
    const f = this.real;
    if (this.isZero(b.re) && (b.im === null || this.isZero(b.im))) unreadable("a division by zero");
    if (b.im === null) return this.of(f.div(a.re, b.re), a.im === null ? null : f.div(a.im, b.re));
    const size = f.add(f.mul(b.re, b.re), f.mul(b.im, b.im));
    const top = this.mul(a, this.of(b.re, f.sub(this.zero, b.im)));
    return this.of(f.div(top.re, size), f.div(this.im(top), size));
  }

  abs(a: Complex<T>): T {
    const f = this.real;
    if (a.im !== null) return f.sqrt(f.add(f.mul(a.re, a.re), f.mul(a.im, a.im)));
    return f.sign(a.re) < 0 ? f.sub(this.zero, a.re) : a.re;
  }

  exp(a: Complex<T>): Complex<T> {
    const f = this.real;
    const size = f.exp(a.re);
    return a.im === null ? this.of(size) : this.of(f.mul(size, f.cos(a.im)), f.mul(size, f.sin(a.im)));
  }

  ln(a: Complex<T>): Complex<T> {
    const f = this.real;
    if (this.isZero(a.re) && (a.im === null || this.isZero(a.im))) unreadable("the logarithm of zero");
    if (a.im === null && f.sign(a.re) > 0) return this.of(f.ln(a.re));
    return this.of(f.ln(this.abs(a)), f.atan2(this.im(a), a.re));
  }

  sqrt(a: Complex<T>): Complex<T> {
    const f = this.real;
    if (a.im === null) {
      return f.sign(a.re) >= 0 ? this.of(f.sqrt(a.re)) : this.of(this.zero, f.sqrt(f.sub(this.zero, a.re)));
    }
    return this.exp(this.mul(this.of(this.half), this.ln(a)));
  }

  /** e^{ia}, from which sine and cosine are read. */
  private turn(a: Complex<T>): Complex<T> {
    return this.exp(this.mul(this.of(this.zero, this.one), a));
  }

  sin(a: Complex<T>): Complex<T> {
    if (a.im === null) return this.of(this.real.sin(a.re));
    const difference = this.add(this.turn(a), this.neg(this.turn(this.neg(a))));
    return this.mul(difference, this.of(this.zero, this.real.sub(this.zero, this.half)));
  }

  cos(a: Complex<T>): Complex<T> {
    if (a.im === null) return this.of(this.real.cos(a.re));
    return this.mul(this.add(this.turn(a), this.turn(this.neg(a))), this.of(this.half));
  }

  arctan(a: Complex<T>): Complex<T> {
    return a.im === null ? this.of(this.real.atan2(a.re, this.one)) : unreadable("the arctangent of a complex number");
  }

  arcsin(a: Complex<T>): Complex<T> {
    const f = this.real;
    const rest = f.sub(this.one, f.mul(a.re, a.re));
    if (a.im !== null || f.sign(rest) < 0) unreadable("an arcsine outside [-1, 1]");
    return this.of(f.atan2(a.re, f.sqrt(rest)));
  }

  /** base^n by squaring. */
  integerPower(base: Complex<T>, n: number): Complex<T> {
    let out = this.of(this.one);
    let square = base;
    for (let e = Math.abs(n); e > 0; e = Math.floor(e / 2)) {
      if (e % 2 === 1) out = this.mul(out, square);
      if (e > 1) square = this.mul(square, square);
    }
    return n < 0 ? this.div(this.of(this.one), out) : out;
  }

  pow(base: Complex<T>, exponent: Complex<T>): Complex<T> {
    return this.exp(this.mul(exponent, this.ln(base)));
  }
}
