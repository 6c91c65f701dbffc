/** What the parser builds: expressions and the structures around them, in one tree. */
import { HEIGHT_LIMIT, STEP_LIMIT, unreadable } from "./limits.js";
import type { Rational } from "./rational.js";

/** A number as written; `places` digits stood after its point (0 for an integer). */
export interface NumberNode {
  t: "number";
  q: Rational;
  places: number;
}
/** pi, e, i, infinity. */
export interface ConstantNode {
  t: "constant";
  name: "pi" | "e" | "i" | "inf";
}
/** A variable, with its subscript, accent and primes in the name. */
export interface VariableNode {
  t: "variable";
  name: string;
}
/** An operation: `+ * / ^ neg pm mp deg percent fact doublefact abs floor ceil sqrt root log sin ...`, or a call of an unknown `f`. */
export interface OperationNode {
  t: "operation";
  f: string;
  args: MathNode[];
}
/** Items between brackets: tuple, interval, set, vector. */
export interface GroupNode {
  t: "group";
  open: string;
  close: string;
  items: MathNode[];
}
/** Items without brackets, joined by commas, "and" or "or". */
export interface ListNode {
  t: "list";
  items: MathNode[];
  join: "comma" | "and" | "or";
}
/** A chain of relations: `a < x <= b`, `y = 2x`. */
export interface RelationNode {
  t: "relation";
  items: MathNode[];
  ops: string[];
}
/** Union, intersection or difference of sets. */
export interface SetOperationNode {
  t: "sets";
  op: "union" | "intersection" | "minus";
  items: MathNode[];
}
/** Rows of equal length. */
export interface MatrixNode {
  t: "matrix";
  rows: MathNode[][];
}
/** a:b or a:b:c; `clock` when written like a time of day. */
export interface RatioNode {
  t: "ratio";
  items: MathNode[];
  clock: boolean;
}
/** A numeral in a named base. */
export interface BaseNode {
  t: "base";
  digits: string;
  base: number;
}
/** Words, or markup that is compared as it stands. */
export interface TextNode {
  t: "text";
  text: string;
}
/** One of the structures above. */
export type MathNode =
  | NumberNode
  | ConstantNode
  | VariableNode
  | OperationNode
  | GroupNode
  | ListNode
  | RelationNode
  | SetOperationNode
  | MatrixNode
  | RatioNode
  | BaseNode
  | TextNode;

export const operation = (f: string, ...args: MathNode[]): OperationNode => ({ t: "operation", f, args });
export const number = (q: Rational, places = 0): NumberNode => ({ t: "number", q, places });
export const variable = (name: string): VariableNode => ({ t: "variable", name });

/** Whether a node is an expression all through: no list, relation, set or text inside. */
export function isScalar(node: MathNode): boolean {
  switch (node.t) {
    case "number":
    case "constant":
    case "variable":
    case "base":
      return true;
    case "operation":
      return node.args.every(isScalar);
    default:
      return false;
  }
}

/** The names of the variables and of the unknown functions of a node. */
export function names(node: MathNode, into: Set<string> = new Set()): Set<string> {
  if (node.t === "variable") into.add(node.name);
  for (const child of children(node)) names(child, into);
  return into;
}

/** The nodes directly below. */
export function children(node: MathNode): MathNode[] {
  if (node.t === "operation") return node.args;
  if (node.t === "matrix") return node.rows.flat();
  return "items" in node ? node.items : [];
}

/** The nodes as they are, if every later walk of them fits the stack and the work; else throws `Unreadable`. */
export function bounded<T extends readonly MathNode[]>(nodes: T): T {
  let left = STEP_LIMIT;
  const visit = (node: MathNode, height: number): void => {
    if (height > HEIGHT_LIMIT) unreadable("a formula deeper than the limit");
    if (--left < 0) unreadable("a formula larger than the limit");
    for (const child of children(node)) visit(child, height + 1);
  };
  for (const node of nodes) visit(node, 1);
  return nodes;
}

/** The node with every descendant (children first) replaced by `change`. */
export function rebuilt(node: MathNode, change: (node: MathNode) => MathNode): MathNode {
  if (node.t === "operation") return change({ ...node, args: node.args.map((a) => rebuilt(a, change)) });
  if (node.t === "matrix") return change({ ...node, rows: node.rows.map((r) => r.map((a) => rebuilt(a, change))) });
  if ("items" in node) return change({ ...node, items: node.items.map((a) => rebuilt(a, change)) });
  return change(node);
}
