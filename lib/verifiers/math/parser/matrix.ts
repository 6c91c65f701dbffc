/** Matrices and arrays. */
import { ITEM_LIMIT, unreadable } from "../limits.js";
import type { MathNode } from "../node.js";
import type { Reader } from "./reader.js";

const KINDS = new Set(["matrix", "pmatrix", "bmatrix", "Bmatrix", "smallmatrix", "array", "aligned", "cases"]);

/** From `\begin{pmatrix}` through its end: rows of equal length. */
export function matrix(reader: Reader): MathNode {
  const kind = reader.take().s.slice("begin:".length);
  if (!KINDS.has(kind)) unreadable(`the environment ${kind}`);
  if (kind === "array" && reader.accept("{")) while (!reader.accept("}")) reader.take();
  const rows: MathNode[][] = [[]];
  for (let count = 0; !reader.accept(`end:${kind}`, "command"); ) {
    if (reader.accept("\\\\")) rows.push([]);
    else if (!reader.accept("&")) {
      if (++count > ITEM_LIMIT) unreadable("more entries than the limit");
      rows[rows.length - 1].push(reader.expression());
      if (!reader.is("&") && !reader.is("\\\\") && !reader.next.s.startsWith("end:")) unreadable("a broken matrix row");
    }
  }
  if (rows[rows.length - 1].length === 0) rows.pop();
  if (rows.length === 0 || rows.some((row) => row.length !== rows[0].length)) unreadable("rows of different length");
  const isSystem = (kind === "cases" || kind === "aligned") && rows[0].length === 1;
  return isSystem ? { t: "list", items: rows.flat(), join: "and" } : { t: "matrix", rows };
}
