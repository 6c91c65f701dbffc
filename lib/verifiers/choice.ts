import { fail } from "../core/check.js";
import { afterAnswerIs, afterThinking, type Found, insideAnswer, insideBox } from "./response.js";
import { normaliseText } from "./text.js";
import type { Verdict } from "./verdict.js";

/** What may be chosen from. */
export interface ChoiceOptions {
  /** The letters of the choices, in order. Default "ABCDEFGHIJ". */
  letters?: string;
  /** The choices' texts, in the letters' order: then a choice may be named by its text too. */
  texts?: readonly string[];
}

/**
 * Judges a multiple-choice answer: the letter in the last `\boxed{}`, in `<answer>`, after "answer is", alone on the last
 * line, else the last letter in parentheses. Two different letters where one belongs are a doubt, so wrong.
 *
 * @throws RangeError when the gold is not one of the letters; a response never throws.
 * @example verifyChoice("Hence the answer is (B).", "B").correct // true
 * @example verifyChoice("The answer is A or B", "B").reason // "names more than one choice: A, B"
 * @example verifyChoice("\\boxed{Paris}", "B", { texts: ["Rome", "Paris"] }).answer // "B"
 * @source this project
 */
export function verifyChoice(response: string, gold: string, options: ChoiceOptions = {}): Verdict {
  const { letters = "ABCDEFGHIJ", texts = [] } = options;
  const wanted = String(gold)
    .trim()
    .replace(/^\((.)\)$/, "$1")
    .toUpperCase();
  if (wanted.length !== 1 || !letters.includes(wanted)) fail("verifyChoice", "gold", `one letter of ${letters}`, gold);
  const { text, rule } = choicePart(afterThinking(response), letters);
  const named = lettersIn(text, letters, texts);
  if (named.length !== 1) {
    const reason = named.length === 0 ? "no choice is named" : `names more than one choice: ${named.join(", ")}`;
    return { correct: false, answer: null, rule, reason };
  }
  const correct = named[0] === wanted;
  return { correct, answer: named[0], rule, reason: correct ? `chose ${wanted}` : `chose ${named[0]}, not ${wanted}` };
}

function choicePart(part: string, letters: string): Found {
  const box = insideBox(part);
  if (box !== null) return { text: box ?? "", rule: "boxed" };
  const tag = insideAnswer(part);
  if (tag !== null) return { text: tag, rule: "answer-tag" };
  const said = afterAnswerIs(part);
  if (said !== null) return { text: said, rule: "answer-is" };
  const last = part.trimEnd().slice(-200).split("\n").at(-1) ?? "";
  if (/^[^\p{L}\d]{0,4}\p{L}(?:[.):]|[^\p{L}\d]{0,4}$)/u.test(last.trim())) return { text: last, rule: "last-line" };
  const parenthesised = part.match(new RegExp(`\\([${letters}]\\)`, "g"))?.at(-1);
  return { text: parenthesised ?? "", rule: "last-parentheses" };
}

/** The different choices that a short text names: its letters, else the choice whose text it is. */
function lettersIn(text: string, letters: string, texts: readonly string[]): string[] {
  const line = text
    .trim()
    .slice(0, 400)
    .replace(/\\(?:text|textbf|mathrm|mathbf)\{/g, "{");
  const alone = /^[^\p{L}\d]{0,4}(\p{L})[^\p{L}\d]{0,4}$/u.exec(line)?.[1].toUpperCase();
  if (alone && letters.includes(alone)) return [alone];
  const spelled = normaliseText(line);
  const exact = texts.findIndex((choice, i) => i < letters.length && normaliseText(choice) === spelled);
  if (exact >= 0) return [letters[exact]];
  return [...new Set(namedLetters(line, letters))];
}

/** "B", "(b)", "B. because ...", "option B", "B or C"; the article "A" in front of a word is no choice. */
function namedLetters(line: string, letters: string): string[] {
  const set = `[${letters}${letters.toLowerCase()}]`;
  const marked = new RegExp(`\\((${set})\\)|(?<![\\p{L}\\d'])(${letters ? `[${letters}]` : ""})(?![\\p{L}\\d'])`, "gu");
  const found: string[] = [];
  for (const match of line.matchAll(marked)) {
    const letter = (match[1] ?? match[2]).toUpperCase();
    const article =
      match[2] === "A" &&
      /^ \p{Ll}/u.test(line.slice(match.index + 1)) &&
      !/^A (?:or|and|because|is)\b/.test(line.slice(match.index));
    const pronoun = match[2] === "I" && /^(?: \p{Ll}|')/u.test(line.slice(match.index + 1));
    if (!article && !pronoun) found.push(letter);
  }
  return found;
}
