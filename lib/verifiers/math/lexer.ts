/** Tokens of a normalised answer, LaTeX and plain text alike. One pass, no backtracking. */
import { command } from "./lex-command.js";
import { unreadable } from "./limits.js";
import type { Push, Token } from "./token.js";
import { FUNCTIONS, GREEK, isWord } from "./words.js";

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
      command(text, at, out, push, (inner) => tokens(inner, options));
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
