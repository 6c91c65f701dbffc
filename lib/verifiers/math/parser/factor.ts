/** Which tokens go on with the argument of a function written without brackets. */
import { GREEK } from "../words.js";
import type { Reader } from "./reader.js";

/** Whether `\sin 2 x` takes the next token into its argument: names and numbers do, functions and brackets do not. */
export function startsFactor(reader: Reader): boolean {
  const { k, s } = reader.next;
  return k === "letter" || (k === "command" && (s === "pi" || s === "sqrt" || s === "frac" || GREEK.has(s)));
}
