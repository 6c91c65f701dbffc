/** From a normalised text to a tree. */
import type { LexOptions } from "../lexer.js";
import { ANSWER_LIMIT, unreadable } from "../limits.js";
import { bounded, type MathNode } from "../node.js";
import { atom } from "./atoms.js";
import { expression } from "./expression.js";
import { items } from "./items.js";
import { type Grammar, Reader } from "./reader.js";

const GRAMMAR: Grammar = { expression, atom, items };

/** The tree of a whole text. Throws `Unreadable` with the reason. */
export function tree(text: string, options: LexOptions): MathNode {
  if (text.length > ANSWER_LIMIT) unreadable("a text longer than the limit");
  const reader = new Reader(text, options, GRAMMAR);
  const { items: found, join, trailing } = items(reader);
  if (reader.next.k !== "end") unreadable(`${JSON.stringify(reader.next.s)} after the formula`);
  bounded(found);
  return found.length === 1 && !trailing ? found[0] : { t: "list", items: found, join };
}
