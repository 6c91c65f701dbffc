/** Operands: which part of the grammar reads what begins here. */
import { unreadable } from "../limits.js";
import { type MathNode, operation, variable } from "../node.js";
import { ACCENTS, BIG, FONTS, FUNCTIONS, GREEK } from "../words.js";
import { call, fraction, radical } from "./commands.js";
import { bars, CLOSING, group } from "./groups.js";
import { matrix } from "./matrix.js";
import { accented, applied, letter, subscript, suffixed } from "./names.js";
import { letteredNumeral, numeral } from "./numbers.js";
import { BINDING, type Reader } from "./reader.js";

/** One operand. */
export function atom(reader: Reader): MathNode {
  const { k, s } = reader.next;
  if (k === "number") return letteredNumeral(reader) ?? numeral(reader);
  if (k === "letter") return letteredNumeral(reader) ?? letter(reader);
  if (k === "command") return command(reader, s);
  if (k === "mark" && Object.hasOwn(CLOSING, s)) return group(reader);
  if (k === "mark" && s === "|") return bars(reader);
  return unreadable(k === "end" ? "an unfinished formula" : `${JSON.stringify(s)} where an operand belongs`);
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
  if (FONTS.has(s)) return reader.accept("{") ? reader.until("}") : reader.nested(() => atom(reader));
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
