/** The text of an answer in the one spelling that is compared and parsed. */
import { plainLatex, withBackslashes } from "./latex.js";
import { asciiMath } from "./unicode.js";

const EDGE = new Set([" ", "\t", "\n", "\r", "$", "*", "`", '"', "~"]);
/** An amount: the dollar sign is its unit, as a pair of them would set off a formula. */
const MONEY = /^(-?)\s*\\\$\s*(-?\d[\d.,\\!{}]*)$/;
const TAIL = new Set([...EDGE, ".", ",", ";", ":", "\\"]);

/**
 * An answer's text with unicode, spacing, sizing, currency and outer marks taken away; what it says is unchanged.
 * Never throws.
 */
export function normaliseAnswer(text: string): string {
  let out = plainLatex(asciiMath(withBackslashes(trimmed(text))).replace(MONEY, "$1$2 dollars"));
  if (out.includes("$")) out = out.replace(/\$/g, " ");
  if (/[£€¥₹]/.test(out)) out = out.replace(/[£€¥₹]/g, " ");
  return trimmed(out.replace(/\s+/g, " "));
}

/** Without the blanks, markup and closing punctuation around it. */
export function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && EDGE.has(text[start])) start++;
  while (end > start && TAIL.has(text[end - 1]) && !(text[end - 1] === "." && text[end - 2] === "\\")) end--;
  return text.slice(start, end);
}

/** What decides that two answers are the same text: no needless braces, no blanks but between letters and digits. */
export function textKey(normalised: string): string {
  return normalised.replace(/([_^])\{([a-zA-Z0-9])\}/g, "$1$2").replace(/\s+(?![a-zA-Z0-9])|(?<![a-zA-Z0-9])\s+/g, "");
}
