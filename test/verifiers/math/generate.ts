/** Random mathematics for the tests: trees with many spellings, and texts that are hardly mathematics at all. */
import { below, shuffled } from "../../../lib/core/random.js";

type Random = () => number;

/** A small expression. */
export type Tree =
  | { op: "number"; n: number; d: number }
  | { op: "name"; name: string }
  | { op: "+" | "*" | "/" | "^" | "sqrt" | "neg"; args: Tree[] };

const NAMES = ["x", "y", "n", "a"];
const pick = <T>(items: readonly T[], random: Random): T => items[below(random, items.length)];

/** A random tree; `names` allows variables. */
export function tree(random: Random, depth: number, names: boolean): Tree {
  if (depth === 0 || random() < 0.2) {
    if (names && random() < 0.5) return { op: "name", name: pick(NAMES, random) };
    return { op: "number", n: 1 + below(random, 12), d: random() < 0.7 ? 1 : 2 + below(random, 8) };
  }
  const op = pick(["+", "+", "*", "*", "/", "^", "sqrt", "neg"] as const, random);
  const child = (): Tree => tree(random, depth - 1, names);
  if (op === "^") return { op, args: [child(), { op: "number", n: 2 + below(random, 2), d: 1 }] };
  if (op === "sqrt" || op === "neg") return { op, args: [child()] };
  if (op === "/") return { op, args: [child(), child()] };
  return { op, args: Array.from({ length: 2 + below(random, 2) }, child) };
}

/** The same function of its names, written as another tree: other order, scaled fractions, regrouped sums. */
export function rewritten(t: Tree, random: Random): Tree {
  if (t.op === "name") return t;
  if (t.op === "number") {
    const k = 1 + below(random, 4);
    return t.d === 1 ? t : { op: "number", n: t.n * k, d: t.d * k };
  }
  const args = t.args.map((x) => rewritten(x, random));
  if (t.op === "+" || t.op === "*") {
    const mixed = shuffled(args, random);
    return random() < 0.5 || mixed.length < 3
      ? { op: t.op, args: mixed }
      : { op: t.op, args: [{ op: t.op, args: mixed.slice(0, 2) }, ...mixed.slice(2)] };
  }
  if (t.op === "^" && random() < 0.3 && args[1].op === "number" && args[1].n === 2)
    return { op: "*", args: [args[0], args[0]] };
  return { op: t.op, args };
}

/** The tree with one number changed. */
export function perturbed(t: Tree, random: Random): Tree {
  if (t.op === "name") return { op: "+", args: [t, { op: "number", n: 1, d: 1 }] };
  if (t.op === "number") return { op: "number", n: t.n + 1 + below(random, 3), d: t.d };
  const at = below(random, t.args.length);
  return { op: t.op, args: t.args.map((x, i) => (i === at ? perturbed(x, random) : x)) };
}

/** The value of a tree in doubles, to tell whether a perturbation changed it. */
export function value(t: Tree, at: Record<string, number>): number {
  if (t.op === "number") return t.n / t.d;
  if (t.op === "name") return at[t.name];
  const [a, ...more] = t.args.map((x) => value(x, at));
  if (t.op === "+") return more.reduce((p, q) => p + q, a);
  if (t.op === "*") return more.reduce((p, q) => p * q, a);
  if (t.op === "/") return a / more[0];
  if (t.op === "^") return a ** more[0];
  return t.op === "sqrt" ? Math.sqrt(a) : -a;
}

/** One of the many spellings of a tree. */
export function written(t: Tree, random: Random, outer = 0): string {
  const gap = random() < 0.4 ? " " : "";
  const wrap = (text: string, binds: number): string => (binds < outer ? bracketed(text, random) : text);
  if (t.op === "name") return t.name;
  if (t.op === "number") return t.d === 1 ? String(t.n) : wrap(fraction(String(t.n), String(t.d), random), 3);
  const [a, b] = t.args;
  switch (t.op) {
    case "+":
      return wrap(t.args.map((x) => written(x, random, 2)).join(`${gap}+${gap}`), 1);
    case "*":
      return wrap(
        t.args.map((x) => written(x, random, 4)).join(pick([" \\cdot ", "*", " \\times ", `${gap}*${gap}`], random)),
        3,
      );
    case "/":
      if (random() < 0.6)
        return wrap(
          `${pick(["\\frac", "\\dfrac", "\\tfrac"], random)}{${written(a, random)}}{${written(b, random)}}`,
          3,
        );
      return wrap(`${written(a, random, 4)}${gap}/${gap}${written(b, random, 4)}`, 3);
    case "^":
      return wrap(`${written(a, random, 6)}^${random() < 0.5 ? `{${written(b, random)}}` : written(b, random, 7)}`, 5);
    case "sqrt":
      return random() < 0.7 ? `\\sqrt{${written(a, random)}}` : `sqrt(${written(a, random)})`;
    default:
      return wrap(`-${written(a, random, 4)}`, 2);
  }
}

function fraction(n: string, d: string, random: Random): string {
  return pick([`\\frac{${n}}{${d}}`, `\\dfrac{${n}}{${d}}`, `${n}/${d}`], random);
}

function bracketed(text: string, random: Random): string {
  return pick([`(${text})`, `\\left(${text}\\right)`, `\\left( ${text} \\right)`], random);
}

const PIECES = (
  "\\frac \\sqrt \\boxed{ { } ( ) [ ] \\left \\right ^ _ , ; : = < > \\le \\cup \\infty \\pm \\text{and} \\text{cm} \\begin{pmatrix} " +
  "\\end{pmatrix} & \\\\ \\sin \\log _2 ! % ° \\% \\$ $ $$ \\( \\) \\[ \\] | \\lfloor \\rfloor 1 2 3 10 0.5 1,000 1e9 x y n e i pi and or east " +
  "<think> </think> <answer> </answer> #### answer is 答案 ½ √ ∞ 𝟚 ９ \u200b 😀 __proto__ constructor \\sum \\int \\binom \\overline{3} ' \\dot \\vec -"
).split(" ");

/** A text of formula pieces in any order. */
export function soup(random: Random): string {
  return Array.from({ length: 1 + below(random, 24) }, () => pick(PIECES, random) + (random() < 0.3 ? " " : "")).join(
    "",
  );
}

/** A text with a few characters lost, doubled or replaced. */
export function mutated(text: string, random: Random): string {
  let out = text;
  for (let edits = 1 + below(random, 4); edits > 0; edits--) {
    const at = below(random, out.length + 1);
    const middle = pick(
      ["", out.slice(at, at + 1).repeat(2), pick(PIECES, random), String.fromCharCode(32 + below(random, 65_000))],
      random,
    );
    out = out.slice(0, at) + middle + out.slice(at + 1);
  }
  return out;
}
