/** Commands with arguments: fractions, roots, named functions. */
import { unreadable } from "../limits.js";
import { type MathNode, number, operation } from "../node.js";
import { integer } from "../rational.js";
import { FUNCTIONS } from "../words.js";
import { startsFactor } from "./factor.js";
import { literal } from "./numbers.js";
import { BINDING, type Reader } from "./reader.js";

/** A braced argument, or the one symbol that stands for it (`\frac12` has the digits 1 and 2). */
function argument(reader: Reader): MathNode {
  if (reader.accept("{")) return reader.until("}");
  const { k, s } = reader.next;
  if (k === "number" && s.length > 1 && /^\d+$/.test(s)) {
    reader.tokens[reader.at] = { k, s: s.slice(1), gap: false };
    return literal(s[0]);
  }
  return reader.nested(() => reader.grammar.atom(reader));
}

/** `\frac{a}{b}` in all its spellings. */
export function fraction(reader: Reader): MathNode {
  reader.take();
  const n = argument(reader);
  return operation("/", n, argument(reader));
}

/** `\sqrt[n]{a}`, `\sqrt2`, `sqrt(a)`. */
export function radical(reader: Reader): MathNode {
  const { s } = reader.take();
  if (s === "cbrt") return operation("root", operand(reader), number(integer(3)));
  if (!reader.is("[")) return operation("sqrt", operand(reader));
  reader.take();
  const index = reader.until("]");
  return operation("root", operand(reader), index);
}

function operand(reader: Reader): MathNode {
  if (reader.accept("{")) return reader.until("}");
  if (reader.next.k === "number") return literal(reader.take().s);
  return reader.nested(() => reader.grammar.atom(reader));
}

/** A named function with its power, base and argument, with or without brackets. */
export function call(reader: Reader): MathNode {
  const f = FUNCTIONS.get(reader.take().s) as string;
  if (f === "binom") return binomial(reader);
  let base: MathNode | null = null;
  let exponent: MathNode | null = null;
  for (let i = 0; i < 2; i++) {
    if (base === null && f === "log" && reader.accept("_")) base = argumentOrNumber(reader);
    if (exponent === null && reader.accept("^")) exponent = argumentOrNumber(reader);
  }
  const args = called(reader);
  const inverse = exponent?.t === "operation" && exponent.f === "neg" && /^(sin|cos|tan|cot|sec|csc)$/.test(f);
  const name = f === "det" ? "call:det" : f;
  const out = operation(inverse ? `arc${f}` : base ? "logb" : name, ...args, ...(base ? [base] : []));
  return exponent === null || inverse ? out : operation("^", out, exponent);
}

function argumentOrNumber(reader: Reader): MathNode {
  if (reader.accept("{")) return reader.until("}");
  if (reader.accept("-"))
    return operation(
      "neg",
      reader.nested(() => reader.grammar.atom(reader)),
    );
  return reader.nested(() => reader.grammar.atom(reader));
}

function binomial(reader: Reader): MathNode {
  if (!reader.is("(")) {
    const n = argument(reader);
    return operation("binom", n, argument(reader));
  }
  const args = called(reader);
  return args.length === 2 ? operation("binom", ...args) : unreadable("a binomial without two arguments");
}

/** The argument: bracketed items, or the factors up to the next sum, sign, slash or function. */
function called(reader: Reader): MathNode[] {
  if (reader.is("(") || reader.is("[")) {
    const inside = reader.nested(() => reader.grammar.atom(reader));
    return inside.t === "group" ? inside.items : [inside];
  }
  if (reader.accept("{")) return [reader.until("}")];
  if (reader.accept("-")) return [operation("neg", ...reader.nested(() => called(reader)))];
  let out = reader.expression(BINDING.product);
  while (startsFactor(reader)) out = operation("*", out, reader.expression(BINDING.product));
  return [out];
}
