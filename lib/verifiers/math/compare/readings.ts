/** Two readings side by side: what makes them the same answer, or why they differ. */
import { newWork } from "../limits.js";
import type { MathOptions, Terms } from "../options.js";
import type { Reading } from "../read.js";
import { choiceLetter, textOf } from "../text.js";
import { sameValue } from "./index.js";

/** Whether a reading of an answer is the same as a reading of the gold. */
export function compareReadings(
  a: Reading,
  b: Reading,
  options: Required<MathOptions>,
): { correct: boolean; reason: string } {
  const terms: Terms = { ...options, work: newWork() };
  for (const x of a.values) {
    for (const y of b.values) {
      if (!sameValue(x, y, terms)) continue;
      return { correct: true, reason: `the same ${y.kind}` };
    }
  }
  if ([a, b].some(({ values }) => values[0]?.kind === "text") && a.values.length > 0 && b.values.length > 0) {
    const words = textOf(a.text);
    if (words !== null && words === textOf(b.text)) return { correct: true, reason: "the same words" };
  }
  const [p, q] = [choiceLetter(a.text), choiceLetter(b.text)];
  if (p !== null && p === q) return { correct: true, reason: "the same choice" };
  if (a.failure !== null) return { correct: false, reason: `the answer is unreadable: ${a.failure}` };
  const [x, y] = [a.values[0]?.kind ?? "nothing", b.values[0]?.kind ?? "nothing"];
  return { correct: false, reason: x === y ? `a different ${x}` : `${x} where the gold is ${y}` };
}
