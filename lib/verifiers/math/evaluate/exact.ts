/** Exact evaluation in the rationals, where a node has an exact value within the size limit. */
import { BIT_LIMIT, type Budget, FRACTION_BIT_LIMIT, spend } from "../limits.js";
import type { MathNode } from "../node.js";
import {
  absolute,
  bits,
  floor,
  gcd,
  integer,
  negated,
  order,
  over,
  plus,
  power,
  type Rational,
  root,
  times,
  toNumber,
  weight,
} from "../rational.js";

/** Where the variables stand. */
export type Point = ReadonlyMap<string, Rational>;

const PERCENT = integer(100);

/** The rational value of a node at a point, or null when it has none, or none that is found within the limits. */
export function exact(node: MathNode, point: Point, budget: Budget): Rational | null {
  spend(budget);
  if (node.t === "number") return node.q;
  if (node.t === "variable") return point.get(node.name) ?? null;
  if (node.t === "base") return inBase(node.digits, node.base);
  if (node.t !== "operation") return null;
  const args: Rational[] = [];
  for (const arg of node.args) {
    const value = exact(arg, point, budget);
    if (value === null) return null;
    args.push(value);
  }
  if (node.f === "fact" || node.f === "doublefact") spend(budget, Math.min(2500, toNumber(args[0])) || 0);
  const out = apply(node.f, args);
  if (out !== null) spend(budget, weight(out));
  return out;
}

function apply(f: string, [a, b, ...more]: Rational[]): Rational | null {
  switch (f) {
    case "+":
      return plus(a, b);
    case "*":
      return times(a, b);
    case "/":
      return over(a, b);
    case "neg":
      return negated(a);
    case "^":
      return raised(a, b);
    case "percent":
      return over(a, PERCENT);
    case "sqrt":
      return root(a, 2n);
    case "root":
      return b.d === 1n ? root(a, b.n) : null;
    case "abs":
      return absolute(a);
    case "floor":
      return integer(floor(a));
    case "ceil":
      return integer(-floor(negated(a)));
    case "sign":
      return integer(a.n > 0n ? 1 : a.n < 0n ? -1 : 0);
    case "fact":
      return a.d === 1n && a.n >= 0n ? factorial(a.n, 1n) : null;
    case "doublefact":
      return a.d === 1n && a.n >= 0n ? factorial(a.n, 2n) : null;
    case "binom":
      return a.d === 1n && b.d === 1n ? choose(a.n, b.n) : null;
    case "gcd":
    case "lcm":
      return [b, ...more].reduce<Rational | null>((x, y) => (x === null ? null : common(f, x, y)), a);
    case "min":
    case "max":
      return [b, ...more].reduce((x, y) => (y !== undefined && order(x, y) > 0 === (f === "min") ? y : x), a);
    default:
      return null;
  }
}

function raised(base: Rational, exponent: Rational): Rational | null {
  if (exponent.d === 1n) return power(base, exponent.n);
  const rooted = exponent.d <= 64n ? root(base, exponent.d) : null;
  return rooted === null ? null : power(rooted, exponent.n);
}

function common(f: string, a: Rational, b: Rational | undefined): Rational | null {
  if (b === undefined || a.d !== 1n || b.d !== 1n || bits(a.n) + bits(b.n) > 2 * FRACTION_BIT_LIMIT) return null;
  const g = gcd(a.n, b.n);
  return f === "gcd" ? integer(g) : g === 0n ? integer(0) : absolute(integer((a.n / g) * b.n));
}

// log2(n!) < n log2 n, so the bound on n keeps the product within the bit limit.
function factorial(n: bigint, step: bigint): Rational | null {
  if (n > 2500n || Number(n) * Math.log2(Number(n) + 2) > BIT_LIMIT) return null;
  let out = 1n;
  for (let i = n; i > 1n; i -= step) out *= i;
  return integer(out);
}

function choose(n: bigint, k: bigint): Rational | null {
  if (n < 0n) return null;
  if (k < 0n || k > n) return integer(0);
  const small = k < n - k ? k : n - k;
  if (small > 200n || n > 1_000_000n) return null;
  let out = 1n;
  for (let i = 1n; i <= small; i++) out = (out * (n - small + i)) / i;
  return integer(out);
}

function inBase(digits: string, base: number): Rational {
  let out = 0n;
  for (const digit of digits) out = out * BigInt(base) + BigInt(Number.parseInt(digit, 36));
  return integer(out);
}
