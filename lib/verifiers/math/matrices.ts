/** Sums, products and scalar multiples of matrices, entry by entry. */
import { ITEM_LIMIT } from "./limits.js";
import { bounded, isScalar, type MathNode, operation } from "./node.js";
import type { MatrixValue } from "./values.js";

/** The matrix that a sum, difference, product or scalar multiple of matrices is; null when it is not one. */
export function matrixSum(node: MathNode): MatrixValue | null {
  const rows = entries(node);
  return rows?.flat().every(isScalar) ? { kind: "matrix", rows } : null;
}

function entries(node: MathNode): MathNode[][] | null {
  if (node.t === "matrix") return node.rows;
  if (node.t !== "operation") return null;
  const [a, b] = node.args;
  if (node.f === "neg") return entries(a)?.map((row) => row.map((x) => operation("neg", x))) ?? null;
  if (node.f === "*" && isScalar(a)) return entries(b)?.map((row) => row.map((x) => operation("*", a, x))) ?? null;
  if (node.f === "*") return product(entries(a), entries(b));
  if (node.f === "/" && isScalar(b)) return entries(a)?.map((row) => row.map((x) => operation("/", x, b))) ?? null;
  if (node.f !== "+") return null;
  const [p, q] = [entries(a), entries(b)];
  if (p === null || q === null || p.length !== q.length || p[0].length !== q[0].length) return null;
  return p.map((row, i) => row.map((x, j) => operation("+", x, q[i][j])));
}

function product(p: MathNode[][] | null, q: MathNode[][] | null): MathNode[][] | null {
  if (p === null || q === null || p[0].length !== q.length || p.length * q.length * q[0].length > ITEM_LIMIT)
    return null;
  const entry = (row: MathNode[], j: number): MathNode =>
    row.map((x, k) => operation("*", x, q[k][j])).reduce((sum, x) => operation("+", sum, x));
  // A chain of products doubles its entries with every factor.
  const rows = p.map((row) => q[0].map((_, j) => entry(row, j)));
  bounded(rows.flat());
  return rows;
}
