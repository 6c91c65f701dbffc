/** The cursor that the parser's parts share, with its limits; the parts call each other through it. */
import { type LexOptions, tokens } from "../lexer.js";
import { DEPTH_LIMIT, NODE_LIMIT, unreadable } from "../limits.js";
import type { MathNode } from "../node.js";
import type { Token } from "../token.js";

/** What binds more: a higher number holds its operands tighter. */
export const BINDING = {
  relation: 5,
  sets: 8,
  ratio: 9,
  sum: 10,
  product: 20,
  sign: 25,
  power: 40,
  postfix: 50,
} as const;

/** How a part of the grammar reads from the cursor. */
export interface Grammar {
  /** An expression whose operators all bind tighter than `binding`. */
  expression(reader: Reader, binding: number): MathNode;
  /** One operand with no operator before or after it. */
  atom(reader: Reader): MathNode;
  /** Items up to a closing mark, which is left in place; `trailing` when a comma stood before it. */
  items(reader: Reader): { items: MathNode[]; join: "comma" | "and" | "or"; trailing: boolean };
}

export class Reader {
  readonly tokens: Token[];
  at = 0;
  private depth = 0;
  private nodes = 0;

  constructor(
    readonly text: string,
    readonly options: LexOptions,
    readonly grammar: Grammar,
  ) {
    this.tokens = tokens(text, options);
  }

  get next(): Token {
    return this.tokens[this.at];
  }

  peek(ahead: number): Token {
    return this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)];
  }

  is(s: string, k: Token["k"] = "mark"): boolean {
    const token = this.tokens[this.at];
    return token.s === s && token.k === k;
  }

  take(): Token {
    if (++this.nodes > NODE_LIMIT) unreadable("more symbols than the limit");
    if (this.next.k === "end") unreadable("an unfinished formula");
    return this.tokens[this.at++];
  }

  accept(s: string, k: Token["k"] = "mark"): boolean {
    if (!this.is(s, k)) return false;
    this.take();
    return true;
  }

  expect(s: string): void {
    if (!this.accept(s)) unreadable(`${JSON.stringify(this.next.s || "the end")} where ${JSON.stringify(s)} belongs`);
  }

  /** Reads one level deeper, within the limit. */
  nested<T>(read: () => T): T {
    if (++this.depth > DEPTH_LIMIT) unreadable("deeper nesting than the limit");
    const out = read();
    this.depth--;
    return out;
  }

  expression(binding = 0): MathNode {
    return this.nested(() => this.grammar.expression(this, binding));
  }

  /** What stands between marks of which the opening one was taken. */
  until(close: string): MathNode {
    const inside = this.expression();
    this.expect(close);
    return inside;
  }
}
