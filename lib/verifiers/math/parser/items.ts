/** Lists: items between separators, each with the words or units that follow it. */
import { QUALIFIED } from "../forms.js";
import { ITEM_LIMIT, unreadable } from "../limits.js";
import { type MathNode, number, operation } from "../node.js";
import { integer } from "../rational.js";
import { CHANGING, MAGNITUDES, PERCENT } from "../words.js";
import type { Reader } from "./reader.js";

const CLOSERS = new Set([")", "]", "}", ":}", "rangle", "rfloor", "rceil", "|"]);

/** Items up to a closing mark or the end. */
export function items(reader: Reader): { items: MathNode[]; join: "comma" | "and" | "or"; trailing: boolean } {
  const out: MathNode[] = [];
  let join: "comma" | "and" | "or" = "comma";
  for (;;) {
    out.push(withUnit(reader, reader.expression()));
    if (out.length > ITEM_LIMIT) unreadable("more items than the limit");
    let separated = false;
    for (;;) {
      const { k, s } = reader.next;
      if (k === "join") join = s as "and" | "or";
      else if (!(k === "mark" && (s === "," || s === ";" || s === "\\\\" || s === "&"))) break;
      separated = true;
      reader.take();
    }
    const ended = reader.next.k === "end" || (reader.next.k !== "letter" && CLOSERS.has(reader.next.s));
    if (!separated || ended) return { items: out, join, trailing: separated };
  }
}

/** An item with what is written after it: a magnitude multiplies, percent marks, other words are kept aside as its unit. */
function withUnit(reader: Reader, item: MathNode): MathNode {
  let out = item;
  const words: string[] = [];
  while (reader.next.k === "word") {
    const word = reader.take().s;
    const lower = word.toLowerCase();
    const magnitude = MAGNITUDES.get(lower);
    if (CHANGING.has(lower.split(" ")[0]) || QUALIFIED.test(lower) || /^(?:or|and)\s/.test(lower))
      unreadable(`the word ${word} after a number`);
    if (magnitude !== undefined) out = operation("*", out, number(integer(magnitude)));
    else if (PERCENT.has(lower)) out = operation("percent", out);
    else words.push(word);
    if (words.length > 0) unitTail(reader, words);
  }
  return words.length === 0 ? out : operation("unit", out, { t: "text", text: words.join(" ") });
}

/** `^2`, `/s`, `.` and single letters in the middle of a unit. */
function unitTail(reader: Reader, words: string[]): void {
  for (;;) {
    const [mark, after] = [reader.next, reader.peek(1)];
    if (mark.k !== "mark") return;
    const braced = mark.s === "^" && after.s === "{" && reader.peek(3).s === "}";
    const divided = mark.s === "/" && (after.k === "word" || after.k === "letter");
    const length = braced ? 4 : divided || (mark.s === "^" && after.k === "number") ? 2 : 0;
    if (length > 0) words.push(Array.from({ length }, () => reader.take().s).join(""));
    else if (mark.s === "." || mark.s === "'") reader.take();
    else return;
  }
}
