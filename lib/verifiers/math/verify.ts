/** The math verifier: a response and a gold in, a verdict out. */
import type { Verdict } from "../verdict.js";
import { compareReadings } from "./compare/readings.js";
import { readGold } from "./extract/gold.js";
import { type Extraction, extract } from "./extract/index.js";
import { normaliseAnswer, textKey } from "./normalise/index.js";
import { type MathOptions, mathOptions } from "./options.js";
import { type Reading, read } from "./read.js";
import { checkText } from "./text-argument.js";
import { isUnevaluated } from "./unevaluated.js";

/** Everything a verdict rests on. */
export interface Judgement {
  verdict: Verdict;
  extraction: Extraction;
  gold: Reading;
  answer: Reading | null;
}

/** The verdict with what it rests on. */
export function judge(fn: string, response: string, gold: string, options: Required<MathOptions>): Judgement {
  checkText(fn, "response", response);
  checkText(fn, "gold", gold);
  const expected = readGold(fn, gold, options);
  const extraction = extract(response, options, severalItems(expected));
  const { answer, rule, reason } = extraction;
  if (answer === null) {
    return { verdict: { correct: false, answer, rule, reason }, extraction, gold: expected, answer: null };
  }
  const text = normaliseAnswer(answer);
  const isSame = text !== "" && textKey(text) === textKey(expected.text);
  const got = isSame ? { ...expected, text } : read(text);
  const outcome = isSame ? { correct: true, reason: "the same text" } : compared(got, expected, options);
  return {
    verdict: { correct: outcome.correct, answer, rule, reason: outcome.reason },
    extraction,
    gold: expected,
    answer: got,
  };
}

function compared(got: Reading, gold: Reading, options: Required<MathOptions>): { correct: boolean; reason: string } {
  const isNamed = got.values.length > 0 && isUnevaluated(got.values[0], gold.values[0]);
  return isNamed ? { correct: false, reason: "the value is named, not found" } : compareReadings(got, gold, options);
}

function severalItems({ values }: Reading): boolean {
  const [value] = values;
  const inner = value?.kind === "equation" ? value.value : value;
  return (inner?.kind === "list" || inner?.kind === "set") && inner.items.length > 1;
}

/**
 * Whether a response states the gold's answer: extraction, normalisation, typed values, exact or confirmed comparison.
 * Total and deterministic; work is bounded by counted steps; a doubt is wrong, with a reason. A response that is a string never throws.
 * An answer that leaves a trigonometric function or logarithm standing where the gold has none is refused.
 *
 * @throws RangeError when the gold cannot be read (or is longer than 8,192 characters with no answer marked in it) or an
 * option is none of the listed. TypeError when the response or the gold is not a string.
 * @example verifyMath("Thus \\boxed{\\frac{2}{4}}.", "0.5").correct // true
 * @example verifyMath("The answer is 12.", "13").reason // "a different scalar"
 * @source this project
 */
export function verifyMath(response: string, gold: string, options: MathOptions = {}): Verdict {
  return judge("verifyMath", response, gold, mathOptions("verifyMath", options)).verdict;
}
