/** Operators: a Pratt loop over sums, products, powers, relations and sets. */
import { unreadable } from "../limits.js";
import { type MathNode, operation } from "../node.js";
import { literal } from "./numbers.js";
import { PRODUCTS, RELATIONS, SETS, SUMS, startsOperand } from "./operators.js";
import { BINDING, type Reader } from "./reader.js";

/** Reads an expression whose operators bind tighter than `binding`. */
export function expression(reader: Reader, binding: number): MathNode {
  let left = prefix(reader);
  for (;;) {
    const operator = infix(reader, left);
    if (operator === null || operator.binds <= binding) return left;
    left = operator.apply(reader, left);
  }
}

function prefix(reader: Reader): MathNode {
  const { s, k } = reader.next;
  if (k === "mark" && s === "+") {
    reader.take();
    return reader.expression(BINDING.sign - 1);
  }
  if (k === "mark" && s === "-") {
    reader.take();
    return operation("neg", reader.expression(BINDING.sign - 1));
  }
  if (k === "command" && (s === "pm" || s === "mp")) {
    reader.take();
    return operation(s, reader.expression(BINDING.sign - 1));
  }
  return reader.grammar.atom(reader);
}

interface Infix {
  binds: number;
  apply(reader: Reader, left: MathNode): MathNode;
}

function infix(reader: Reader, left: MathNode): Infix | null {
  const { s, k } = reader.next;
  if (k === "end" || k === "join" || k === "word") return null;
  const named = k === "mark" || k === "command";
  if (named && Object.hasOwn(SUMS, s)) return binary(BINDING.sum, SUMS[s]);
  if (named && Object.hasOwn(PRODUCTS, s)) return binary(BINDING.product, PRODUCTS[s]);
  if (k === "mark" && s === "^") return { binds: BINDING.power, apply: power };
  if (k === "mark" && "!%°".includes(s) && s !== "") return { binds: BINDING.postfix, apply: postfix };
  if (named && Object.hasOwn(RELATIONS, s)) return { binds: BINDING.relation, apply: relation };
  if (named && Object.hasOwn(SETS, s)) return { binds: BINDING.sets, apply: sets };
  if (k === "letter" && s === "U" && left.t === "group") return { binds: BINDING.sets, apply: sets };
  if (k === "mark" && s === ":") return { binds: BINDING.ratio, apply: ratios };
  if (startsOperand(reader)) return { binds: BINDING.product, apply: implied };
  return null;
}

function binary(binds: number, f: string): Infix {
  return {
    binds,
    apply(reader, left) {
      reader.take();
      const right = reader.expression(binds);
      return f === "-" ? operation("+", left, operation("neg", right)) : operation(f, left, right);
    },
  };
}

function implied(reader: Reader, left: MathNode): MathNode {
  if (reader.next.k === "number" && (left.t === "number" || left.t === "variable"))
    unreadable("two numbers side by side");
  return operation("*", left, reader.expression(BINDING.product));
}

function power(reader: Reader, left: MathNode): MathNode {
  reader.take();
  const exponent = reader.accept("{")
    ? reader.until("}")
    : reader.is("-") || reader.is("+")
      ? reader.expression(BINDING.sign)
      : reader.next.k === "number"
        ? literal(reader.take().s)
        : reader.expression(BINDING.power - 1);
  return operation("^", left, exponent);
}

function postfix(reader: Reader, left: MathNode): MathNode {
  const { s } = reader.take();
  if (s === "!" && reader.accept("!")) {
    if (reader.is("!")) unreadable("a triple factorial");
    return operation("doublefact", left);
  }
  return operation(s === "!" ? "fact" : s === "%" ? "percent" : "deg", left);
}

function relation(reader: Reader, left: MathNode): MathNode {
  const items = [left];
  const ops: string[] = [];
  while ((reader.next.k === "mark" || reader.next.k === "command") && Object.hasOwn(RELATIONS, reader.next.s)) {
    ops.push(RELATIONS[reader.take().s]);
    items.push(reader.expression(BINDING.relation));
  }
  return { t: "relation", items, ops };
}

function sets(reader: Reader, left: MathNode): MathNode {
  const { s } = reader.take();
  const op = s === "U" ? "union" : SETS[s];
  const right = reader.expression(BINDING.sets);
  const head = left.t === "sets" && left.op === op && op === "union" ? left.items : [left];
  return { t: "sets", op, items: [...head, right] };
}

function ratios(reader: Reader, left: MathNode): MathNode {
  const items = [left];
  let clock = true;
  while (reader.accept(":")) {
    clock &&= reader.next.k === "number" && reader.next.s.length === 2;
    items.push(reader.expression(BINDING.ratio));
  }
  return { t: "ratio", items, clock: clock && left.t === "number" && left.q.n < 100n };
}
