/** Equations and inequalities: the same when one is a constant multiple of the other. */
import { exact, type Point } from "../evaluate/exact.js";
import { doubleValue, sameExpression, testPoints } from "../identity.js";
import { attempt, type Budget, type Work } from "../limits.js";
import { type MathNode, names, number, operation, rebuilt } from "../node.js";
import type { Rational } from "../rational.js";

/**
 * The sign of c when `a = c b` for a constant c, else null: c is read off at the first point where it can be, and
 * `a b0 = b a0` is then an identity to test (a0, b0: the values there).
 */
export function constantRatio(a: MathNode, b: MathNode, work: Work): number | null {
  // Any two numbers are multiples of each other.
  if (names(a).size === 0 || names(b).size === 0) return null;
  for (const point of testPoints(null, a, b)) {
    const values = attempt(() => [valueAt(a, point, work.fast), valueAt(b, point, work.fast)] as const);
    if (values === null || values[0] === null || values[1] === null) continue;
    const [left, right] = [operation("*", a, values[1].node), operation("*", b, values[0].node)];
    return sameExpression(left, right, work) ? values[0].sign * values[1].sign : null;
  }
  return null;
}

/** A node's value at a point as a node without names, with its sign; null where it is zero, not real or has none. */
function valueAt(node: MathNode, point: Point, budget: Budget): { node: MathNode; sign: number } | null {
  const q = exact(node, point, budget);
  if (q !== null) return q.n === 0n ? null : { node: number(q), sign: q.n > 0n ? 1 : -1 };
  const x = doubleValue(node, point, budget);
  return x === null || x.im !== 0 || x.re === 0 ? null : { node: placed(node, point), sign: Math.sign(x.re) };
}

/** The node with its variables replaced by their values. */
const placed = (node: MathNode, point: Point): MathNode =>
  rebuilt(node, (n) => (n.t === "variable" ? number(point.get(n.name) as Rational) : n));
