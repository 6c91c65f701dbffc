import { fail } from "../core/check.js";

/** Verdicts against labels that somebody trusts more. */
export interface Confusion {
  /** Right and labelled right. */
  truePositive: number;
  /** Right but labelled wrong: rewards that teach nonsense. */
  falsePositive: number;
  /** Wrong but labelled right: rewards withheld. */
  falseNegative: number;
  trueNegative: number;
  /** Share of equal judgements. NaN when there are none, as the next two. */
  accuracy: number;
  /** truePositive / all judged right. */
  precision: number;
  /** truePositive / all labelled right. */
  recall: number;
  /** Positions where verdict and label differ: the cases to read. */
  disagreements: number[];
}

/**
 * Counts how verdicts and labels meet.
 *
 * @throws RangeError when there is not one label a verdict.
 * @example confusion([true, true, false, false], [true, false, true, false]).disagreements // [1, 2]
 * @example confusion([true, true, false], [true, false, false]).precision // 0.5
 * @source the confusion matrix of binary classification
 */
export function confusion(verdicts: readonly boolean[], labels: readonly boolean[]): Confusion {
  if (verdicts.length !== labels.length) fail("confusion", "labels", `one a verdict (${verdicts.length})`, labels);
  const count = (verdict: boolean, label: boolean): number =>
    verdicts.filter((value, i) => value === verdict && labels[i] === label).length;
  const [truePositive, falsePositive] = [count(true, true), count(true, false)];
  const [falseNegative, trueNegative] = [count(false, true), count(false, false)];
  return {
    truePositive,
    falsePositive,
    falseNegative,
    trueNegative,
    accuracy: (truePositive + trueNegative) / verdicts.length,
    precision: truePositive / (truePositive + falsePositive),
    recall: truePositive / (truePositive + falseNegative),
    disagreements: verdicts.flatMap((verdict, i) => (verdict === labels[i] ? [] : [i])),
  };
}
