/** Brackets: grouping, tuples, intervals, sets, floors, absolute values. */
import { unreadable } from "../limits.js";
import { type MathNode, operation } from "../node.js";
import type { Reader } from "./reader.js";

/** Opening mark -> closing mark. */
export const CLOSING: Record<string, string> = {
  "(": ")",
  "[": "]",
  "{": "}",
  "{:": ":}",
  langle: "rangle",
  lfloor: "rfloor",
  lceil: "rceil",
};
/** What an opening bracket begins. */
export function group(reader: Reader): MathNode {
  const open = reader.take().s;
  const close = CLOSING[open];
  if (reader.next.s === close && reader.next.k !== "letter") {
    reader.take();
    if (open === "{") return unreadable("empty braces");
    return { t: "group", open, close, items: [] };
  }
  const { items, join, trailing } = reader.nested(() => reader.grammar.items(reader));
  const end = reader.take();
  if (end.s === "rfloor" || end.s === "rceil") return operation(open === "lfloor" ? "floor" : "ceil", items[0]);
  const halfOpen = (open === "(" && end.s === "]") || (open === "[" && end.s === ")");
  if (end.s !== close && !halfOpen)
    unreadable(`${JSON.stringify(end.s || "the end")} where ${JSON.stringify(close)} belongs`);
  if (open === "{:" || (open === "{" && items.length > 1)) return { t: "group", open: "{:", close: ":}", items };
  if (items.length === 1 && !trailing && !halfOpen && open !== "langle") return items[0];
  if (join !== "comma") unreadable("words inside brackets");
  return { t: "group", open, close: end.s, items };
}

/** `|x|`. */
export function bars(reader: Reader): MathNode {
  reader.take();
  return operation("abs", reader.until("|"));
}
