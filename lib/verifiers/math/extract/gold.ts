/** The answer a gold gives: itself, or what it boxes, marks or sets off. */
import { normaliseAnswer } from "../normalise/index.js";
import type { MathOptions } from "../options.js";
import { type Reading, read } from "../read.js";
import { type Box, joinedBoxes, lastBox } from "./boxed.js";
import { extract } from "./index.js";

/** The reading of a gold. Throws RangeError when it cannot be read. */
export function readGold(fn: string, gold: string, options: Required<MathOptions>): Reading {
  const whole = gold.includes("boxed") || gold.includes("####") ? null : read(normaliseAnswer(gold));
  if (whole !== null && whole.values.length > 0 && (whole.values[0].kind !== "text" || !/\$|\\[([]/.test(gold)))
    return whole;
  const box = lastBox(gold);
  const prose = /[a-zA-Z]{3} |\$|\\[([]|\n/.test(gold);
  const part = box !== null ? boxedText(gold, box) : prose ? extract(gold, options, false).answer : null;
  const found = part === null ? whole : read(normaliseAnswer(part));
  if (found !== null && found.values.length > 0) return found;
  if (whole !== null && whole.values.length > 0) return whole;
  const why = found?.failure ?? "nothing to read";
  throw new RangeError(
    `${fn}: gold must be readable as mathematics or words (${why}), got ${JSON.stringify(gold.slice(0, 80))}`,
  );
}

/** A gold's boxes that only separators part are one list; a single box may lack its end. */
function boxedText(gold: string, box: Box): string {
  if (!box.closed) return box.content;
  return joinedBoxes(gold, box, false)
    .map((b) => b.content)
    .join(", ");
}
