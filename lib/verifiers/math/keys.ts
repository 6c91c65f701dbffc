/** Canonical keys: equal answers get equal keys, so that votes can be counted (a tolerance could not, as it is not transitive). */
import { regions } from "./compare/regions.js";
import { approximate, complexDecimals } from "./evaluate/approximate.js";
import { exact, type Point } from "./evaluate/exact.js";
import { doubleValue, isComplex, testPoints } from "./identity.js";
import { DECIMAL_STEP_LIMIT, STEP_LIMIT, Unreadable } from "./limits.js";
import { type MathNode, operation } from "./node.js";
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
      return value.items.map(nodeKey).join(":");
    default:
      return `"${value.text}"`;
  }
}

function itemsKey(items: MathValue[], mark: string): string {
  const keys = items.map(valueKey);
  if (mark !== "minus") keys.sort();
  const kept = mark === "minus" ? keys : keys.filter((key, i) => key !== keys[i - 1]);
  return kept.length === 1 && mark === "" ? kept[0] : `${mark}{${kept.join(",")}}`;
}

/** The key of an expression: its exact value, its first 30 digits, or its values at the points of the identity test. */
export function nodeKey(node: MathNode): string {
  if (node.t === "base") return `${node.digits}_${node.base}`;
  const values = valuesAt(node);
  return values.every((v) => v === values[0]) ? values[0] : values.join("|");
}

function valuesAt(node: MathNode): string[] {
  const budget = { steps: STEP_LIMIT };
  const complex = isComplex(node);
  return testPoints(node)
    .slice(0, 3)
    .map((point) => {
      try {
        const q = exact(node, point, budget);
        return q !== null ? `${q.n}/${q.d}` : digits(node, point, complex);
      } catch (error) {
        if (error instanceof Unreadable) return "?";
        throw error;
      }
    });
}

function digits(node: MathNode, point: Point, complex: boolean): string {
  if (node.t === "constant" && node.name === "inf") return "inf";
  if (node.t === "operation" && node.f === "neg" && node.args[0].t === "constant" && node.args[0].name === "inf")
    return "-inf";
  const value = approximate(node, point, complexDecimals, { steps: DECIMAL_STEP_LIMIT });
  const isReal = value.im === null || value.im.abs().lte(value.re.abs().mul(1e-40).add(1e-45));
  if (!isReal && !complex && point.size > 0) return "-";
  return `${value.re.abs().lte(1e-45) ? 0 : value.re.toPrecision(30)}${isReal ? "" : `,${value.im?.toPrecision(30)}`}`;
}

/** An equation's key: the difference of its sides at the points, measured by its value at the first. */
function ratioKey(left: MathNode, right: MathNode): string {
  const node = operation("+", left, operation("neg", right));
  const values = testPoints(node).map((point) => doubleValue(node, point, { steps: STEP_LIMIT })?.re ?? Number.NaN);
  return values.map((v) => (v / values[0]).toPrecision(9)).join("|");
}
