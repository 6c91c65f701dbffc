/** Answers in words. */
import { ANSWER_LIMIT } from "./limits.js";

const WRAPPED = /\\(?:text|mathbf|mathbb)\{([^{}]*)\}/g;

/** A command that the parser does not know: the markup stands for itself. */
const FOREIGN =
  /\\(?!(?:frac|sqrt|boxed|binom|text|begin|end|pm|mp|cdot|times|div|le|ge|lt|gt|ne|in|cup|cap|infty|pi|mathbf)(?![a-zA-Z]))[a-zA-Z]{2,}/;

/** The words of an answer, lower case and one blank apart; null when there are none or the markup is broken. */
export function textOf(normalised: string): string | null {
  if (normalised.length > ANSWER_LIMIT || !isBalanced(normalised)) return null;
  const plain = normalised
    .replace(WRAPPED, " $1 ")
    .replace(WRAPPED, " $1 ")
    .replace(/\\?\(?\\?[pb]?mod\s*\{?(\w+)\}?\)?/g, " mod $1");
  const hasWords = /[a-zA-Z\u0080-\uffff]{2,}/.test(plain.replace(/\\[a-zA-Z]+/g, ""));
  if (!hasWords && !FOREIGN.test(plain) && !plain.startsWith("\\{")) return null;
  const words = plain
    .toLowerCase()
    .replace(/["'`.!?]+(?=\s|$)/g, " ")
    .replace(/\s+/g, " ")
    .replace(/ (?![a-z0-9])|(?<![a-z0-9]) /g, "");
  return words === "dne" ? "does not exist" : words.replace(/^(?:the|an?) /, "") || null;
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === "{") depth++;
    else if (text[i] === "}" && --depth < 0) return false;
  }
  return depth === 0;
}

/** A second label after the first: two choices are none. */
const ANOTHER = /^\s*(?:[,;&/]|and\b|or\b)+\s*\(?[A-Z](?![a-zA-Z])|(?:^|[\s,;])\([A-Z]\)/;

/**
 * The letter of a labelled choice such as `(C) 5`, `C.` or `B: red`, or of a lone letter; null for other texts.
 * A label before an equation may number the equation, so it is no choice.
 */
export function choiceLetter(normalised: string): string | null {
  if (/[=<>]/.test(normalised)) return null;
  const plain = normalised
    .replace(/\\(?:text|mathbf)\{([^{}]*)\}/g, "$1")
    .trim()
    .replace(/^(?:option|choice|answer)\s+(?=\(?[A-Z]\b)/i, "");
  const found = /^(?:\(([A-Z])\)|([A-Z])[).:]|([A-Z])$)/.exec(plain);
  if (found !== null && ANOTHER.test(plain.slice(found[0].length))) return null;
  return found ? (found[1] ?? found[2] ?? found[3]) : null;
}
