/** Evaluation in a complex field: every elementary function that answers use. */
import { type Budget, spend, unreadable } from "../limits.js";
import type { MathNode, OperationNode } from "../node.js";
import type { Rational } from "../rational.js";
import { type Complex, ComplexField } from "./complex.js";
import { exact, type Point } from "./exact.js";
import { type Decimal, decimals, doubles, longDecimals } from "./field.js";
import { FUNCTION_VALUES, rationalPower, stepped } from "./functions.js";
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
      return apply(node, node.args.map(value), point, field, budget);
    default:
      return unreadable("a structure inside an expression");
  }
}

function apply<T>(
  node: OperationNode,
  args: Complex<T>[],
  point: Point,
  field: ComplexField<T>,
  budget: Budget,
): Complex<T> {
  const f = Object.hasOwn(FUNCTION_VALUES, node.f) ? FUNCTION_VALUES[node.f] : null;
  if (f !== null) return f(field, args[0], args[1]);
  const value = exact(node, point, budget);
  return value !== null ? field.of(field.real.of(value)) : stepped(node.f, args[0], field);
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
