/** Tokens of a normalised answer, LaTeX and plain text alike. One pass, no backtracking. */
import { unreadable } from "./limits.js";
import { FUNCTIONS, GREEK, isWord, LETTER_UNITS } from "./words.js";

/**
 * A token. `number`: a literal; `letter`: one letter; `command`: a LaTeX command or a known plain name;
 * `word`: words outside the formula; `join`: "and"/"or"; `mark`: an operator, bracket or separator.
 */
export interface Token {
  k: "number" | "letter" | "command" | "word" | "join" | "mark" | "end";
  s: string;
  /** Whether a blank stood before it. */
  gap: boolean;
}

/** How ambiguous commas are read. */
export interface LexOptions {
  /** `1,234` is one number (outside brackets). */
  thousands: boolean;
  /** `1,5` is one number. */
  decimalComma: boolean;
}

const NUMBER = /\d+(?:\.\d*)?(?:[eE][+-]?\d+(?![\d.]*[a-zA-Z]))?|\.\d+(?:[eE][+-]?\d+)?/y;
const GROUPED = /[1-9]\d{0,2}(?:,\d{3})+(?![\d])(?:\.\d+)?|[1-9]\d{0,2}(?: \d{3})+(?![\d/])(?:\.\d+)?/y;
const COMMA_DECIMAL = /\d+,\d+/y;
const LETTERS = /[a-zA-Z]+/y;
const DOUBLE = new Set(["<=", ">=", "!=", "==", ":=", "**", "=<", "=>", "->", "||"]);
const SAME: Record<string, string> = {
  "==": "=",
  ":=": "=",
  "**": "^",
  "=<": "<=",
  "\\{": "{:",
  "\\}": ":}",
  "\\|": "|",
  "||": "|",
};

/** Splits a normalised answer. Throws `Unreadable` on a character that no formula has. */
export function tokens(text: string, options: LexOptions): Token[] {
  const out: Token[] = [];
  const brackets: boolean[] = [];
  let at = 0;
  let gap = false;
  const push = (k: Token["k"], s: string, length: number): void => {
    out.push({ k, s, gap });
    gap = false;
    at += length;
  };
  while (at < text.length) {
    const c = text[at];
    if (c === " ") {
      gap = true;
      at++;
    } else if ((c >= "0" && c <= "9") || (c === "." && isDigit(text[at + 1]))) {
      const found = numeral(text, at, options, brackets.some(Boolean));
      push(
        "number",
        found.replace(/[ ,]/g, (mark) => (mark === "," && options.decimalComma ? "." : "")),
        found.length,
      );
    } else if (isLetter(c)) {
      const skipped = letters(sticky(LETTERS, text, at) as string, text, at, push);
      at += skipped;
    } else if (c === "\\") {
      command(text, at, out, push, options);
    } else {
      const two = text.slice(at, at + 2);
      const mark = DOUBLE.has(two) ? two : c;
      if (!"+-*/^_!=<>()[]{}|,;:&%°'.?".includes(c)) unreadable(`the character ${JSON.stringify(c)}`);
      if ("([{".includes(c)) brackets.push(c !== "{" || !isArgument(out[out.length - 1]));
      if (")]}".includes(c)) brackets.pop();
      push("mark", SAME[mark] ?? mark, mark.length);
    }
  }
  out.push({ k: "end", s: "", gap });
  return out;
}

const isDigit = (c: string | undefined): boolean => c !== undefined && c >= "0" && c <= "9";
const isLetter = (c: string): boolean => (c >= "a" && c <= "z") || (c >= "A" && c <= "Z");
const isArgument = (before: Token | undefined): boolean =>
  before !== undefined && (before.k === "command" || "^_}]".includes(before.s));

function sticky(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function numeral(text: string, at: number, options: LexOptions, inside: boolean): string {
  const grouped = options.thousands && !inside ? sticky(GROUPED, text, at) : null;
  const comma = grouped === null && options.decimalComma ? sticky(COMMA_DECIMAL, text, at) : null;
  return grouped ?? comma ?? (sticky(NUMBER, text, at) as string);
}

type Push = (k: Token["k"], s: string, length: number) => void;

/** A run of letters: a known name, a connector, a word, or single letters. Returns what `push` has not moved over. */
function letters(run: string, text: string, at: number, push: Push): number {
  const gapBefore = text[at - 1] === " ";
  if (FUNCTIONS.has(run)) push("command", FUNCTIONS.get(run) as string, run.length);
  else if (run === "pi" || run === "Pi" || run === "PI") push("command", "pi", run.length);
  else if (/^(inf|infty|infinity|oo|Infinity)$/.test(run)) push("command", "infty", run.length);
  else if (GREEK.has(run) && run.length > 2) push("command", run, run.length);
  else if (run === "and" || run === "or") push("join", run, run.length);
  else if (/^(or|and)[A-Z]$/.test(run)) {
    push("join", run.slice(0, -1), run.length - 1);
    push("letter", run.slice(-1), 1);
  } else if ((run === "np" || run === "math") && text[at + run.length] === ".") return run.length + 1;
  else if (/^pi[a-z]$/.test(run) && !isWord(run, gapBefore)) {
    push("command", "pi", 2);
    push("letter", run[2], 1);
  } else if (isWord(run, gapBefore)) push("word", run, run.length);
  else for (const c of run) push("letter", c, 1);
  return 0;
}

function command(text: string, at: number, out: Token[], push: Push, options: LexOptions): void {
  const name = sticky(LETTERS, text, at + 1);
  if (name === null) {
    const two = text.slice(at, at + 2);
    if (two === "\\\\") push("mark", "\\\\", 2);
    else if (two === "\\{" || two === "\\}" || two === "\\|") push("mark", SAME[two], 2);
    else unreadable("a stray backslash");
  } else if (name === "text") {
    const { content, length } = argument(text, at + 5);
    const inner = content.trim();
    const gap = content.startsWith(" ");
    if (/^(and|or|or else|and also)$/.test(inner)) push("join", inner.slice(0, 3).trim(), 5 + length);
    else if (isUnitOrWords(inner, out[out.length - 1]) && !FUNCTIONS.has(inner) && inner !== "pi")
      push("word", inner, 5 + length);
    else {
      const nested = inner.length < text.length ? tokens(inner, options) : [];
      nested.pop();
      for (const token of nested) out.push(token);
      if (nested.length > 0 && gap) nested[0].gap = true;
      push("mark", "", 5 + length);
      out.pop();
    }
  } else if (name === "begin" || name === "end") {
    const { content, length } = argument(text, at + 1 + name.length);
    push("command", `${name}:${content.trim().replace("*", "")}`, 1 + name.length + length);
  } else push("command", FUNCTIONS.get(name) ?? name, name.length + 1);
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
