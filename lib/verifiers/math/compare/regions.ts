/** Sets of reals as sorted intervals, whatever notation they came in. */
import { doubleValue } from "../identity.js";
import { STEP_LIMIT } from "../limits.js";
import { type MathNode, operation } from "../node.js";
import { ZERO } from "../rational.js";
import { subjectOf } from "../relations.js";
import type { InequalityValue, MathValue } from "../values.js";
import { infinity } from "./scalars.js";

/** An interval; a point when both ends are the same closed node. */
export interface Interval {
  low: MathNode;
  high: MathNode;
  lowClosed: boolean;
  highClosed: boolean;
}

const INFINITY: MathNode = { t: "constant", name: "inf" };
const MINUS_INFINITY: MathNode = operation("neg", INFINITY);
const FLIPPED: Record<string, string> = { "<": ">", ">": "<", "<=": ">=", ">=": "<=", "!=": "!=" };

/** The intervals of a value, sorted by their lower ends, or null when it is no set of reals. */
export function regions(value: MathValue): Interval[] | null {
  const parts = unsorted(value);
  if (parts === null) return null;
  const placed = parts.map((part) => ({ part, at: place(part.low) }));
  return placed.some(({ at }) => Number.isNaN(at)) ? null : placed.sort((a, b) => a.at - b.at).map(({ part }) => part);
}

function unsorted(value: MathValue): Interval[] | null {
  if (value.kind === "equation" && value.value !== null) return unsorted(value.value);
  if (value.kind === "inequality") return solved(value);
  if (value.kind === "tuple") return bracketed(value.open, value.close, value.items);
  if (value.kind === "set") return points(value.items);
  if (value.kind === "list" && value.items.some((item) => item.kind === "inequality" || isInterval(item))) {
    const parts = united(value.items);
    return parts === null || value.or ? parts : (overlap(parts) ?? parts);
  }
  if (value.kind !== "sets") return null;
  if (value.op === "union") return united(value.items);
  return value.op === "minus" ? without(value.items) : null;
}

function united(items: MathValue[]): Interval[] | null {
  const parts = items.map(unsorted);
  return parts.every((part) => part !== null) ? parts.flat() : null;
}

/** `x > 0, x < 5`: two rays that overlap are both meant, as their union would be the line; null for others. */
function overlap(parts: Interval[]): Interval[] | null {
  if (parts.length !== 2) return null;
  const above = parts.find((part) => infinity(part.high) > 0 && infinity(part.low) === 0);
  const below = parts.find((part) => infinity(part.low) < 0 && infinity(part.high) === 0);
  if (!above || !below || !(place(above.low) < place(below.high))) return null;
  return [{ low: above.low, lowClosed: above.lowClosed, high: below.high, highClosed: below.highClosed }];
}

const isInterval = (value: MathValue): boolean =>
  value.kind === "tuple" && value.open !== value.close && value.items.length === 2;

function bracketed(open: string, close: string, items: MathValue[]): Interval[] | null {
  const [low, high] = items;
  if (items.length !== 2 || low.kind !== "scalar" || high.kind !== "scalar" || !"([".includes(open)) return null;
  return [{ low: low.node, high: high.node, lowClosed: open === "[", highClosed: close === "]" }];
}

function points(items: MathValue[]): Interval[] | null {
  const out: Interval[] = [];
  for (const item of items) {
    if (item.kind !== "scalar") return null;
    out.push({ low: item.node, high: item.node, lowClosed: true, highClosed: true });
  }
  return out;
}

/** The line, or an interval, without some of its inner points. */
function without([whole, removed]: MathValue[]): Interval[] | null {
  const [line, holes] = [unsorted(whole), regions(removed)];
  if (line?.length !== 1 || holes === null || holes.some((h) => h.low !== h.high)) return null;
  const ends = [line[0].low, ...holes.map((h) => h.low), line[0].high];
  return ends.slice(1).map((high, i) => ({
    low: ends[i],
    high,
    lowClosed: i === 0 && line[0].lowClosed,
    highClosed: i === holes.length && line[0].highClosed,
  }));
}

/** `a < x <= b`, `x > a`, `a < x`, `x != a` as intervals. */
function solved({ items, ops }: InequalityValue): Interval[] | null {
  const at = items.findIndex((item) => subjectOf(item) !== null);
  if (at < 0 || items.length > 3) return null;
  if (items.length === 2) return oneSided(items[1 - at], at === 0 ? ops[0] : FLIPPED[ops[0]]);
  if (at !== 1) return null;
  const [left, right] = [oneSided(items[0], FLIPPED[ops[0]]), oneSided(items[2], ops[1])];
  if (left?.length !== 1 || right?.length !== 1 || ops[0][0] !== ops[1][0]) return null;
  const [low, high] = ops[0][0] === "<" ? [left[0], right[0]] : [right[0], left[0]];
  return [{ low: low.low, lowClosed: low.lowClosed, high: high.high, highClosed: high.highClosed }];
}

/** Where `x op end` holds. */
function oneSided(end: MathNode, op: string): Interval[] {
  const below = { low: MINUS_INFINITY, lowClosed: false, high: end, highClosed: op === "<=" };
  const above = { low: end, lowClosed: op === ">=", high: INFINITY, highClosed: false };
  return op === "!=" ? [below, above] : op[0] === "<" ? [below] : [above];
}

function place(end: MathNode): number {
  const sign = infinity(end);
  if (sign !== 0) return sign * Number.POSITIVE_INFINITY;
  return doubleValue(end, new Map(), { steps: STEP_LIMIT })?.re ?? (end.t === "variable" ? 0 : Number.NaN);
}

/** The difference of a relation's sides. */
export function difference(left: MathNode, right: MathNode): MathNode {
  return right.t === "number" && right.q.n === ZERO.n ? left : operation("+", left, operation("neg", right));
}
