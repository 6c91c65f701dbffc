/** Equations and inequalities: the same when one is a constant multiple of the other. */
import { exact } from "../evaluate/exact.js";
import { doubleValue, testPoints } from "../identity.js";
import { STEP_LIMIT, Unreadable } from "../limits.js";
import type { MathNode } from "../node.js";
import { equal, over, type Rational } from "../rational.js";

/**
 * The sign of c when `a = c b` for a constant c at every test point, else null.
 * Needs one point more than an identity does, as the first fixes c.
 */
export function constantRatio(a: MathNode, b: MathNode): number | null {
  const budget = { steps: STEP_LIMIT };
  let exactly: Rational | null = null;
  let roughly: number | null = null;
  let agreed = 0;
  try {
    for (const point of testPoints(a, b)) {
      const [p, q] = [exact(a, point, budget), exact(b, point, budget)];
      if (p !== null && q !== null && roughly === null) {
        const c = over(p, q);
        if (c === null || c.n === 0n || (exactly !== null && !equal(exactly, c))) return null;
        exactly = c;
      } else {
        const [x, y] = [doubleValue(a, point, budget), doubleValue(b, point, budget)];
        if (x === null || y === null || x.im !== 0 || y.im !== 0 || y.re === 0) continue;
        const c = x.re / y.re;
        if (c === 0 || (roughly !== null && Math.abs(c - roughly) > 1e-9 * Math.abs(roughly))) return null;
        roughly = c;
      }
      agreed++;
    }
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
  if (agreed < 3) return null;
  return exactly !== null ? (exactly.n > 0n ? 1 : -1) : Math.sign(roughly as number);
}
