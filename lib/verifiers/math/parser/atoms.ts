/** Operands: numbers, names, groups, bars, and the commands that take arguments. */
import { unreadable } from "../limits.js";
import { type MathNode, operation, variable } from "../node.js";
import { ACCENTS, BIG, FONTS, FUNCTIONS, GREEK } from "../words.js";
import { call, fraction, radical } from "./commands.js";
import { matrix } from "./matrix.js";
import { numeral } from "./numbers.js";
import { BINDING, type Reader } from "./reader.js";

const CLOSING: Record<string, string> = {
  "(": ")",
  "[": "]",
  "{": "}",
  "{:": ":}",
  langle: "rangle",
  lfloor: "rfloor",
  lceil: "rceil",
};
/** Letters that `f(x)` reads as a function and not as a product. */
const FUNCTION_LETTERS = "fghuvFGHIPQTVWXY";

/** One operand. */
export function atom(reader: Reader): MathNode {
  const { k, s } = reader.next;
  if (k === "number") return numeral(reader);
  if (k === "letter") return letter(reader);
  if (k === "command") return command(reader, s);
  if (k === "mark" && Object.hasOwn(CLOSING, s)) return group(reader);
  if (k === "mark" && s === "|") return bars(reader);
  return unreadable(k === "end" ? "an unfinished formula" : `${JSON.stringify(s)} where an operand belongs`);
}

function letter(reader: Reader): MathNode {
  const { s } = reader.take();
  const named = suffixed(reader, s);
  if (named === "e" || named === "i") return { t: "constant", name: named };
  return applied(reader, named) ?? variable(named);
}

/** A name with its subscript and primes. */
function suffixed(reader: Reader, name: string): string {
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

function subscript(reader: Reader): string {
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
function applied(reader: Reader, name: string): MathNode | null {
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
  const inside = group(reader);
  return inside.t === "group" && inside.items.length === 2
    ? operation("binom", ...inside.items)
    : unreadable("C of something else");
}

function command(reader: Reader, s: string): MathNode {
  if (s === "frac") return fraction(reader);
  if (s === "sqrt" || s === "cbrt") return radical(reader);
  if (s === "binom") return call(reader);
  if (FUNCTIONS.has(s)) return call(reader);
  if (Object.hasOwn(CLOSING, s)) return group(reader);
  if (s.startsWith("begin:")) return matrix(reader);
  reader.take();
  if (s === "pi")
    return reader.is("_") || reader.is("'") ? variable(suffixed(reader, "pi")) : { t: "constant", name: "pi" };
  if (s === "infty") return { t: "constant", name: "inf" };
  if (s === "i" || s === "e") return { t: "constant", name: s };
  if (s === "ldots") return variable("…");
  if (s === "emptyset") return { t: "group", open: "{:", close: ":}", items: [] };
  if (s === "mathbb") return numberSet(reader);
  if (BIG.has(s)) return big(reader, s);
  if (FONTS.has(s)) return reader.accept("{") ? reader.until("}") : atom(reader);
  if (ACCENTS.has(s)) return accented(reader, s);
  if (GREEK.has(s)) {
    const name = suffixed(reader, s);
    return applied(reader, name) ?? variable(name);
  }
  return unreadable(`the command \\${s}`);
}

/** A sum, integral or limit: an unknown function of its body that its bounds name, so that equal bodies stay equal. */
function big(reader: Reader, s: string): MathNode {
  let name = `call:${s}`;
  while (reader.is("_") || reader.is("^")) name += reader.take().s + subscript(reader);
  return operation(name, reader.expression(BINDING.sum));
}

function numberSet(reader: Reader): MathNode {
  const braced = reader.accept("{");
  const name = reader.take().s;
  if (braced) reader.expect("}");
  const infinity = (sign: boolean): MathNode => {
    const inf: MathNode = { t: "constant", name: "inf" };
    return sign ? operation("neg", inf) : inf;
  };
  if (name === "R") return { t: "group", open: "(", close: ")", items: [infinity(true), infinity(false)] };
  return variable(`set ${name}`);
}

function accented(reader: Reader, accent: string): MathNode {
  return variable(suffixed(reader, `${accent} ${subscript(reader)}`));
}

function group(reader: Reader): MathNode {
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

function bars(reader: Reader): MathNode {
  reader.take();
  return operation("abs", reader.until("|"));
}
