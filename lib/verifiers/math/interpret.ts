/** From trees to typed values. */
import { unreadable } from "./limits.js";
import { matrixSum } from "./matrices.js";
import { isScalar, type MathNode, operation, rebuilt } from "./node.js";
import { relationValue } from "./relations.js";
import { unitKey } from "./units.js";
import type { MathValue, ScalarValue } from "./values.js";

/** The typed value of a tree. Throws `Unreadable` when it is no answer. */
export function interpreted(node: MathNode): MathValue {
  switch (node.t) {
    case "list":
      return listValue(node.items, node.join);
    case "group":
      if (node.open === "{:") return { kind: "set", items: spread(node.items), or: false };
      return { kind: "tuple", open: node.open, close: node.close, items: node.items.map(interpreted) };
    case "sets":
      return { kind: "sets", op: node.op, items: node.items.map(interpreted) };
    case "matrix":
      return { kind: "matrix", rows: node.rows.map((row) => row.map(scalarOnly)) };
    case "ratio":
      return { kind: "ratio", items: node.items.map(scalarOnly), clock: node.clock, unit: null };
    case "text":
      return { kind: "text", text: node.text };
    case "relation":
      return relationValue(node, interpreted);
    case "operation":
      return operationValue(node);
    default:
      return scalar(node);
  }
}

function scalar(node: MathNode, percent = false, unit: string | null = null): ScalarValue {
  return { kind: "scalar", node: scalarOnly(node), percent, unit };
}

function scalarOnly(node: MathNode): MathNode {
  return isScalar(node) ? node : unreadable("a structure where a number belongs");
}

function operationValue(node: MathNode & { t: "operation" }): MathValue {
  if (node.f === "unit") return withUnit(interpreted(node.args[0]), unitKey(node.args[1]));
  if (node.f === "deg") return withUnit(interpreted(node.args[0]), "degree");
  if (node.f === "percent") return scalar(node.args[0], true);
  const sides = signs(node);
  if (sides !== null) return { kind: "list", items: sides.map(interpreted), or: true };
  return matrixSum(node) ?? scalar(node);
}

function withUnit(value: MathValue, unit: string | null): MathValue {
  return value.kind === "scalar" || value.kind === "ratio" ? { ...value, unit } : value;
}

/** Above this many plus-minus signs the readings, twice as many with each, are not written out. */
const SIGNS_LIMIT = 4;

/**
 * The readings of a tree with plus-minus signs, or null without one: all upper and all lower where a minus-plus ties them,
 * else every choice, as in the four roots `\pm 1 \pm \sqrt2`.
 */
function signs(node: MathNode): MathNode[] | null {
  const found: string[] = [];
  rebuilt(node, (n) => {
    if (n.t === "operation" && (n.f === "pm" || n.f === "mp")) found.push(n.f);
    return n;
  });
  if (found.length === 0) return null;
  const isTied = found.includes("mp");
  if (!isTied && found.length > SIGNS_LIMIT) return unreadable("more plus-minus signs than the limit");
  const choices = isTied ? 2 : 2 ** found.length;
  return Array.from({ length: choices }, (_, choice) => {
    let at = 0;
    return rebuilt(node, (n) => {
      if (n.t !== "operation" || (n.f !== "pm" && n.f !== "mp")) return n;
      const upper = ((choice >> (isTied ? 0 : at++)) & 1) === 0;
      const last = n.args[n.args.length - 1];
      const signed = (n.f === "pm") === upper ? last : operation("neg", last);
      return n.args.length === 1 ? signed : operation("+", n.args[0], signed);
    });
  });
}

/** Items' values with plus-minus items as two. */
function spread(items: MathNode[]): MathValue[] {
  return items.flatMap((item) => {
    const value = interpreted(item);
    return value.kind === "list" ? value.items : [value];
  });
}

// In `n = 1, 2, 3` and `(x, y) = (5, 8), (8, 5)` the name belongs to every item.
function listValue(nodes: MathNode[], join: "comma" | "and" | "or"): MathValue {
  const items = spread(nodes);
  const [first, ...rest] = items;
  const isShared = rest.length > 0 && rest.every((v) => v.kind !== "equation" && v.kind !== "inequality");
  if (!isShared || first.kind !== "equation" || first.value === null) return { kind: "list", items, or: join === "or" };
  const named = (value: MathValue, i: number): MathValue => (i === 0 ? first : { ...first, right: nodes[i], value });
  return {
    kind: "list",
    items: items.length === nodes.length ? items.map(named) : [first.value, ...rest],
    or: join === "or",
  };
}
