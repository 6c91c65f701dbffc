/** The elementary functions over a complex field, under the names that the parser gives them. */
import { unreadable } from "../limits.js";
import { integer, negated, type Rational } from "../rational.js";
import type { Complex, ComplexField } from "./complex.js";

type FunctionValue = <T>(k: ComplexField<T>, a: Complex<T>, b: Complex<T>) => Complex<T>;

const whole = <T>(k: ComplexField<T>, n: number): Complex<T> => k.of(k.real.of(integer(n)));
const inverse: FunctionValue = (k, a) => k.div(whole(k, 1), a);
const quarterTurnLess: FunctionValue = (k, a) => k.add(k.div(k.of(k.real.pi), whole(k, 2)), k.neg(a));
const sinh: FunctionValue = (k, a) => k.div(k.add(k.exp(a), k.neg(k.exp(k.neg(a)))), whole(k, 2));
const cosh: FunctionValue = (k, a) => k.div(k.add(k.exp(a), k.exp(k.neg(a))), whole(k, 2));
const log10: FunctionValue = (k, a) => k.div(k.ln(a), k.ln(whole(k, 10)));

/** Name -> value; powers, steps and unknown functions are not here. */
export const FUNCTION_VALUES: Record<string, FunctionValue> = {
  "+": (k, a, b) => k.add(a, b),
  "*": (k, a, b) => k.mul(a, b),
  "/": (k, a, b) => k.div(a, b),
  neg: (k, a) => k.neg(a),
  percent: (k, a) => k.div(a, whole(k, 100)),
  deg: (k, a) => k.div(k.mul(a, k.of(k.real.pi)), whole(k, 180)),
  abs: (k, a) => k.of(k.abs(a)),
  sqrt: (k, a) => k.sqrt(a),
  root: (k, a, b) => nthRoot(k, a, b),
  exp: (k, a) => k.exp(a),
  ln: (k, a) => k.ln(a),
  log: log10,
  lg: log10,
  logb: (k, a, b) => k.div(k.ln(a), k.ln(b)),
  sin: (k, a) => k.sin(a),
  cos: (k, a) => k.cos(a),
  tan: (k, a) => k.div(k.sin(a), k.cos(a)),
  cot: (k, a) => k.div(k.cos(a), k.sin(a)),
  sec: (k, a) => k.div(whole(k, 1), k.cos(a)),
  csc: (k, a) => k.div(whole(k, 1), k.sin(a)),
  sinh,
  cosh,
  tanh: (k, a, b) => k.div(sinh(k, a, b), cosh(k, a, b)),
  arcsin: (k, a) => k.arcsin(a),
  arccos: (k, a, b) => quarterTurnLess(k, k.arcsin(a), b),
  arctan: (k, a) => k.arctan(a),
  arccot: (k, a, b) => quarterTurnLess(k, k.arctan(a), b),
  arcsec: (k, a, b) => quarterTurnLess(k, k.arcsin(inverse(k, a, b)), b),
  arccsc: (k, a, b) => k.arcsin(inverse(k, a, b)),
  arcsinh: (k, a) => k.ln(k.add(a, k.sqrt(k.add(k.mul(a, a), whole(k, 1))))),
  arccosh: (k, a) => k.ln(k.add(a, k.sqrt(k.add(k.mul(a, a), whole(k, -1))))),
  arctanh: (k, a) => k.div(k.ln(k.div(k.add(whole(k, 1), a), k.add(whole(k, 1), k.neg(a)))), whole(k, 2)),
};

function nthRoot<T>(k: ComplexField<T>, a: Complex<T>, b: Complex<T>): Complex<T> {
  const index = Math.round(k.real.toNumber(b.re));
  if (b.im !== null || k.real.toNumber(b.re) !== index) return k.pow(a, k.div(whole(k, 1), b));
  if (index < 2) unreadable("a root below the second");
  return rationalPower(a, { n: 1n, d: BigInt(index) }, k);
}

// Odd roots of negative reals are real, as school mathematics has it.
export function rationalPower<T>(a: Complex<T>, e: Rational, field: ComplexField<T>): Complex<T> {
  const size = field.real.sign(a.re);
  if (a.im === null && size === 0) return e.n > 0n ? field.of(field.zero) : unreadable("a division by zero");
  if (e.n === 1n && e.d === 2n) return field.sqrt(a);
  const power = (b: Complex<T>): Complex<T> => field.pow(b, field.of(field.real.of(e)));
  if (a.im !== null || size > 0 || e.d % 2n === 0n) return power(a);
  return e.n % 2n === 0n ? power(field.neg(a)) : field.neg(power(field.neg(a)));
}

/** Floor, ceiling and sign of what has no exact value. */
export function stepped<T>(f: string, a: Complex<T>, k: ComplexField<T>): Complex<T> {
  const x = k.real.toNumber(a.re);
  if (a.im !== null || Math.abs(x) > 1e15) unreadable(`no value of ${f}`);
  if (f === "floor") return k.of(k.real.of(integer(Math.floor(x))));
  if (f === "ceil") return k.of(k.real.of(negated(integer(Math.floor(-x)))));
  return f === "sign" ? k.of(k.real.of(integer(Math.sign(x)))) : unreadable(`no value of ${f}`);
}
