/** Numerals: decimals, repeating decimals, mixed numbers, other bases. */
import { unreadable } from "../limits.js";
import { type MathNode, type NumberNode, number, operation } from "../node.js";
import { fromDecimal, ratio } from "../rational.js";
import type { Reader } from "./reader.js";

/** A literal, with the base or the repeating digits that may follow it. */
export function numeral(reader: Reader): MathNode {
  const { s } = reader.take();
  if (reader.is("_") && !s.includes(".")) return inBase(reader, s);
  if (s.includes(".") && reader.is("overline", "command") && !reader.next.gap) return repeating(reader, s);
  return literal(s);
}

/** The number a literal writes. */
export function literal(s: string): NumberNode {
  const read = fromDecimal(s);
  return read === null ? unreadable("a number longer than the limit") : number(read.q, read.places);
}

/** `1 1/4`: an integer, a blank and a proper fraction of integers; null when the next tokens are not that. */
export function mixed(reader: Reader, left: MathNode): MathNode | null {
  const [n, slash, d] = [reader.next, reader.peek(1), reader.peek(2)];
  if (left.t !== "number" || left.places !== 0 || !n.gap || slash.s !== "/" || d.k !== "number") return null;
  if (!/^\d{1,9}$/.test(n.s) || !/^\d{1,9}$/.test(d.s) || Number(n.s) >= Number(d.s)) return null;
  for (let i = 0; i < 3; i++) reader.take();
  return operation("+", left, operation("/", literal(n.s), literal(d.s)));
}

function inBase(reader: Reader, digits: string): MathNode {
  reader.take();
  const braced = reader.accept("{");
  const { k, s } = reader.take();
  if (braced) reader.expect("}");
  const base = k === "number" ? Number(s) : Number.NaN;
  const legal = base >= 2 && base <= 10 && digits.length <= 4000 && [...digits].every((c) => Number(c) < base);
  if (!legal) unreadable("a numeral that its base does not have");
  return { t: "base", digits: digits.replace(/^0+(?=\d)/, ""), base };
}

function repeating(reader: Reader, head: string): MathNode {
  reader.take();
  reader.expect("{");
  const { k, s } = reader.take();
  reader.expect("}");
  const [whole, fixed = ""] = head.split(".");
  if (k !== "number" || !/^\d{1,40}$/.test(s)) unreadable("a bar over something other than digits");
  const nines = 10n ** BigInt(s.length) - 1n;
  const scale = 10n ** BigInt(fixed.length);
  const q = ratio(BigInt(whole + fixed || "0") * nines + BigInt(s), scale * nines);
  return q === null ? unreadable("a number longer than the limit") : number(q);
}
