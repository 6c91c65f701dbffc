/** A verdict with its reasons, for a reader. */
import { type MathOptions, mathOptions } from "./options.js";
import { printValue } from "./print.js";
import type { Reading } from "./read.js";
import { judge } from "./verify.js";

/** How one side was read. */
export interface ExplainedSide {
  /** The text after normalisation; null when there was none. */
  text: string | null;
  /** What it was read as: `scalar`, `list`, `tuple`, ...; `unreadable` or `nothing` when it was not. */
  kind: string;
  /** The value in plain notation; other readings of an ambiguous notation follow. */
  values: string[];
}

/** What `explainVerdict` returns. */
export interface VerdictExplanation {
  correct: boolean;
  rule: string;
  reason: string;
  answer: ExplainedSide;
  gold: ExplainedSide;
  /** The same in four lines. */
  text: string;
}

/**
 * What was extracted, by which rule, how each side was read, and why the two are the same or differ.
 *
 * @throws RangeError when the gold cannot be read (or is longer than 8,192 characters with no answer marked in it) or an
 * option is none of the listed. TypeError when the response or the gold is not a string.
 * @example explainVerdict("so \\boxed{0.5}", "\\frac{1}{3}").reason // "a different scalar"
 * @source this project
 */
export function explainVerdict(response: string, gold: string, options: MathOptions = {}): VerdictExplanation {
  const {
    verdict,
    gold: expected,
    answer,
  } = judge("explainVerdict", response, gold, mathOptions("explainVerdict", options));
  const sides = { answer: side(answer), gold: side(expected) };
  const shown = ({ kind, values, text }: ExplainedSide): string =>
    `${values.join(" or ") || (text ?? "nothing")} (${kind})`;
  const text = [
    `${verdict.correct ? "correct" : "wrong"}: ${verdict.reason}`,
    `found by: ${verdict.rule}${verdict.answer === null ? "" : ` -> ${verdict.answer.slice(0, 200)}`}`,
    `answer: ${shown(sides.answer)}`,
    `gold: ${shown(sides.gold)}`,
  ].join("\n");
  return { correct: verdict.correct, rule: verdict.rule, reason: verdict.reason, ...sides, text };
}

function side(reading: Reading | null): ExplainedSide {
  if (reading === null) return { text: null, kind: "nothing", values: [] };
  const [first] = reading.values;
  return { text: reading.text, kind: first?.kind ?? "unreadable", values: reading.values.map(printValue) };
}
