/** Names: letters and Greek with subscripts, primes and accents, and the functions they may be. */
import { unreadable } from "../limits.js";
import { type MathNode, operation, variable } from "../node.js";
import { GREEK } from "../words.js";
import type { Reader } from "./reader.js";

/** Letters that `f(x)` reads as a function and not as a product. */
const FUNCTION_LETTERS = "fghuvFGHIPQTVWXY";

/** A letter: a constant, an applied function or a variable. */
export function letter(reader: Reader): MathNode {
  const { s } = reader.take();
  const named = suffixed(reader, s);
  if (named === "e" || named === "i") return { t: "constant", name: named };
  return applied(reader, named) ?? variable(named);
}

/** A name with its subscript and primes. */
export function suffixed(reader: Reader, name: string): string {
  let out = name;
  if (reader.is("_")) {
    reader.take();
    out += `_${subscript(reader)}`;
  }
  for (;;) {
    if (reader.accept("'")) out += "'";
    else if (reader.is("^") && (reader.peek(1).s === "prime" || reader.peek(2).s === "prime")) {
      reader.take();
      out += subscript(reader).replaceAll("prime", "'");
    } else return out;
  }
}

/** A subscript or the argument of an accent, as text. */
export function subscript(reader: Reader): string {
  if (!reader.accept("{")) return reader.take().s;
  let out = "";
  for (let depth = 1; ; ) {
    const { s } = reader.take();
    if (s === "{") depth++;
    if (s === "}" && --depth === 0) return out;
    out += s;
  }
}

/** `f(x)` and `I(0)`: an unknown function of a plain argument; null when the brackets are a factor. */
export function applied(reader: Reader, name: string): MathNode | null {
  const inverse = ["^", "{", "-", "1", "}", "("].every((mark, i) => reader.peek(i).s === mark);
  if (inverse && FUNCTION_LETTERS.includes(name[0])) {
    for (let i = 0; i < 5; i++) reader.take();
    return applied(reader, `${name}^-1`);
  }
  if (name === "C" && reader.is("(") && reader.peek(2).s === ",") return chosen(reader);
  if (!reader.is("(") || reader.next.gap || reader.peek(2).s !== ")") return null;
  const { k, s } = reader.peek(1);
  const isCall = FUNCTION_LETTERS.includes(name[0]) ? k === "number" || k === "letter" || GREEK.has(s) : s === "0";
  if (!isCall) return null;
  reader.take();
  return operation(`call:${name}`, reader.until(")"));
}

/** `C(n, k)`. */
function chosen(reader: Reader): MathNode {
  const inside = reader.nested(() => reader.grammar.atom(reader));
  return inside.t === "group" && inside.items.length === 2
    ? operation("binom", ...inside.items)
    : unreadable("C of something else");
}

/** `\bar{x}` and its like: another variable. */
export function accented(reader: Reader, accent: string): MathNode {
  return variable(suffixed(reader, `${accent} ${subscript(reader)}`));
}
