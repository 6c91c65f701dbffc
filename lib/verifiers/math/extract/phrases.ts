/** Sentences that announce the answer, in English and Chinese, read from the end. */
import { firstFormula, lastFormula, type Span } from "./spans.js";

const ENGLISH =
  /(?:final\s+answer|answers?|ans|(?:correct|right|best)\s+(?:option|choice))\s*(?:\**\s*(?:is|are|=|:)\s*\**\s*:?|\s(?=\$|\\\())|final\s+answer[\s*:]*\n/gi;
const CHINESE = /(?:最终答案|答案)\s*\**\s*(?:是|为|：|:)\s*\**\s*[:：]?/g;
const SPLIT = /\s(?:is|are|equals|be)(?:\s*:)?\s+/;

/** The text announced by the last answer phrase, or null. */
export function announced(text: string, language: "any" | "english" | "chinese"): Span | null {
  const patterns = language === "any" ? [ENGLISH, CHINESE] : [language === "english" ? ENGLISH : CHINESE];
  let best: { at: number; end: number } | null = null;
  for (const pattern of patterns) {
    for (const found of text.matchAll(pattern)) {
      if (best === null || found.index >= best.at) best = { at: found.index, end: found.index + found[0].length };
    }
  }
  if (best === null) return null;
  const content = statement(text.slice(best.end, best.end + 2000));
  return content === null ? null : { content, start: best.at, end: best.end };
}

/** What a sentence states: its formula when it begins with one, else the words after its last "is". */
function statement(after: string): string | null {
  const tail = after.replace(/^[\s*:}]+/, "");
  const formula = firstFormula(tail);
  if (formula !== null) return formula.content;
  const sentence = grounded(untilStop(tail));
  const parts = sentence.split(SPLIT);
  const last = parts[parts.length - 1].trim();
  const inside = parts.length > 1 ? (firstFormula(last) ?? null) : null;
  if (inside !== null) return inside.content;
  const bare = last.replace(/^\*+|\*+$/g, "").trim();
  if (bare === "") return null;
  const later = lastFormula(sentence);
  return /\d/.test(bare) || later === null || parts.length > 1 ? bare : later.content;
}

/** The number or choice that a reason follows: 5 of `5 because 4 is even`. */
function grounded(sentence: string): string {
  const [head] = sentence.split(/[,;]?\s+(?:because|since|which)\s/, 1);
  return !SPLIT.test(head) && (/\d/.test(head) || /^\W*[A-Z]\W*$/.test(head)) ? head : sentence;
}

/** Up to the end of the line or of the sentence; a point inside a number ends nothing. */
function untilStop(text: string): string {
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === "\n" || c === "。" || (c === "<" && /^<(?:\/|[a-zA-Z]+>)/.test(text.slice(i, i + 20))))
      return text.slice(0, i);
    if (
      (c === "." || c === "!" || c === "?") &&
      (i + 1 >= text.length || /[\s*"]/.test(text[i + 1])) &&
      !isAbbreviated(text, i)
    ) {
      return text.slice(0, c === "!" ? i + 1 : i);
    }
    if (c === "\\" && (text[i + 1] === "]" || text[i + 1] === ")")) return text.slice(0, i);
  }
  return text;
}

const isAbbreviated = (text: string, at: number): boolean =>
  /\b(?:a|p|sq|ft|in|approx|vs|St|Mr|Ms|Dr)$/.test(text.slice(Math.max(0, at - 6), at)) &&
  text[at + 1] === " " &&
  /[a-z]/.test(text[at + 2] ?? "");
