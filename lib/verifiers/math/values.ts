/** Typed values: what an answer is, once its tree is read as mathematics. */
import type { MathNode } from "./node.js";

/** A number or an expression, with the marks that stood around it. */
export interface ScalarValue {
  kind: "scalar";
  node: MathNode;
  percent: boolean;
  /** The one name of its unit; null without a unit or with one that is not known. */
  unit: string | null;
}
/** Items without an order, or with one that only `listOrder: "kept"` looks at. */
export interface CollectionValue {
  kind: "list" | "set";
  items: MathValue[];
  or: boolean;
}
/** Ordered items with their brackets: a point, a vector or an interval. */
export interface TupleValue {
  kind: "tuple";
  open: string;
  close: string;
  items: MathValue[];
}
/** Union, intersection or difference. */
export interface SetsValue {
  kind: "sets";
  op: "union" | "intersection" | "minus";
  items: MathValue[];
}
export interface MatrixValue {
  kind: "matrix";
  rows: MathNode[][];
}
/** `left = right`; `value` is the side that answers when the other only names it. */
export interface EquationValue {
  kind: "equation";
  left: MathNode;
  right: MathNode;
  subject: string | null;
  value: MathValue | null;
}
/** A chain of `< <= > >= !=`. */
export interface InequalityValue {
  kind: "inequality";
  items: MathNode[];
  ops: string[];
}
export interface RatioValue {
  kind: "ratio";
  items: MathNode[];
  clock: boolean;
  /** am or pm. */
  unit: string | null;
}
export interface TextValue {
  kind: "text";
  text: string;
}
/** One of the kinds above. */
export type MathValue =
  | ScalarValue
  | CollectionValue
  | TupleValue
  | SetsValue
  | MatrixValue
  | EquationValue
  | InequalityValue
  | RatioValue
  | TextValue;
