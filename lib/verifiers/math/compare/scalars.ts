/** Numbers and expressions: exact first, then written decimals, then the identity test; percentages as the option says. */
import { approximate, complexDecimals } from "../evaluate/approximate.js";
import { exact } from "../evaluate/exact.js";
import { sameExpression } from "../identity.js";
import { attempt, type Budget } from "../limits.js";
import { type MathNode, names, number, operation } from "../node.js";
import type { Terms } from "../options.js";
import { absolute, fromDecimal, integer, negated, order, plus, type Rational, times } from "../rational.js";
import type { ScalarValue } from "../values.js";

/** What a double prints of a number may differ by this much, relatively, and by more than half a unit in the last place. */
const DOUBLE = fromDecimal("2e-16")?.q as Rational;
/** A decimal never matches more loosely than this, relatively. */
const LOOSEST = fromDecimal("1e-6")?.q as Rational;
const NOWHERE = new Map<string, Rational>();
const HUNDRED = number(integer(100));

/** Whether two scalars are the same answer. */
export function sameScalar(a: ScalarValue, b: ScalarValue, terms: Terms): boolean {
  if (a.unit !== null && b.unit !== null && a.unit !== b.unit) return false;
  if (a.percent !== b.percent && (a.unit !== null || b.unit !== null)) return false;
  const same = (x: MathNode, y: MathNode): boolean => sameNode(x, y, terms);
  if (a.percent === b.percent || terms.percent === "ignore") return same(a.node, b.node);
  const [marked, bare] = a.percent ? [a.node, b.node] : [b.node, a.node];
  if (terms.percent === "either" && same(marked, bare)) return true;
  return same(marked, operation("*", bare, HUNDRED));
}

/** Whether two expressions are equal, with the leave that written decimals have; a numeral in a named base is its own form. */
export function sameNode(a: MathNode, b: MathNode, terms: Terms): boolean {
  const [endA, endB] = [infinity(a), infinity(b)];
  if (endA !== 0 || endB !== 0) return endA === endB;
  if (a.t === "base" || b.t === "base") return sameBase(a, b);
  const { fast, precise } = terms.work;
  if (fast.steps < 0) return false;
  const [p, q] = attempt(() => [exact(a, NOWHERE, fast), exact(b, NOWHERE, fast)] as const) ?? [null, null];
  const units = [lastPlace(a), lastPlace(b)].filter((u) => u !== null);
  if (p !== null && q !== null) {
    return order(p, q) === 0 || (units.length > 0 && close(p, q, units, terms.tolerance));
  }
  if (sameExpression(a, b, terms.work)) return true;
  if (units.length === 0 || names(a).size > 0 || names(b).size > 0) return false;
  const [x, y] = [p ?? digits(a, precise), q ?? digits(b, precise)];
  return x !== null && y !== null && close(x, y, units, terms.tolerance);
}

const sameBase = (a: MathNode, b: MathNode): boolean =>
  a.t === "base" && b.t === "base" && a.base === b.base && a.digits === b.digits;

/** 1 or -1 for an infinity, else 0. */
export function infinity(node: MathNode): number {
  if (node.t === "constant") return node.name === "inf" ? 1 : 0;
  return node.t === "operation" && node.f === "neg" ? -infinity(node.args[0]) : 0;
}

/** Half a unit in the last place of a written decimal, or null when the node is not one. */
function lastPlace(node: MathNode): Rational | null {
  if (node.t === "number") return node.places > 0 ? (fromDecimal(`5e-${node.places + 1}`)?.q ?? null) : null;
  if (node.t !== "operation") return null;
  if (node.f === "neg") return lastPlace(node.args[0]);
  if (node.f !== "*") return null;
  const scale = node.args[1];
  const isTen = scale.t === "operation" && scale.f === "^" && scale.args[0].t === "number" && scale.args[0].q.n === 10n;
  const unit = isTen ? lastPlace(node.args[0]) : null;
  const size = unit && attempt(() => exact(scale, NOWHERE, { steps: 400 }));
  return size && times(unit, size);
}

function close(p: Rational, q: Rational, units: Rational[], tolerance: number): boolean {
  const gap = plus(p, negated(q));
  const size = order(absolute(p), absolute(q)) > 0 ? absolute(p) : absolute(q);
  const within = (leave: Rational | undefined): boolean => {
    const bound = leave && times(size, leave);
    return Boolean(gap && bound) && order(absolute(gap as Rational), bound as Rational) <= 0;
  };
  if (within(DOUBLE)) return true;
  if (within(LOOSEST) && units.some((unit) => order(absolute(gap as Rational), unit) <= 0)) return true;
  return tolerance > 0 && within(fromDecimal(tolerance.toExponential())?.q);
}

/** A real constant to 50 digits as a fraction, or null. */
function digits(node: MathNode, budget: Budget): Rational | null {
  const value = attempt(() => approximate(node, NOWHERE, complexDecimals, budget));
  if (value === null || !value.re.isFinite() || value.im?.abs().gt(1e-50)) return null;
  const read = fromDecimal(value.re.abs().toExponential(50));
  return read && (value.re.isNegative() ? negated(read.q) : read.q);
}
