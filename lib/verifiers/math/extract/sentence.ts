/** What the last sentence of a text says that something is. */
import { isUnitWord } from "../units.js";
import { FUNCTIONS } from "../words.js";

const SAYS =
  /\s(?:is|are|equals|becomes|gives|means)\s+(?:(?:simply|just|exactly|then|thus|therefore|also|now|only|indeed|equal to|given by|(?:located )?at(?= \\?\())\s+|:\s*)*/g;
const LIMIT = 200;

/**
 * What follows the last "is" of the last sentence, or null: it has no words but functions and units, as `by` in
 * `25/100 by definition` would be read as a product. Whether it is mathematics is not looked at.
 */
export function ending(text: string): string | null {
  const sentence =
    text
      .trimEnd()
      .slice(-LIMIT)
      .split(/[.!?]\s+|\n+/)
      .at(-1) ?? "";
  const said = [...sentence.matchAll(SAYS)].at(-1);
  const content =
    said === undefined
      ? ""
      : sentence
          .slice(said.index + said[0].length)
          .replace(/[.!*\s]+$/, "")
          .replace(/(\d)(m[²³])$/, "$1 $2");
  const words = content.match(/(?<!\\)[a-zA-Z]{2,}/g) ?? [];
  return content === "" || words.some((word) => !isFormal(word)) ? null : content;
}

const isFormal = (word: string): boolean =>
  FUNCTIONS.has(word) || isUnitWord(word) || /^(?:and|or|pi|infinity|[A-Z]{2,}|[xyzabcn]{2,})$/.test(word);
