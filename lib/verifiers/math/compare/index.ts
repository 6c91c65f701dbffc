/** Whether two typed values are the same answer. */

import { type MathNode, rebuilt, variable } from "../node.js";
import type { Terms } from "../options.js";
import { namesEach, subjectOf } from "../relations.js";
import type { CollectionValue, EquationValue, InequalityValue, MathValue, RatioValue, TupleValue } from "../values.js";
import { constantRatio } from "./equations.js";
import { distinct, matched } from "./match.js";
import { difference, type Interval, regions } from "./regions.js";
import { sameNode, sameScalar } from "./scalars.js";

/** Whether two values are the same answer; symmetric. */
export function sameValue(a: MathValue, b: MathValue, terms: Terms): boolean {
  if (a.kind === "equation" || b.kind === "equation") return withEquation(a, b, terms);
  if (a.kind === "inequality" && b.kind === "inequality") {
    return sameInequality(a, b, terms) || (namesOf(a) === namesOf(b) && sameRegions(a, b, terms));
  }
  if (a.kind === b.kind) return alike(a, b, terms) || sameRegions(a, b, terms);
  return across(a, b, terms) || across(b, a, terms) || sameRegions(a, b, terms);
}

function alike(a: MathValue, b: MathValue, terms: Terms): boolean {
  if (a.kind === "scalar" && b.kind === "scalar") return sameScalar(a, b, terms);
  if (a.kind === "text" && b.kind === "text") return a.text === b.text;
  if (a.kind === "list" && b.kind === "list") return sameLists(a, b, terms);
  if (a.kind === "set" && b.kind === "set") return sameItems(a.items, b.items, false, terms);
  if (a.kind === "tuple" && b.kind === "tuple") return sameTuple(a, b, terms);
  if (a.kind === "matrix" && b.kind === "matrix") return sameRows(a.rows, b.rows, terms);
  if (a.kind === "ratio" && b.kind === "ratio") return sameRatio(a, b, terms);
  return false;
}

/** `x = 1, y = 2` gives each of two unnamed numbers its place. */
function sameLists(a: CollectionValue, b: CollectionValue, terms: Terms): boolean {
  const isOrdered = terms.listOrder === "kept" || namesEach(a.items) !== namesEach(b.items);
  return sameItems(a.items, b.items, isOrdered, terms);
}

function sameItems(a: MathValue[], b: MathValue[], ordered: boolean, terms: Terms): boolean {
  // {{1}} has a set in it where {1} has a number.
  const same = (x: MathValue, y: MathValue): boolean =>
    (x.kind === "set") === (y.kind === "set") && sameValue(x, y, terms);
  if (ordered) return a.length === b.length && a.every((x, i) => same(x, b[i]));
  return matched(a, b, same) || (a.length !== b.length && matched(distinct(a, same), distinct(b, same), same));
}

function sameTuple(a: TupleValue, b: TupleValue, terms: Terms): boolean {
  const vectors = a.items.length !== 2 || (isVector(a) && isVector(b));
  const brackets = a.open === b.open && a.close === b.close;
  return (brackets || vectors) && sameItems(a.items, b.items, true, terms);
}

const isVector = (tuple: TupleValue): boolean => tuple.open === "langle" || (tuple.open === "(" && tuple.close === ")");

function sameRows(a: MathNode[][], b: MathNode[][], terms: Terms): boolean {
  const [p, q] = [a.flat(), b.flat()];
  return a.length === b.length && p.length === q.length && p.every((x, i) => sameNode(x, q[i], terms));
}

function sameRatio(a: RatioValue, b: RatioValue, terms: Terms): boolean {
  if (a.items.length !== b.items.length || (a.unit !== null && b.unit !== null && a.unit !== b.unit)) return false;
  if (a.items.every((x, i) => sameNode(x, b.items[i], terms))) return true;
  if (a.clock || b.clock) return false;
  const cross = (i: number): [MathNode, MathNode] => [product(a.items[0], b.items[i]), product(b.items[0], a.items[i])];
  return a.items.slice(1).every((_, i) => sameNode(...cross(i + 1), terms));
}

const product = (a: MathNode, b: MathNode): MathNode => ({ t: "operation", f: "*", args: [a, b] });

const namesOf = (value: InequalityValue): string => value.items.map((item) => subjectOf(item) ?? "").join("");

function sameInequality(a: InequalityValue, b: InequalityValue, terms: Terms): boolean {
  if (a.ops.length !== 1 || b.ops.length !== 1) return false;
  const sign = constantRatio(difference(a.items[0], a.items[1]), difference(b.items[0], b.items[1]), terms.work);
  const flipped: Record<string, string> = { "<": ">", ">": "<", "<=": ">=", ">=": "<=", "!=": "!=" };
  return sign !== null && (sign > 0 ? a.ops[0] : flipped[a.ops[0]]) === b.ops[0];
}

function sameRegions(a: MathValue, b: MathValue, terms: Terms): boolean {
  const [p, q] = [regions(a), regions(b)];
  if (p === null || q === null || p.length !== q.length) return false;
  const same = (x: Interval, y: Interval): boolean =>
    x.lowClosed === y.lowClosed &&
    x.highClosed === y.highClosed &&
    sameNode(x.low, y.low, terms) &&
    sameNode(x.high, y.high, terms);
  return p.every((x, i) => same(x, q[i]));
}

/** An equation answers by its value when the other side is a value, and as a whole when both are equations. */
function withEquation(a: MathValue, b: MathValue, terms: Terms): boolean {
  if (a.kind === "equation" && b.kind === "equation") {
    const [p, q] = [definition(a), definition(b)];
    if (sameNames(a, b) && p !== null && q !== null && sameValue(p, q, terms)) return true;
    return constantRatio(difference(a.left, a.right), difference(b.left, b.right), terms.work) !== null;
  }
  const [equation, other] = a.kind === "equation" ? [a, b] : [b as EquationValue, a];
  if (equation.value !== null) return sameValue(equation.value, other, terms);
  return other.kind === "list" && other.items.length === 1 && sameValue(equation, other.items[0], terms);
}

/** Whether two equations name the same thing; `y` and `f(x)` both name a function's value. */
function sameNames(a: EquationValue, b: EquationValue): boolean {
  if (a.subject === null || b.subject === null) return false;
  const isFunction = ({ subject }: EquationValue): boolean => subject === "y" || subject === "call:f()";
  return a.subject === b.subject || (isFunction(a) && isFunction(b));
}

/** The value of an equation, where the argument of a function (of `y`: x) has one name whatever it was called. */
function definition({ left, subject, value }: EquationValue): MathValue | null {
  if (value?.kind !== "scalar" || subject === null || !(subject === "y" || subject.endsWith("()"))) return value;
  const argument = left.t === "operation" && left.args[0].t === "variable" ? left.args[0].name : "x";
  const node = rebuilt(value.node, (n) => (n.t === "variable" && n.name === argument ? variable("its argument") : n));
  return { ...value, node };
}

/** Values of different kinds that say the same. */
function across(a: MathValue, b: MathValue, terms: Terms): boolean {
  if (a.kind === "text") return b.kind === "scalar" && b.node.t === "variable" && a.text === b.node.name.toLowerCase();
  if (a.kind === "set")
    return (b.kind === "list" && sameItems(a.items, b.items, false, terms)) || single(a.items, b, terms);
  if (a.kind === "matrix" && b.kind === "tuple") return sameVector(a.rows, b, terms) || sameNested(a.rows, b, terms);
  if (a.kind === "list" && b.kind === "tuple") return namesEach(a.items) && sameItems(a.items, b.items, true, terms);
  if (a.kind === "ratio" && b.kind === "scalar" && a.items.length === 2 && !a.clock) {
    return sameNode({ t: "operation", f: "/", args: a.items }, b.node, terms);
  }
  return false;
}

function single(items: MathValue[], other: MathValue, terms: Terms): boolean {
  return items.length === 1 && other.kind === "scalar" && sameValue(items[0], other, terms);
}

function sameVector(rows: MathNode[][], tuple: TupleValue, terms: Terms): boolean {
  const entries = rows.length === 1 || rows[0].length === 1 ? rows.flat() : [];
  if (entries.length !== tuple.items.length) return false;
  return tuple.items.every((item, i) => item.kind === "scalar" && sameNode(item.node, entries[i], terms));
}

/** `[[1, 2], [3, 4]]` as rows. */
function sameNested(rows: MathNode[][], tuple: TupleValue, terms: Terms): boolean {
  return (
    tuple.items.length === rows.length &&
    tuple.items.every((row, i) => row.kind === "tuple" && sameVector([rows[i]], row, terms))
  );
}
