/** Which symbols are operators, and which begin an operand. */
import { BIG, FUNCTIONS, GREEK } from "../words.js";
import type { Reader } from "./reader.js";

/** Relations under one name each. */
export const RELATIONS: Record<string, string> = {
  "=": "=",
  "<": "<",
  ">": ">",
  "<=": "<=",
  ">=": ">=",
  "!=": "!=",
  lt: "<",
  gt: ">",
  le: "<=",
  ge: ">=",
  ne: "!=",
  approx: "~",
  equiv: "=",
  in: "in",
  to: "to",
  implies: "=>",
  Rightarrow: "=>",
  "=>": "=>",
  iff: "=>",
  Leftrightarrow: "=>",
};
export const SETS: Record<string, "union" | "intersection" | "minus"> = {
  cup: "union",
  cap: "intersection",
  setminus: "minus",
};
export const PRODUCTS: Record<string, string> = { "*": "*", cdot: "*", times: "*", "/": "/", div: "/" };
export const SUMS: Record<string, string> = { "+": "+", "-": "-", pm: "pm", mp: "mp" };
const PLAIN_COMMANDS = new Set(
  "frac sqrt pi infty binom lfloor lceil langle ldots emptyset mathbb mathbf boxed angle triangle dot ddot bar hat vec tilde mathcal circ i e prime".split(
    " ",
  ),
);

/** Whether the next token can begin a factor of an unwritten product. */
export function startsOperand(reader: Reader): boolean {
  const { s, k } = reader.next;
  if (k === "number" || k === "letter") return true;
  if (k === "command")
    return PLAIN_COMMANDS.has(s) || FUNCTIONS.has(s) || GREEK.has(s) || BIG.has(s) || s.startsWith("begin:");
  return s === "(" || s === "[" || s === "{" || s === "{:";
}
