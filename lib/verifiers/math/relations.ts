/** Equations, inequalities and memberships as values: which side names, which side answers. */
import { doubleValue } from "./identity.js";
import { unreadable } from "./limits.js";
import { isScalar, type MathNode, names } from "./node.js";
import type { MathValue } from "./values.js";

type Relation = MathNode & { t: "relation" };

/** The value of a chain of relations. */
export function relationValue(node: Relation, interpreted: (node: MathNode) => MathValue): MathValue {
  const implied = node.ops.lastIndexOf("=>");
  if (implied >= 0) {
    const [items, ops] = [node.items.slice(implied + 1), node.ops.slice(implied + 1)];
    return ops.length === 0 ? interpreted(items[0]) : relationValue({ ...node, items, ops }, interpreted);
  }
  if (node.ops.every((op) => op === "=" || op === "~")) return equation(node, interpreted);
  if (node.ops.length === 1 && node.ops[0] === "in") return membership(node, interpreted);
  if (node.ops.every((op) => op !== "in" && op !== "to") && node.items.every(isScalar)) {
    return { kind: "inequality", items: node.items, ops: node.ops };
  }
  return unreadable("a relation of this kind");
}

function membership(node: Relation, interpreted: (node: MathNode) => MathValue): MathValue {
  const subject = subjectOf(node.items[0]);
  if (subject === null) return unreadable("a membership of something other than a name");
  return { kind: "equation", left: node.items[0], right: node.items[1], subject, value: interpreted(node.items[1]) };
}

function equation(node: Relation, interpreted: (node: MathNode) => MathValue): MathValue {
  const { items, ops } = node;
  const [first, last] = [items[0], items[items.length - 1]];
  const subject = subjectOf(first);
  if (subject !== null) {
    const right = items[answering(ops, 1)];
    return { kind: "equation", left: first, right, subject, value: interpreted(right) };
  }
  if (items.every((item) => names(item).size === 0)) {
    const answer = items[answering(ops, 0)];
    return items.some((item, i) => ops[i - 1] === "=" && areApart(items[i - 1], item))
      ? unreadable("an equation of different numbers")
      : interpreted(answer);
  }
  const named = items.length === 2 ? subjectOf(last) : null;
  if (named !== null) return { kind: "equation", left: last, right: first, subject: named, value: interpreted(first) };
  if (!isScalar(first) || !isScalar(last)) return unreadable("an equation between structures");
  return { kind: "equation", left: first, right: last, subject: null, value: null };
}

/** Whether two numbers are too far apart for rounding; `100 = 100%` is loosely put and meant. */
function areApart(a: MathNode, b: MathNode): boolean {
  if ([a, b].some((node) => node.t === "operation" && node.f === "percent")) return false;
  const [x, y] = [a, b].map((node) => (isScalar(node) ? doubleValue(node, new Map(), { steps: 2000 }) : null));
  if (x === null || y === null || !x.isReal || !y.isReal) return false;
  return Math.abs(x.re - y.re) > 0.01 * Math.max(Math.abs(x.re), Math.abs(y.re));
}

/** The item that answers: the one before the first approximation, else the last. */
function answering(ops: string[], from: number): number {
  const approximated = ops.indexOf("~", from);
  return approximated >= 0 ? approximated : ops.length;
}

/** What a left side names, or null when it is an expression to solve. */
export function subjectOf(node: MathNode): string | null {
  if (node.t === "variable") return node.name;
  if (node.t === "constant") return node.name === "e" || node.name === "i" ? node.name : null;
  if (node.t === "group" || node.t === "ratio") return joined(node.t, node.items);
  if (node.t !== "operation") return null;
  if (isDerivative(node)) return `derivative ${[...names(node)].join(" ")}`;
  if (node.f.startsWith("call:")) return applied(node.f, node.args[0]);
  if (/^(sin|cos|tan|cot|abs|deg|arc\w+)$/.test(node.f)) {
    const inside = subjectOf(node.args[0]);
    return inside === null ? null : `${node.f} ${inside}`;
  }
  if ((node.f === "*" || node.f === "/") && node.args.every(isSegment)) return joined(node.f, node.args);
  return null;
}

/** `dy/dx` and `d y/d x`. */
function isDerivative({ f, args }: MathNode & { t: "operation" }): boolean {
  const isDifferential = (x: MathNode): boolean =>
    x.t === "operation" &&
    x.f === "*" &&
    x.args[0].t === "variable" &&
    x.args[0].name === "d" &&
    x.args[1].t === "variable";
  return f === "/" && args.every(isDifferential);
}

/** `f(x)` names the function whatever its argument is called; `f(2)` names one value. */
function applied(f: string, argument: MathNode): string | null {
  if (argument.t === "variable") return `${f}()`;
  return argument.t === "number" ? `${f}(${argument.q.n}/${argument.q.d})` : null;
}

/** `AB` and `NO/BO` name lengths; `xy` is a product to solve. */
function isSegment(node: MathNode): boolean {
  if (node.t === "variable") return /^[A-Z]/.test(node.name);
  return node.t === "operation" && (node.f === "*" || node.f === "/") && node.args.every(isSegment);
}

function joined(kind: string, nodes: MathNode[]): string | null {
  const parts = nodes.map(subjectOf);
  return parts.every((part) => part !== null) ? `${kind} ${parts.join(" ")}` : null;
}

/** `x = 3, y = 4` names the coordinates of a point. */
export function namesEach(items: MathValue[]): boolean {
  const subjects = items.map((item) => (item.kind === "equation" && item.value !== null ? item.subject : null));
  return subjects.length > 1 && subjects.every((s) => s !== null) && new Set(subjects).size === subjects.length;
}
