/** Trees and values in plain notation, for a reader. */
import type { MathNode } from "./node.js";
import type { Rational } from "./rational.js";
import type { MathValue } from "./values.js";

const SIGN: Record<string, string> = {
  union: " ∪ ",
  intersection: " ∩ ",
  minus: " \\ ",
  "{:": "{",
  ":}": "}",
  langle: "⟨",
  rangle: "⟩",
};
const BINDS: Record<string, number> = { "+": 1, neg: 2, "*": 3, "/": 3, "^": 4 };
const LONGEST = 40;

/** A tree in plain notation: `(x + 2)/7`. */
export function printNode(node: MathNode, outer = 0): string {
  switch (node.t) {
    case "number":
      return printRational(node.q);
    case "constant":
      return node.name === "inf" ? "∞" : node.name === "pi" ? "π" : node.name;
    case "variable":
      return node.name;
    case "base":
      return `${node.digits} (base ${node.base})`;
    case "text":
      return node.text;
    case "group":
      return bracketed(
        node.open,
        node.close,
        node.items.map((x) => printNode(x)),
      );
    case "list":
    case "ratio":
      return node.items.map((x) => printNode(x)).join(node.t === "list" ? ", " : ":");
    case "relation":
      return node.items.map((x, i) => (i === 0 ? "" : ` ${node.ops[i - 1]} `) + printNode(x)).join("");
    case "sets":
      return node.items.map((x) => printNode(x)).join(SIGN[node.op]);
    case "matrix":
      return printRows(node.rows);
    default:
      return printOperation(node.f, node.args, outer);
  }
}

function printOperation(f: string, args: MathNode[], outer: number): string {
  const binds = BINDS[f];
  if (binds === undefined) return `${f.replace("call:", "")}(${args.map((x) => printNode(x)).join(", ")})`;
  const [a, b] = args;
  const inside =
    f === "neg"
      ? `-${printNode(a, 2)}`
      : f === "+" && b.t === "operation" && b.f === "neg"
        ? `${printNode(a, 1)} - ${printNode(b.args[0], 2)}`
        : `${printNode(a, f === "^" ? 5 : binds)}${f === "+" ? " + " : f}${printNode(b, f === "/" ? 4 : binds)}`;
  return binds < outer ? `(${inside})` : inside;
}

function printRational({ n, d }: Rational): string {
  const text = d === 1n ? `${n}` : `${n}/${d}`;
  return text.length <= LONGEST ? text : `${text.slice(0, 18)}…${text.slice(-18)}`;
}

const printRows = (rows: MathNode[][]): string =>
  `[${rows.map((row) => row.map((x) => printNode(x)).join(", ")).join("; ")}]`;
const bracketed = (open: string, close: string, items: string[]): string =>
  `${SIGN[open] ?? open}${items.join(", ")}${SIGN[close] ?? close}`;

/** A value in plain notation. */
export function printValue(value: MathValue): string {
  switch (value.kind) {
    case "scalar":
      return printNode(value.node) + (value.percent ? "%" : "") + (value.unit === null ? "" : ` ${value.unit}`);
    case "list":
      return value.items.map(printValue).join(value.or ? " or " : ", ");
    case "set":
      return bracketed("{:", ":}", value.items.map(printValue));
    case "tuple":
      return bracketed(value.open, value.close, value.items.map(printValue));
    case "sets":
      return value.items.map(printValue).join(SIGN[value.op]);
    case "matrix":
      return printRows(value.rows);
    case "equation":
      return `${printNode(value.left)} = ${value.value === null ? printNode(value.right) : printValue(value.value)}`;
    case "inequality":
      return printNode({ t: "relation", items: value.items, ops: value.ops });
    case "ratio":
      return value.items.map((x) => printNode(x)).join(":");
    default:
      return JSON.stringify(value.text);
  }
}
