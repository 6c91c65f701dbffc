/** The last number of a text, when it stands by itself. */
import type { Span } from "./spans.js";

const OPENERS = "([{\"'*_`";
const CLOSERS = ")]}\"'*_`.,;:!?。，";

/**
 * The last number: signed, with thousands separators, a decimal point or comma, a simple fraction or a percent sign.
 * Null when the last digits belong to a longer formula (`3k`, `x^2`): a fragment is no answer.
 */
export function lastNumber(text: string): Span | null {
  for (let end = text.length; end > 0; ) {
    while (end > 0 && !isDigit(text[end - 1])) end--;
    if (end === 0) return null;
    const [from, to] = cluster(text, end);
    const found = numberIn(text.slice(from, to));
    if (found !== null) return { content: found, start: from, end: to };
    if (/[\^_=\\]|[a-zA-Z]\d|\d[a-zA-Z]/.test(text.slice(from, to))) return null;
    end = from;
  }
  return null;
}

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

function numberIn(run: string): string | null {
  const plain = run.replace(/^\\?[$£€]/, "");
  const found = /^([-+−]?(?:\d{1,3}(?:,\d{3})+|\d+(?:,\d+)?)?(?:\.\d+)?(?:\/\d+)?)(%|\\%|[a-zA-Z°²³]{1,12})?$/.exec(
    plain,
  );
  if (found === null || !/\d/.test(found[1])) return null;
  const unit = found[2] ?? "";
  if (unit.length === 1 && /[a-zA-Z]/.test(unit)) return null;
  return found[1] + (unit.includes("%") ? "%" : "");
}
