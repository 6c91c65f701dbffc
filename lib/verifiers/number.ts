import { checkNumber, fail } from "../core/check.js";
import { numbersIn, sameNumber, type Written } from "./decimal-text.js";
import { afterAnswerIs, afterThinking, type Found, insideAnswer, insideBox } from "./response.js";
import type { Verdict } from "./verdict.js";

/** How near a number must come. */
export interface NumberOptions {
  /** Largest relative distance from the gold that still counts. Default 0: exactly equal as rational numbers. */
  tolerance?: number;
}

/**
 * Judges a numeric answer in the manner of GSM8K: after the last `####`, in the last `\boxed{}`, in `<answer>`, after
 * "answer is", else the last number that is no operand of an unfinished formula. Thousands separators, currency signs,
 * percent signs and units are read over; values are compared as exact rationals.
 *
 * @throws RangeError when the gold holds not exactly one number; a response never throws.
 * @example verifyNumber("She pays $1,234.50 in all.", "#### 1234.5") // {"correct":true,"answer":"1234.5","rule":"last-number","reason":"equals 1234.5"}
 * @example verifyNumber("The answer is 12 apples", 13).reason // "12 is not 13"
 * @source Cobbe et al. 2021, "Training verifiers to solve math word problems", section 2 (`####`); other rules: this project
 */
export function verifyNumber(response: string, gold: string | number, options: NumberOptions = {}): Verdict {
  const { tolerance = 0 } = options;
  checkNumber("verifyNumber", "tolerance", tolerance, { low: 0 });
  const wanted = readGold(gold);
  const { text, rule } = answerPart(response);
  const found = rule === "last-number" ? lastNumber(text) : onlyNumber(text, rule);
  if (typeof found === "string") return { correct: false, answer: null, rule, reason: found };
  const correct = sameNumber(found, wanted, tolerance);
  return { correct, answer: found.text, rule, reason: `${correct ? "equals" : `${found.text} is not`} ${wanted.text}` };
}

function readGold(gold: string | number): Written {
  if (typeof gold === "number" && !Number.isFinite(gold)) fail("verifyNumber", "gold", "a finite number", gold);
  const text = plain(typeof gold === "number" ? decimalOf(gold) : String(gold));
  const numbers = numbersIn(text.slice(text.lastIndexOf("####") + 1));
  if (numbers.length !== 1) fail("verifyNumber", "gold", "one number, after #### if there is text", gold);
  return numbers[0];
}

/** Without an exponent, which is not read. */
function decimalOf(value: number): string {
  return /e/.test(String(value)) ? value.toFixed(20) : String(value);
}

function answerPart(response: string): Found {
  const part = afterThinking(response);
  const hashes = part.lastIndexOf("####");
  if (hashes >= 0) return { text: part.slice(hashes + 4).split("\n", 1)[0], rule: "hashes" };
  const box = insideBox(part);
  if (box !== null) return { text: box ?? "", rule: "boxed" };
  const tag = insideAnswer(part);
  if (tag !== null) return { text: tag, rule: "answer-tag" };
  const said = afterAnswerIs(part);
  if (said !== null && /\d/.test(said)) return { text: said, rule: "answer-is" };
  return { text: part, rule: "last-number" };
}

/** LaTeX and full-width writing of plain numbers. */
function plain(text: string): string {
  return text
    .slice(-4096)
    .normalize("NFKC")
    .replaceAll("{,}", ",")
    .replaceAll("\\!", "")
    .replaceAll("\\$", "$")
    .replace(/\\d?frac\{(-?\d{1,50})\}\{(\d{1,50})\}/g, "$1/$2");
}

function onlyNumber(text: string, rule: string): Written | string {
  const line = plain(text);
  const numbers = numbersIn(line);
  if (numbers.length === 0) return "no number";
  // prose may say more after the number ("12 of the 30 apples"); a box or a hash line says one thing
  if (numbers.length > 1 && rule !== "answer-is") return "more than one number";
  return operandOf(line, numbers[0]) ? "a formula, not a number" : numbers[0];
}

function lastNumber(text: string): Written | string {
  const line = plain(text);
  const last = numbersIn(line).at(-1);
  if (!last) return "no number";
  return operandOf(line, last) ? "ends in a formula, not a number" : last;
}

/** A sign that takes what is written before a number as its left side; `**18**` alone is only bold. */
const JOINS_BEFORE = /(?:[×·÷/^+]|\\times|\\cdot|\\div|[\p{L}\d)] ?[-−]|[\d)] ?\*{1,2}|\p{L} \*) ?$/u;
const JOINS_AFTER = /^ ?(?:[+×·÷/^]|\*{1,2} ?\d|\\times|\\cdot|\\div|[-−] ?\d)/;

/** Whether an arithmetic sign joins the number to something: then it is not the value of what is written. */
function operandOf(line: string, { start, end }: Written): boolean {
  return JOINS_BEFORE.test(line.slice(Math.max(0, start - 12), start)) || JOINS_AFTER.test(line.slice(end, end + 12));
}
