/** Whether two expressions are the same function: exactly where the rationals reach, else by values, then at 60 digits. */
import { approximate, complexDecimals, complexDoubles, complexLong } from "./evaluate/approximate.js";
import type { ComplexField } from "./evaluate/complex.js";
import { exact, type Point } from "./evaluate/exact.js";
import type { Decimal } from "./evaluate/field.js";
import { points } from "./evaluate/points.js";
import { attempt, type Budget, type Work } from "./limits.js";
import { children, type MathNode, names } from "./node.js";
import { equal } from "./rational.js";

const POINTS = 6;
const ENOUGH = 3;
/** Relative agreement of doubles that is worth confirming; the confirmation decides. */
const WORTH = 1e-3;

/** A complex double; `isReal` when it was found without leaving the reals. */
export interface DoubleValue {
  re: number;
  im: number;
  isReal: boolean;
}

/** The value of a node as a complex double, or null where it has none. */
export function doubleValue(node: MathNode, point: Point, budget: Budget): DoubleValue | null {
  const value = attempt(() => approximate(node, point, complexDoubles, budget));
  if (value === null || !Number.isFinite(value.re) || !Number.isFinite(value.im ?? 0)) return null;
  return { re: value.re, im: value.im ?? 0, isReal: value.im === null };
}

/** Points where expressions are tested; `kind` where they are not to decide it (small integers for factorials they do). */
export function testPoints(kind: "fractions" | null, ...nodes: MathNode[]): Point[] {
  const found = new Set<string>();
  for (const node of nodes) names(node, found);
  if (found.size === 0) return [new Map()];
  const fitting = nodes.some(isDiscrete)
    ? "small"
    : (kind ?? (nodes.every(isRationalFunction) ? "integers" : "fractions"));
  return points([...found].sort(), POINTS, fitting);
}

function isDiscrete(node: MathNode): boolean {
  return (node.t === "operation" && (node.f.endsWith("fact") || node.f === "binom")) || children(node).some(isDiscrete);
}

function isRationalFunction(node: MathNode): boolean {
  if (node.t === "number" || node.t === "variable") return true;
  if (node.t !== "operation") return false;
  if (node.f === "^") return isRationalFunction(node.args[0]) && isInteger(node.args[1]);
  return "+*/".includes(node.f) || node.f === "neg" ? node.args.every(isRationalFunction) : false;
}

function isInteger(node: MathNode): boolean {
  if (node.t === "number") return node.q.d === 1n;
  return node.t === "operation" && node.f === "neg" && isInteger(node.args[0]);
}

/** Whether two expressions agree wherever both are defined, as far as bounded work can tell; a doubt is `false`. */
export function sameExpression(a: MathNode, b: MathNode, work: Work): boolean {
  const places = testPoints(null, a, b);
  const complex = places[0].size === 0 || isComplex(a) || isComplex(b);
  const unconfirmed: Point[] = [];
  let agreed = 0;
  for (const point of places) {
    const verdict = attempt(() => agreeAt(a, b, point, work.fast, complex));
    if (verdict === "differ") return false;
    if (verdict === "values") unconfirmed.push(point);
    if (verdict === "exact" || verdict === "values") agreed++;
    if (agreed === ENOUGH + 1) break;
  }
  if (agreed < Math.min(ENOUGH, places.length)) return false;
  return unconfirmed.slice(0, 2).every((point) => attempt(() => confirmed(a, b, point, work.precise)) === true);
}

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
  // Without an i in sight the reals are meant: ln xy and ln x + ln y part only where one is not real.
  if (!complex && !(x.isReal && y.isReal)) return null;
  const gap = Math.hypot(x.re - y.re, x.im - y.im);
  const size = Math.max(Math.hypot(x.re, x.im), Math.hypot(y.re, y.im));
  return gap <= WORTH * size || size < 1e-6 ? "values" : "differ";
}

/** Agreement at 60 digits; a gap above their noise and still small must shrink at 90, as only a zero does. */
function confirmed(a: MathNode, b: MathNode, point: Point, budget: Budget): boolean {
  const { gap, size } = apart(a, b, point, complexDecimals, budget);
  if (gap.lte(size.mul(1e-57))) return true;
  if (gap.gt(1e-30) && gap.gt(size.mul(1e-30))) return false;
  const long = apart(a, b, point, complexLong, budget);
  return long.gap.lte(gap.mul(1e-15));
}

function apart(
  a: MathNode,
  b: MathNode,
  point: Point,
  field: ComplexField<Decimal>,
  budget: Budget,
): Record<"gap" | "size", Decimal> {
  const [x, y] = [approximate(a, point, field, budget), approximate(b, point, field, budget)];
  const sizes = [field.abs(x), field.abs(y)];
  return { gap: field.abs(field.add(x, field.neg(y))), size: sizes[0].gt(sizes[1]) ? sizes[0] : sizes[1] };
}
