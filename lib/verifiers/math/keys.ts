/** Canonical keys: equal answers get equal keys, so that votes can be counted (a tolerance could not, as it is not transitive). */
import { regions } from "./compare/regions.js";
import { infinity } from "./compare/scalars.js";
import { approximate, complexDecimals, complexLong } from "./evaluate/approximate.js";
import { exact, type Point } from "./evaluate/exact.js";
import { type Decimal, decimals } from "./evaluate/field.js";
import { doubleValue, isComplex, testPoints } from "./identity.js";
import { attempt, newWork, type Work } from "./limits.js";
import { type MathNode, operation } from "./node.js";
import { namesEach } from "./relations.js";
import type { MathValue } from "./values.js";

/** The key of a value. Never throws. */
export function valueKey(value: MathValue): string {
  const intervals = value.kind === "set" ? null : regions(value);
  if (intervals !== null) {
    const ends = intervals.map(
      (r) => `${r.lowClosed ? "[" : "("}${nodeKey(r.low)},${nodeKey(r.high)}${r.highClosed ? "]" : ")"}`,
    );
    return ends.join("u");
  }
  switch (value.kind) {
    case "scalar":
      return nodeKey(value.percent ? operation("percent", value.node) : value.node);
    case "list":
      if (namesEach(value.items)) return value.items.map(namedKey).sort().join(",");
      return itemsKey(value.items, "");
    case "set":
    case "sets":
      return itemsKey(value.items, value.kind === "sets" ? value.op : "");
    case "tuple":
      return `(${value.items.map(valueKey).join(",")})`;
    case "matrix":
      return value.rows.length === 1 || value.rows[0].length === 1
        ? `(${value.rows.flat().map(nodeKey).join(",")})`
        : value.rows.map((row) => `[${row.map(nodeKey).join(",")}]`).join("");
    case "equation":
      return value.value !== null ? valueKey(value.value) : `=${ratioKey(value.left, value.right)}`;
    case "inequality":
      return `${value.ops.join("")}${value.items.map(nodeKey).join(";")}`;
    case "ratio":
      if (value.items.length === 2 && !value.clock) return nodeKey(operation("/", ...value.items));
      return value.items.map(nodeKey).join(":") + (value.unit ?? "");
    default:
      return `"${value.text}"`;
  }
}

const namedKey = (item: MathValue): string =>
  item.kind === "equation" ? `${item.subject}=${valueKey(item)}` : valueKey(item);

function itemsKey(items: MathValue[], mark: string): string {
  const keys = items.map((item) => (item.kind === "set" ? `{${valueKey(item)}}` : valueKey(item)));
  if (mark !== "minus") keys.sort();
  const kept = mark === "minus" ? keys : keys.filter((key, i) => key !== keys[i - 1]);
  return kept.length === 1 && mark === "" ? kept[0] : `${mark}{${kept.join(",")}}`;
}

/** The key of an expression: its value to 50 digits (exactly when it is a long fraction), or its values at test points. */
export function nodeKey(node: MathNode): string {
  if (node.t === "base") return `${node.digits}_${node.base}`;
  const side = infinity(node);
  if (side !== 0) return side > 0 ? "inf" : "-inf";
  const complex = isComplex(node);
  const work = newWork();
  const values = testPoints("fractions", node)
    .slice(0, 3)
    .map((point) => attempt(() => valueAt(node, point, complex, work)) ?? "?");
  return values.every((v) => v === values[0]) ? values[0] : values.join("|");
}

const LONG = 10n ** 12n;

function valueAt(node: MathNode, point: Point, complex: boolean, work: Work): string {
  const q = exact(node, point, work.fast);
  if (q !== null) {
    const isShort = q.d < LONG && q.n < LONG && q.n > -LONG;
    return isShort ? digits(decimals.of(q)) : `${q.n}/${q.d}`;
  }
  const { re, im } = approximate(node, point, complexDecimals, work.precise);
  const isReal = im === null || im.abs().lte(re.abs().mul(1e-40).add(1e-45));
  if (!isReal && !complex && point.size > 0) return "-";
  if (isReal && re.abs().lte(1e-45)) return tiny(node, point, re, work);
  return isReal ? digits(re) : `${digits(re.abs().lte(1e-45) ? re.mul(0) : re)},${digits(im)}`;
}

const digits = (x: Decimal): string => (x.isZero() ? "0" : x.toSignificantDigits(50).toString());

/** Zero when the value shrinks as its digits grow, else what it is. */
function tiny(node: MathNode, point: Point, re: Decimal, work: Work): string {
  const long = approximate(node, point, complexLong, work.precise).re;
  return long.abs().lte(re.abs().mul(1e-15)) ? "0" : digits(re);
}

/** An equation's key: the difference of its sides at the points, measured by its value at the first. */
function ratioKey(left: MathNode, right: MathNode): string {
  const node = operation("+", left, operation("neg", right));
  const values = testPoints("fractions", node).map(
    (point) => doubleValue(node, point, newWork().fast)?.re ?? Number.NaN,
  );
  return values.map((v) => (v / values[0]).toPrecision(9)).join("|");
}
