/** Whether two expressions are the same function: exactly where the rationals reach, else by values, then at 60 digits. */
import { approximate, complexDecimals, complexDoubles } from "./evaluate/approximate.js";
import { exact, type Point } from "./evaluate/exact.js";
import { points } from "./evaluate/points.js";
import { type Budget, DECIMAL_STEP_LIMIT, STEP_LIMIT, Unreadable } from "./limits.js";
import { children, type MathNode, names } from "./node.js";
import { equal } from "./rational.js";

const POINTS = 6;
const ENOUGH = 3;
/** Relative agreement of doubles that is worth confirming; the confirmation decides. */
const WORTH = 1e-3;

/** The value of a node as a complex double, or null where it has none. */
export function doubleValue(node: MathNode, point: Point, budget: Budget): { re: number; im: number } | null {
  const value = attempt(() => approximate(node, point, complexDoubles, budget));
  if (value === null || !Number.isFinite(value.re) || !Number.isFinite(value.im ?? 0)) return null;
  return { re: value.re, im: value.im ?? 0 };
}

/** Points where a set of expressions is tested; whole numbers when factorials or unknown functions ask for them. */
export function testPoints(...nodes: MathNode[]): Point[] {
  const found = new Set<string>();
  for (const node of nodes) names(node, found);
  if (found.size === 0) return [new Map()];
  return points([...found].sort(), POINTS, nodes.some(isDiscrete));
}

function isDiscrete(node: MathNode): boolean {
  return (node.t === "operation" && (node.f === "fact" || node.f === "binom")) || children(node).some(isDiscrete);
}

/** Whether two expressions agree wherever both are defined, as far as bounded work can tell; a doubt is `false`. */
export function sameExpression(a: MathNode, b: MathNode): boolean {
  const places = testPoints(a, b);
  const budget = { steps: STEP_LIMIT };
  const complex = places[0].size === 0 || isComplex(a) || isComplex(b);
  const unconfirmed: Point[] = [];
  let agreed = 0;
  for (const point of places) {
    const verdict = attempt(() => agreeAt(a, b, point, budget, complex));
    if (verdict === "differ") return false;
    if (verdict === "values") unconfirmed.push(point);
    if (verdict === "exact" || verdict === "values") agreed++;
    if (agreed === ENOUGH + 1) break;
  }
  if (agreed < Math.min(ENOUGH, places.length)) return false;
  return unconfirmed.length === 0 || confirmed(a, b, unconfirmed.slice(0, 2));
}

// Without an i in sight the reals are meant: 1/sqrt(n) and sqrt(1/n), ln xy and ln x + ln y part only where one is not real.
const isImaginary = (x: { re: number; im: number }): boolean => Math.abs(x.im) > 1e-12 * Math.abs(x.re);

/** Whether an i stands in an expression. */
export function isComplex(node: MathNode): boolean {
  return (node.t === "constant" && node.name === "i") || children(node).some(isComplex);
}

function agreeAt(
  a: MathNode,
  b: MathNode,
  point: Point,
  budget: Budget,
  complex: boolean,
): "exact" | "values" | "differ" | null {
  const [p, q] = [exact(a, point, budget), exact(b, point, budget)];
  if (p !== null && q !== null) return equal(p, q) ? "exact" : "differ";
  const [x, y] = [doubleValue(a, point, budget), doubleValue(b, point, budget)];
  if (x === null && y === null) return null;
  if (x === null || y === null) return "differ";
  if (!complex && (isImaginary(x) || isImaginary(y))) return null;
  const gap = Math.hypot(x.re - y.re, x.im - y.im);
  const size = Math.max(Math.hypot(x.re, x.im), Math.hypot(y.re, y.im));
  return gap <= WORTH * size || size < 1e-6 ? "values" : "differ";
}

function confirmed(a: MathNode, b: MathNode, at: Point[]): boolean {
  const budget = { steps: DECIMAL_STEP_LIMIT * 2 };
  const verdict = attempt(() =>
    at.every((point) => {
      const x = approximate(a, point, complexDecimals, budget);
      const y = approximate(b, point, complexDecimals, budget);
      const gap = complexDecimals.abs(complexDecimals.add(x, complexDecimals.neg(y)));
      const size = Math.max(complexDecimals.abs(x).toNumber(), complexDecimals.abs(y).toNumber());
      return gap.lte(1e-50) || gap.lte(size * 1e-42);
    }),
  );
  return verdict === true;
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}
