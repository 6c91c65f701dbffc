/** The text of an answer in the one spelling that is compared and parsed. */
import { ANSWER_LIMIT } from "../limits.js";
import { plainLatex, withBackslashes } from "./latex.js";
import { asciiMath } from "./unicode.js";

const EDGE = new Set([" ", "\t", "\n", "\r", "$", "*", "`", '"', "~"]);
/** An amount: the currency sign is its unit. A dollar sign alone or escaped is one, a pair sets off a formula. */
const MONEY = /^(-?)\s*(\\?[$£€¥₹])\s*(-?\d[\d.,\\!{}]*)$/;
const AFTER = /^(-?\d[\d.,\\!{}]*)\s*([£€¥₹])$/;
const CURRENCIES: Record<string, string> = { $: "dollars", "£": "pounds", "€": "euros", "¥": "yuan", "₹": "rupees" };
/** `7:30 p.m.`, `7 p.m.`, `7:30pm`; `7pm` may be a product. */
const CLOCK = /(\d) ?(?:\\text\{ ?)?(?:([ap])\. ?m\.?|(?<=:\d\d(?: ?\\text\{| ?) ?)([ap])m) ?\}?$/i;
const TAIL = new Set([...EDGE, ".", ",", ";", ":", "\\"]);

/**
 * An answer's text with unicode, spacing, sizing, currency and outer marks taken away; what it says is unchanged.
 * Longer than the limit it is unreadable, and left as it stands. Never throws.
 */
export function normaliseAnswer(text: string): string {
  const inner = text.length > ANSWER_LIMIT ? trimmed(text) : text;
  if (inner.length > ANSWER_LIMIT) return inner;
  const alone = /^[\s*]*-?\$\s*-?\d[^$]*$/.test(inner);
  let out = plainLatex(amount(asciiMath(withBackslashes(trimmed(alone ? inner.replace("$", "\\$") : inner)))));
  if (out.includes("$")) out = out.replace(/\$/g, " ");
  if (/[£€¥₹]/.test(out)) out = out.replace(/[£€¥₹]/g, " ");
  const half = (_: string, digit: string, dotted?: string, plain = ""): string =>
    `${digit}\\text{ ${(dotted ?? plain).toLowerCase()}m}`;
  return trimmed(out.replace(/\s+/g, " ")).replace(CLOCK, half);
}

/** `€5` and `5€` as `5 euros`. */
function amount(text: string): string {
  return text
    .replace(MONEY, (_, sign: string, mark: string, number: string) => `${sign}${number} ${CURRENCIES[mark.slice(-1)]}`)
    .replace(AFTER, (_, number: string, mark: string) => `${number} ${CURRENCIES[mark]}`);
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
  if (normalised.length > ANSWER_LIMIT) return normalised;
  return normalised.replace(/([_^])\{([a-zA-Z0-9])\}/g, "$1$2").replace(/\s+(?![a-zA-Z0-9])|(?<![a-zA-Z0-9])\s+/g, "");
}
