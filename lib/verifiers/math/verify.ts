/** The math verifier: a response and a gold in, a verdict out. */
import type { Verdict } from "../verdict.js";
import { sameValue } from "./compare/index.js";
import { readGold } from "./extract/gold.js";
import { type Extraction, extract } from "./extract/index.js";
import { normaliseAnswer, textKey } from "./normalise/index.js";
import { type MathOptions, mathOptions } from "./options.js";
import { type Reading, read } from "./read.js";
import { choiceLetter } from "./text.js";
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
  const expected = readGold(fn, gold, options);
  const extraction = extract(response, options, severalItems(expected));
  const { answer, rule } = extraction;
  if (answer === null) {
    return {
      verdict: { correct: false, answer, rule, reason: extraction.reason },
      extraction,
      gold: expected,
      answer: null,
    };
  }
  const text = normaliseAnswer(answer);
  if (text !== "" && textKey(text) === textKey(expected.text)) {
    return {
      verdict: { correct: true, answer, rule, reason: "the same text" },
      extraction,
      gold: expected,
      answer: null,
    };
  }
  const got = read(text);
  const { correct, reason } = compareReadings(got, expected, options);
  return { verdict: { correct, answer, rule, reason }, extraction, gold: expected, answer: got };
}

function severalItems({ values }: Reading): boolean {
  const [value] = values;
  const inner = value?.kind === "equation" ? value.value : value;
  return (inner?.kind === "list" || inner?.kind === "set") && inner.items.length > 1;
}

/** Whether a reading of an answer is the same as a reading of the gold, and not merely another name for it. */
export function compareReadings(
  a: Reading,
  b: Reading,
  options: Required<MathOptions>,
): { correct: boolean; reason: string } {
  for (const x of a.values) {
    for (const y of b.values) {
      if (!sameValue(x, y, options)) continue;
      if (isUnevaluated(x, y)) return { correct: false, reason: "the value is named, not found" };
      return { correct: true, reason: `the same ${y.kind}` };
    }
  }
  const [p, q] = [choiceLetter(a.text), choiceLetter(b.text)];
  if (p !== null && p === q) return { correct: true, reason: "the same choice" };
  if (a.failure !== null) return { correct: false, reason: `the answer is unreadable: ${a.failure}` };
  const [x, y] = [a.values[0]?.kind ?? "nothing", b.values[0]?.kind ?? "nothing"];
  return { correct: false, reason: x === y ? `a different ${x}` : `${x} where the gold is ${y}` };
}

/** `verifyMath`'s verdict. */
export function verifyMath(response: string, gold: string, options: MathOptions = {}): Verdict {
  return judge("verifyMath", response, gold, mathOptions("verifyMath", options)).verdict;
}
