/** Evaluation in a complex field: every elementary function that answers use. */
import { type Budget, spend, unreadable } from "../limits.js";
import type { MathNode } from "../node.js";
import { integer, negated, type Rational } from "../rational.js";
import { type Complex, ComplexField } from "./complex.js";
import { exact, type Point } from "./exact.js";
import { type Decimal, decimals, doubles, longDecimals } from "./field.js";
import { hashed } from "./points.js";

export const complexDoubles: ComplexField<number> = new ComplexField(doubles, 1);
export const complexDecimals: ComplexField<Decimal> = new ComplexField(decimals, 50);
/** Thirty digits more, to tell a zero from a number that is merely small. */
export const complexLong: ComplexField<Decimal> = new ComplexField(longDecimals, 80);

const PLAIN = new Set(["+", "*", "/", "neg", "percent", "deg", "abs"]);

/** The value of a node at a point. Throws `Unreadable` where it has none. */
export function approximate<T>(node: MathNode, point: Point, field: ComplexField<T>, budget: Budget): Complex<T> {
  spend(budget);
  const value = (n: MathNode): Complex<T> => approximate(n, point, field, budget);
  switch (node.t) {
    case "number":
      return field.of(field.real.of(node.q));
    case "base":
      return field.of(field.real.of(exact(node, point, budget) as Rational));
    case "variable": {
      const at = point.get(node.name);
      return at === undefined ? unreadable(`no value for ${node.name}`) : field.of(field.real.of(at));
    }
    case "constant":
      if (node.name === "pi") return field.of(field.real.pi);
      if (node.name === "e") return field.exp(field.of(field.one));
      return node.name === "i" ? field.of(field.zero, field.one) : unreadable("an infinity inside an expression");
    case "operation":
      if (node.f.startsWith("call:")) return unknown(node.f, node.args, point, field, budget);
      if (node.f === "^") return raised(node.args[0], node.args[1], point, field, budget, value);
      if (!PLAIN.has(node.f)) spend(budget, field.cost);
      return apply(node.f, node.args.map(value), field, () => exact(node, point, budget));
    default:
      return unreadable("a structure inside an expression");
  }
}

/** An unknown function: any value, as long as equal arguments get equal values. */
function unknown<T>(f: string, args: MathNode[], point: Point, field: ComplexField<T>, budget: Budget): Complex<T> {
  const at = args.map((arg) => {
    const { re, im } = approximate(arg, point, complexDoubles, budget);
    return `${re.toPrecision(9)},${(im ?? 0).toPrecision(9)}`;
  });
  return field.of(field.real.of(hashed(`${f}(${at.join(";")})`, 0)));
}

function raised<T>(
  base: MathNode,
  exponent: MathNode,
  point: Point,
  field: ComplexField<T>,
  budget: Budget,
  value: (n: MathNode) => Complex<T>,
): Complex<T> {
  const e = exact(exponent, point, budget);
  spend(budget, field.cost);
  if (e === null && base.t === "constant" && base.name === "e") return field.exp(value(exponent));
  const a = value(base);
  if (e === null) return field.pow(a, value(exponent));
  if (e.d === 1n) {
    if (e.n > 10_000n || e.n < -10_000n) unreadable("a power past the limit");
    if (e.n === 0n && field.real.sign(field.abs(a)) === 0) unreadable("0 to the power 0");
    return field.integerPower(a, Number(e.n));
  }
  return rationalPower(a, e, field);
}

// Odd roots of negative reals are real, as school mathematics has it.
function rationalPower<T>(a: Complex<T>, e: Rational, field: ComplexField<T>): Complex<T> {
  const size = field.real.sign(a.re);
  if (a.im === null && size === 0) return e.n > 0n ? field.of(field.zero) : unreadable("a division by zero");
  if (e.n === 1n && e.d === 2n) return field.sqrt(a);
  const power = (b: Complex<T>): Complex<T> => field.pow(b, field.of(field.real.of(e)));
  if (a.im !== null || size > 0 || e.d % 2n === 0n) return power(a);
  return e.n % 2n === 0n ? power(field.neg(a)) : field.neg(power(field.neg(a)));
}

function apply<T>(f: string, [a, b]: Complex<T>[], k: ComplexField<T>, exactly: () => Rational | null): Complex<T> {
  const one = k.of(k.one);
  const half = (x: Complex<T>): Complex<T> => k.div(x, k.of(k.real.of(integer(2))));
  switch (f) {
    case "+":
      return k.add(a, b);
    case "*":
      return k.mul(a, b);
    case "/":
      return k.div(a, b);
    case "neg":
      return k.neg(a);
    case "percent":
      return k.div(a, k.of(k.real.of(integer(100))));
    case "deg":
      return k.div(k.mul(a, k.of(k.real.pi)), k.of(k.real.of(integer(180))));
    case "sqrt":
      return k.sqrt(a);
    case "root": {
      const index = Math.round(k.real.toNumber(b.re));
      if (b.im !== null || index < 2 || k.real.toNumber(b.re) !== index) unreadable("a root that is no integer");
      return rationalPower(a, { n: 1n, d: BigInt(index) }, k);
    }
    case "abs":
      return k.of(k.abs(a));
    case "exp":
      return k.exp(a);
    case "ln":
      return k.ln(a);
    case "log":
    case "lg":
      return k.div(k.ln(a), k.ln(k.of(k.real.of(integer(10)))));
    case "logb":
      return k.div(k.ln(a), k.ln(b));
    case "sin":
      return k.sin(a);
    case "cos":
      return k.cos(a);
    case "tan":
      return k.div(k.sin(a), k.cos(a));
    case "cot":
      return k.div(k.cos(a), k.sin(a));
    case "sec":
      return k.div(one, k.cos(a));
    case "csc":
      return k.div(one, k.sin(a));
    case "sinh":
      return half(k.add(k.exp(a), k.neg(k.exp(k.neg(a)))));
    case "cosh":
      return half(k.add(k.exp(a), k.exp(k.neg(a))));
    case "tanh":
      return k.div(apply("sinh", [a], k, exactly), apply("cosh", [a], k, exactly));
    case "arcsin":
      return k.arcsin(a);
    case "arccos":
      return k.add(half(k.of(k.real.pi)), k.neg(k.arcsin(a)));
    case "arctan":
      return k.arctan(a);
    case "arccot":
      return k.add(half(k.of(k.real.pi)), k.neg(k.arctan(a)));
    case "arcsec":
    case "arccsc":
      return apply(f === "arcsec" ? "arccos" : "arcsin", [k.div(one, a)], k, exactly);
    default:
      return rounded(f, a, k, exactly);
  }
}

/** Steps and integer functions: from the exact value where there is one, else from the double nearest to a real. */
function rounded<T>(f: string, a: Complex<T>, k: ComplexField<T>, exactly: () => Rational | null): Complex<T> {
  const value = exactly();
  if (value !== null) return k.of(k.real.of(value));
  const x = k.real.toNumber(a.re);
  if (a.im !== null || Math.abs(x) > 1e15) unreadable(`no value of ${f}`);
  if (f === "floor") return k.of(k.real.of(integer(Math.floor(x))));
  if (f === "ceil") return k.of(k.real.of(negated(integer(Math.floor(-x)))));
  if (f === "sign") return k.of(k.real.of(integer(Math.sign(x))));
  return unreadable(`no value of ${f}`);
}
