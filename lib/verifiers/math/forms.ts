/** Ways of putting an answer that say the same in other symbols, rewritten before or instead of parsing. Each a linear scan. */

const LEADING = /^(?:=|\\approx|(?:approximately|about|around|roughly|nearly)(?: equal to)?(?![a-zA-Z]))\s*/i;
const BUILDER = /^\\\{\s*([a-zA-Z])\s*(?:\\in\s*(?:\\mathbb\{R\}|R)\s*)?[|:]\s*(.*)\\\}$/;
const FAMILY =
  /[,;]?\s*\(?\s*(?:\\text\{\s*(?:where|for|with)\s*\}\s*)?[a-z]\s*\\in\s*(?:\\mathbb\{[ZN]\}|[ZN])\s*\)?$/;

/** `= 5` as `5`, `{x | x > 2}` as `x > 2`, `kπ, k ∈ Z` as `kπ`. */
export function plainForm(text: string): string {
  const built = text.startsWith("\\{") ? BUILDER.exec(text) : null;
  const out = built?.[2].includes(built[1]) ? built[2].trim() : text.replace(LEADING, "");
  const family = out.includes("\\in") ? FAMILY.exec(out) : null;
  return family !== null && family.index > 0 ? out.slice(0, family.index) : out;
}

/** Words that make a number another statement: not 5, at least 5, 5 or more. */
export const QUALIFIED =
  /\b(?:not|never|cannot|wrong|incorrect|false|between|neither|either|at\s+(?:least|most)|or\s+(?:more|less|fewer|greater|higher|lower|above|below))\b|n't\b|\bthan[\s}$\\(]*\d/i;
/** `\text{Answer: } 5`, `\text{Area} = 5`, `\text{The sum is } 5`; the 4 of `\text{July } 4` is no answer by itself. */
const WRAPPED =
  /^\\text\{[^{}]*\}\s*(?:[:=]|\\approx)\s*|^\\text\{[^{}]*(?:[:=]|\b(?:is|are|equals|about|approximately|answer))\s*\}\s*/i;

/** The right side of a formula whose left side is words: 5 of `Area = 5`, `\text{Answer: } 5`, `P(A|B) = 5`; else null. */
export function namedSide(text: string): string | null {
  if (QUALIFIED.test(text)) return null;
  const wrapped = WRAPPED.exec(text);
  if (wrapped !== null && wrapped[0].length < text.length) return text.slice(wrapped[0].length);
  const at = Math.max(text.lastIndexOf("="), text.lastIndexOf(":"));
  if (at <= 0 || text.indexOf("=") < text.lastIndexOf("=")) return null;
  const left = text.slice(0, at);
  const isWords = /^[a-zA-Z][a-zA-Z ]{2,}$/.test(left) || left.startsWith("P(") || /\\(?:text|mathbb)\{/.test(left);
  return isWords ? text.slice(at + 1).trim() : null;
}

const NUMERALS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty";
const IN_SYMBOLS = new Map<string, string>([
  ...NUMERALS.split(" ").map((word, i): [string, string] => [word, String(i)]),
  ...["all real numbers", "all reals", "real numbers", "any real number", "all real values"].map(
    (words): [string, string] => [words, "\\mathbb{R}"],
  ),
  ...["empty set", "no solution", "no solutions", "no real solution", "no real solutions"].map(
    (words): [string, string] => [words, "\\emptyset"],
  ),
]);

/** Words that stand for a formula, as that formula; else null. */
export function inSymbols(words: string): string | null {
  return IN_SYMBOLS.get(words) ?? null;
}
