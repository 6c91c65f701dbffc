/** Tokens of LaTeX commands. */
import { unreadable } from "./limits.js";
import type { Push, Token } from "./token.js";
import { FUNCTIONS, LETTER_UNITS } from "./words.js";

const NAME = /[a-zA-Z]+/y;
const BRACES: Record<string, string> = { "\\{": "{:", "\\}": ":}", "\\|": "|" };

/** The tokens of the command at a place; `inner` reads the text of a `\text{}` that is no words. */
export function command(text: string, at: number, out: Token[], push: Push, inner: (text: string) => Token[]): void {
  NAME.lastIndex = at + 1;
  const name = NAME.exec(text)?.[0] ?? null;
  if (name === null) {
    const two = text.slice(at, at + 2);
    if (two === "\\\\") push("mark", "\\\\", 2);
    else if (Object.hasOwn(BRACES, two)) push("mark", BRACES[two], 2);
    else unreadable("a stray backslash");
  } else if (name === "text") wrapped(text, at, out, push, inner);
  else if (name === "begin" || name === "end") {
    const { content, length } = argument(text, at + 1 + name.length);
    push("command", `${name}:${content.trim().replace("*", "")}`, 1 + name.length + length);
  } else push("command", FUNCTIONS.get(name) ?? name, name.length + 1);
}

/** `\text{}`: a connector, words beside the formula, or a piece of the formula itself. */
function wrapped(text: string, at: number, out: Token[], push: Push, inner: (text: string) => Token[]): void {
  const { content, length } = argument(text, at + 5);
  const words = content.trim();
  if (/^(and|or|or else|and also)$/.test(words)) push("join", words.slice(0, 3).trim(), 5 + length);
  else if (isUnitOrWords(words, out[out.length - 1]) && !FUNCTIONS.has(words) && words !== "pi") {
    push("word", words, 5 + length);
  } else {
    const nested = inner(words);
    nested.pop();
    if (nested.length > 0 && content.startsWith(" ")) nested[0].gap = true;
    for (const token of nested) out.push(token);
    push("mark", "", 5 + length);
    out.pop();
  }
}

/** Words, `m/s`, or one letter of a unit right after a number. */
function isUnitOrWords(inner: string, before: Token | undefined): boolean {
  if (/^\([a-zA-Z]{2,}[ a-zA-Z]*\)$/.test(inner)) return true;
  if (/^(?:[a-zA-Z]{2,}|[a-zA-Z](?=[ /^]))[ a-zA-Z.,'/^0-9-]*$/.test(inner)) return true;
  return before?.k === "number" && inner.length === 1 && (LETTER_UNITS.has(inner) || "AVKCFT".includes(inner));
}

/** The braced argument at a place, and how far it reaches. */
function argument(text: string, from: number): { content: string; length: number } {
  let at = from;
  while (text[at] === " ") at++;
  if (text[at] !== "{") return { content: text[at] ?? "", length: at + 1 - from };
  for (let depth = 0, i = at; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === "{") depth++;
    else if (text[i] === "}" && --depth === 0) return { content: text.slice(at + 1, i), length: i + 1 - from };
  }
  return unreadable("an unclosed brace");
}
