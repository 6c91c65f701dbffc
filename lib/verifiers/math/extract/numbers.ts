/** The last number of a text, when it stands by itself. */
import { isUnitWord } from "../units.js";
import type { Span } from "./spans.js";

const OPENERS = "([{\"'*_`";
const CLOSERS = ")]}\"'*_`.,;:!?。，";

/**
 * The last number: signed, with thousands separators, a decimal point or comma, a simple fraction, a percent or currency
 * sign, and the unit that follows. Null when the last digits belong to a longer formula (`3k`, `x^2`, `2x + 3`, `(3, 4)`):
 * a fragment is no answer.
 */
export function lastNumber(text: string): Span | null {
  for (let end = text.length; end > 0; ) {
    while (end > 0 && !isDigit(text[end - 1])) end--;
    if (end === 0) return null;
    const [from, to] = cluster(text, end);
    const found = numberIn(text.slice(from, to));
    if (found !== null) {
      const whole = found.includes("/") ? (MIXED.exec(text.slice(Math.max(0, from - 20), from))?.[1] ?? "") : "";
      const start = from - whole.length;
      if (isFragment(text, start, to)) return null;
      return { content: whole + found + unitAfter(text.slice(to, to + UNIT_REACH)), start, end: to };
    }
    const run = text.slice(from, to);
    if (!isPower(run) && /[\^_=\\]|[a-zA-Z]\d|\d[a-zA-Z]/.test(run)) return null;
    end = from;
  }
  return null;
}

/** `cm^2` after its number. */
const isPower = (run: string): boolean => /\^\d$/.test(run) && isUnitWord(run.slice(0, -2));
/** The 1 of `1 1/2`. */
const MIXED = /(?:^|\s)([-−]?\d+\s)$/;
const isDigit = (c: string): boolean => c >= "0" && c <= "9";

/** The run without blanks around a place, without the punctuation around it. */
function cluster(text: string, end: number): [number, number] {
  let [from, to] = [end - 1, end];
  while (from > 0 && !isBreak(text[from - 1])) from--;
  while (to < text.length && !isBreak(text[to])) to++;
  while (from < to && OPENERS.includes(text[from])) from++;
  while (to > from && CLOSERS.includes(text[to - 1])) to--;
  return [from, to];
}

const isBreak = (c: string): boolean => c === " " || c === "\n" || c === "\t" || c === "\r" || c > "\u2fff";

/** Whether an operator joins the number to an operand on either side, it ends a bracketed list, or words make it a bound. */
function isFragment(text: string, from: number, to: number): boolean {
  const [before, after] = [text.slice(Math.max(0, from - 40), from), text.slice(to, to + 40)];
  return (
    BEFORE.test(before) || HEDGED.test(before) || AFTER.test(after) || (/^[)\]}]/.test(after) && LISTED.test(before))
  );
}

const BEFORE = /(?:^|[\s(])(?:[^\s]*[\d)\]}²³][a-zA-Z]?|[-+]?[a-zA-Z])\s+[-+*/^<>≤≥×·÷−±]=?\s+[([]*$/;
const AFTER = /^[)\]]*\s+[-+*/^<>≤≥×·÷−±]=?\s+[([]*(?:[\d√π\\]|[a-zA-Z](?![a-zA-Z]))/;
const HEDGED =
  /(?:\b(?:not|never|than|at least|at most|between \S+ and|either \S+ or|times|plus|minus|divided by|(?:root|power|square|cube|half|log) of)|n't|\d[^\s.,:;!?=]*\s+(?:(?:in|to|or|and|over|by|mod|out of)\s+)?)\s*\$?$/i;
const LISTED = /[([{][^()[\]{}a-zA-Z]*[,;]\s*$/;

function numberIn(run: string): string | null {
  const found =
    /^(\\?[$£€¥₹]?)([-+−]?(?:\d{1,3}(?:,\d{3})+|\d+(?:,\d+)?)?(?:\.\d+)?(?:\/\d+)?)(%|\\%|[a-zA-Z°²³€£]{1,12})?$/.exec(
      run,
    );
  if (found === null || !/\d/.test(found[2])) return null;
  const [, sign, number, unit = ""] = found;
  if (/^[a-zA-Z]$/.test(unit)) return null;
  if (unit.includes("%")) return `${number}%`;
  const isUnit = isUnitWord(unit.replace(/[²³]$/, "")) || /^[°€£]$/.test(unit);
  return sign + number + (isUnit ? ` ${unit}` : "");
}

const UNIT_REACH = 60;
/** Units that are other words within a sentence. */
const WORDS_TOO = /^(?:in|a)$/i;

/** ` square feet` of ` square feet, as asked`: the unit, magnitude or percent words right after a number. */
function unitAfter(text: string): string {
  const words: string[] = [];
  for (const [, word, mark, next] of text
    .replace(/^[*_`]+/, "")
    .matchAll(/\s+([a-zA-Z/]+)((?:\^?\d|[²³])?)(?=(.?))/gy)) {
    if (!isUnitWord(word) || (WORDS_TOO.test(word) && /[\s\w]/.test(next))) break;
    words.push(word + mark);
  }
  return words.map((word) => ` ${word}`).join("");
}
