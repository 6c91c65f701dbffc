/** Numerals: decimals, repeating decimals, mixed numbers, other bases. */
import { unreadable } from "../limits.js";
import { type MathNode, type NumberNode, number, operation } from "../node.js";
import { fromDecimal, ratio } from "../rational.js";
import type { Reader } from "./reader.js";

/** A literal, with the base or the repeating digits that may follow it. */
export function numeral(reader: Reader): MathNode {
  const { s } = reader.take();
  if (reader.is("_") && !s.includes(".")) return inBase(reader, s);
  if (s.includes(".") && (reader.is("bar", "command") || reader.is("dot", "command")) && !reader.next.gap)
    return repeating(reader, s);
  const number = literal(s);
  return mixed(reader, number) ?? number;
}

/** The number a literal writes. */
export function literal(s: string): NumberNode {
  const read = fromDecimal(s);
  return read === null ? unreadable("a number longer than the limit") : number(read.q, read.places);
}

/** `1 1/4` and `2\frac{1}{2}`: an integer and a proper fraction of integers; null when the next tokens are not that. */
function mixed(reader: Reader, whole: NumberNode): MathNode | null {
  const tokens = fractionTokens(reader, whole);
  if (tokens === null) return null;
  const [length, n, d] = tokens;
  if (!/^\d{1,9}$/.test(n) || !/^\d{1,9}$/.test(d) || Number(n) >= Number(d) || Number(n) === 0) return null;
  for (let i = 0; i < length; i++) reader.take();
  return operation("+", whole, operation("/", literal(n), literal(d)));
}

/** How many tokens the fraction after an integer has, its numerator and its denominator. */
function fractionTokens(reader: Reader, whole: NumberNode): [number, string, string] | null {
  const at = (i: number): string => reader.peek(i).s;
  if (whole.places !== 0) return null;
  if (reader.next.k === "number" && reader.next.gap && at(1) === "/") return [3, at(0), at(2)];
  if (!reader.is("frac", "command")) return null;
  if (at(1) === "{" && at(3) === "}" && at(4) === "{" && at(6) === "}") return [7, at(2), at(5)];
  if (at(1) === "{" && at(3) === "}" && /^\d$/.test(at(4))) return [5, at(2), at(4)];
  if (/^\d$/.test(at(1)) && at(2) === "{" && at(4) === "}") return [5, at(1), at(3)];
  return /^\d\d$/.test(at(1)) ? [2, at(1)[0], at(1)[1]] : null;
}

function inBase(reader: Reader, digits: string): MathNode {
  reader.take();
  const braced = reader.accept("{");
  const { k, s } = reader.take();
  if (braced) reader.expect("}");
  const base = k === "number" ? Number(s) : Number.NaN;
  if (base === 10) return literal(digits);
  const legal = base >= 2 && base <= 10 && digits.length <= 4000 && [...digits].every((c) => Number(c) < base);
  if (!legal) unreadable("a numeral that its base does not have");
  return { t: "base", digits: digits.replace(/^0+(?=\d)/, ""), base };
}

/**
 * `2A3_{12}`: digits, some of them capital letters, before a base that has them; null when the next
 * tokens are not that. `2A_{12}` is twice an entry of A.
 */
export function letteredNumeral(reader: Reader): MathNode | null {
  let digits = "";
  let length = 0;
  for (; length < 64 && /^(?:\d+|[A-Z])$/.test(reader.peek(length).s); length++) {
    if (length > 0 && reader.peek(length).gap) return null;
    digits += reader.peek(length).s;
  }
  const braced = reader.peek(length + 1).s === "{";
  if (length < 2 || !/[A-Z]./.test(digits) || !/\d/.test(digits) || reader.peek(length).s !== "_" || !braced)
    return null;
  const base = Number(reader.peek(length + 2).s);
  const legal = base > 10 && base <= 36 && [...digits].every((c) => Number.parseInt(c, 36) < base);
  if (!legal || reader.peek(length + 3).s !== "}") return null;
  for (let i = 0; i < length + 4; i++) reader.take();
  return { t: "base", digits, base };
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
