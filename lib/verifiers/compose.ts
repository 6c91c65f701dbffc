import { checkNumber, fail } from "../core/check.js";
import type { Verdict } from "./verdict.js";

/** A pure judge of one response. */
export type Verifier<Gold> = (response: string, gold: Gold) => Verdict;

/** A verdict of weighted parts, with the share of weight that was right: a reward between 0 and 1. */
export interface WeightedVerdict extends Verdict {
  score: number;
}

/** One part of a weighted verdict. */
export interface WeightedPart<Gold> {
  verifier: Verifier<Gold>;
  weight: number;
}

/**
 * Right when every part is; the answer and rule are the first part's, the reason the first failure's.
 *
 * @throws RangeError without parts; a response never throws.
 * @example verifiers.all(verifyNumber, (r) => verifyFormat(r))("<think>1+1</think><answer>2</answer>", 2).correct // true
 * @source this project
 */
export function all<Gold>(...parts: Verifier<Gold>[]): Verifier<Gold> {
  needParts("all", parts);
  return (response, gold) => {
    const verdicts = parts.map((verify) => verify(response, gold));
    const failed = verdicts.find((verdict) => !verdict.correct);
    return { ...verdicts[0], correct: !failed, reason: (failed ?? verdicts[0]).reason };
  };
}

/**
 * Right when some part is: the verdict of the first right part, else of the first.
 *
 * @throws RangeError without parts; a response never throws.
 * @example verifiers.any(verifyText, (response, gold) => verifyNumber(response, String(gold)))("so it is 1,000", "1000").rule // "last-number"
 * @source this project
 */
export function any<Gold>(...parts: Verifier<Gold>[]): Verifier<Gold> {
  needParts("any", parts);
  return (response, gold) => {
    const verdicts = parts.map((verify) => verify(response, gold));
    return verdicts.find((verdict) => verdict.correct) ?? verdicts[0];
  };
}

/**
 * Adds up the weights of the parts that are right: score = sum w_i [right_i] / sum w_i; right when it reaches the threshold.
 *
 * @throws RangeError without parts, or when a weight is not positive; a response never throws.
 * @example verifiers.weighted([{ verifier: verifyNumber, weight: 9 }, { verifier: (r) => verifyFormat(r), weight: 1 }])("#### 2", 2).score // 0.9
 * @source this project
 */
export function weighted<Gold>(
  parts: readonly WeightedPart<Gold>[],
  { threshold = 1 }: { threshold?: number } = {},
): (response: string, gold: Gold) => WeightedVerdict {
  needParts("weighted", parts);
  checkNumber("verifiers.weighted", "threshold", threshold, { low: 0, high: 1 });
  for (const { weight } of parts) checkNumber("verifiers.weighted", "weight", weight, { low: 0, open: "low" });
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  return (response, gold) => {
    const verdicts = parts.map(({ verifier }) => verifier(response, gold));
    const right = parts.reduce((sum, { weight }, i) => sum + (verdicts[i].correct ? weight : 0), 0);
    const score = right / total;
    const failed = verdicts.find((verdict) => !verdict.correct);
    return { ...verdicts[0], correct: score >= threshold, reason: (failed ?? verdicts[0]).reason, score };
  };
}

function needParts(name: string, parts: readonly unknown[]): void {
  if (parts.length === 0) fail(`verifiers.${name}`, "parts", "at least one verifier", parts);
}
