/** The math verifier's public names. */

import { compareReadings } from "./compare/readings.js";
import { type Extraction, extract } from "./extract/index.js";
import { valueKey } from "./keys.js";
import { normaliseAnswer, textKey } from "./normalise/index.js";
import { type MathOptions, mathOptions } from "./options.js";
import { type Reading, read } from "./read.js";
import { choiceLetter } from "./text.js";
import { checkText } from "./text-argument.js";

export { type ExplainedSide, explainVerdict, type VerdictExplanation } from "./explain.js";
export type { MathNode } from "./node.js";
export type { MathOptions } from "./options.js";
export type { MathValue } from "./values.js";
export { verifyMath } from "./verify.js";

/** An answer as read: its normalised text, what it may mean (likeliest first), why it is unreadable or null. */
export type MathReading = Reading;
/** An extracted answer, the rule that found it, and why there is none. */
export type ExtractedAnswer = Extraction;

/**
 * The answer that a response states, by the first rule that fires: the last `\boxed{}` (unless a later line announces
 * another), `<answer>`, `####`, "the answer is", a response that is nothing else, in one paragraph what its last sentence
 * says, the last number or formula.
 * Only the last 65,536 characters count, and of those what follows `</think>`.
 *
 * `list`: the expected answer has several items, so that neighbouring boxes are joined. A string never throws.
 *
 * @throws RangeError when an option is none of the listed. TypeError when the response is not a string.
 * @example extractAnswer("so it is \\boxed{\\frac{1}{2}}.").answer // "\\frac{1}{2}"
 * @example extractAnswer("The answer is 7.").rule // "phrase"
 * @source this project
 */
export function extractAnswer(response: string, options: MathOptions & { list?: boolean } = {}): ExtractedAnswer {
  checkText("extractAnswer", "response", response);
  const { list = false, ...rest } = options;
  return extract(response, mathOptions("extractAnswer", rest), list);
}

/**
 * An answer's text as typed values: number or expression, list, set, tuple or interval, matrix, equation, inequality,
 * ratio, words. Ambiguous notation (`1,234`) has several. Bounded work; `failure` says why nothing was read.
 *
 * @throws TypeError when the text is not a string.
 * @example parseMath("\\frac12").values[0].kind // "scalar"
 * @example parseMath("\\frac{1}{").values.length // 0
 * @source this project
 */
export function parseMath(text: string): MathReading {
  checkText("parseMath", "text", text);
  return read(normaliseAnswer(text));
}

/**
 * Whether two answers are the same: by text, else by type and value. Symmetric; deterministic; never throws on a text.
 *
 * @throws RangeError when an option is none of the listed. TypeError when an answer is not a string.
 * @example sameMath("\\sqrt{8}", "2\\sqrt2") // true
 * @example sameMath("(1, 2]", "(1, 2)") // false
 * @source this project
 */
export function sameMath(a: string, b: string, options: MathOptions = {}): boolean {
  checkText("sameMath", "a", a);
  checkText("sameMath", "b", b);
  const checked = mathOptions("sameMath", options);
  const [p, q] = [normaliseAnswer(a), normaliseAnswer(b)];
  return (p !== "" && textKey(p) === textKey(q)) || compareReadings(read(p), read(q), checked).correct;
}

/**
 * A canonical key: answers that are exactly equal share it, others do not. Numbers by exact value, constants by 50 digits,
 * expressions by their values at the points of the identity test. Percentages count as their value, lists have no order,
 * units do not count; factorials of names have keys of their own.
 *
 * @throws TypeError when the answer is not a string.
 * @example answerKey("0.5") === answerKey("\\frac{2}{4}") // true
 * @source this project
 */
export function answerKey(answer: string): string {
  checkText("answerKey", "answer", answer);
  return keyOf(answer);
}

function keyOf(answer: string): string {
  const text = normaliseAnswer(answer);
  const letter = choiceLetter(text);
  if (letter !== null) return `choice ${letter}`;
  const [value] = read(text).values;
  return value === undefined ? `text ${textKey(text)}` : valueKey(value);
}

/** Answers that count as one vote's choice. */
export interface AnswerCluster {
  key: string;
  /** The first member's text. */
  answer: string;
  /** Places in the list of answers. */
  members: number[];
}

/**
 * Answers grouped by `answerKey`, the largest group first, ties by first appearance. Null (no answer) joins no group.
 *
 * @throws TypeError when an answer is neither a string nor null.
 * @example clusterAnswers(["1/2", "3", null, "0.5"]).map((c) => c.members) // [[0, 3], [1]]
 * @source majority voting over equivalent answers (Wang et al. 2022, self-consistency, section 2)
 */
export function clusterAnswers(answers: readonly (string | null)[]): AnswerCluster[] {
  const keys = new Map<string, string>();
  const groups = new Map<string, AnswerCluster>();
  answers.forEach((answer, i) => {
    if (answer === null) return;
    checkText("clusterAnswers", `answers[${i}]`, answer);
    const key = keys.get(answer) ?? keyOf(answer);
    keys.set(answer, key);
    const group = groups.get(key);
    if (group) group.members.push(i);
    else groups.set(key, { key, answer, members: [i] });
  });
  return [...groups.values()].sort((a, b) => b.members.length - a.members.length);
}
