import { fail } from "../core/check.js";
import { MOST_CHARACTERS } from "./response.js";
import type { Verdict } from "./verdict.js";

/** How strictly a shape is kept. */
export interface FormatOptions {
  /** Every literal of the shape occurs exactly once. Default true. */
  once?: boolean;
  /** Each `*` must hold more than white space. Default true. */
  filled?: boolean;
}

/** Thinking, then an answer, each in its tags and nothing around them. */
const THINK_THEN_ANSWER = "<think>*</think> <answer>*</answer>";

/**
 * Judges the shape of a response, not its content. In a shape `*` is any text, a space is any white space or none, all
 * else stands for itself. Matching is linear in the response: no regular expression of the caller meets model text.
 *
 * @throws RangeError when the shape has no literal or two neighbouring `*`; a response never throws.
 * @example verifyFormat("<think>1+1</think>\n<answer>2</answer>").correct // true
 * @example verifyFormat("<think>1+1</think> so <answer>2</answer>").reason // "between </think> and <answer> stands other text"
 * @example verifyFormat("steps\n#### 2", "*#### *").answer // "2"
 * @source DeepSeek-AI 2025, "DeepSeek-R1", section 2.2.2 (format rewards); shapes: this project
 */
export function verifyFormat(
  response: string,
  shape: string = THINK_THEN_ANSWER,
  options: FormatOptions = {},
): Verdict {
  const { once = true, filled = true } = options;
  const literals = shape.split(/[* ]+/).filter((part) => part !== "");
  if (literals.length === 0 || /\* *\*/.test(shape))
    fail("verifyFormat", "shape", "literals with * between them", shape);
  const wrong = (reason: string): Verdict => ({ correct: false, answer: null, rule: "format", reason });
  if (response.length > MOST_CHARACTERS) return wrong(`longer than ${MOST_CHARACTERS} characters`);

  const gaps = shape.split(/[^* ]+/).map((gap) => gap.includes("*"));
  let at = 0;
  let answer = "";
  for (let i = 0; i <= literals.length; i++) {
    const next = i === literals.length ? response.length : find(response, literals, i, at, gaps[gaps.length - 1]);
    if (next < 0) return wrong(`${literals[i]} is missing${i > 0 ? ` after ${literals[i - 1]}` : ""}`);
    const between = response.slice(at, next).trim();
    if (!gaps[i] && between !== "") return wrong(`${place(literals, i)} stands other text`);
    if (gaps[i] && filled && between === "") return wrong(`${place(literals, i)} stands nothing`);
    if (gaps[i]) answer = between;
    at = next + (literals[i]?.length ?? 0);
  }
  const repeated = once && literals.find((literal) => count(response, literal) > count(literals.join(" "), literal));
  if (repeated) return wrong(`${repeated} occurs more than once`);
  return { correct: true, answer, rule: "format", reason: "has the shape" };
}

/** The last literal of a closed shape is the last in the text; the others are the first that follow. */
function find(text: string, literals: readonly string[], i: number, at: number, openEnd: boolean): number {
  if (i < literals.length - 1 || openEnd) return text.indexOf(literals[i], at);
  const last = text.lastIndexOf(literals[i]);
  return last >= at ? last : -1;
}

function place(literals: readonly string[], i: number): string {
  if (i === 0) return `before ${literals[0]}`;
  return i === literals.length ? `after ${literals[i - 1]}` : `between ${literals[i - 1]} and ${literals[i]}`;
}

function count(text: string, literal: string): number {
  let found = 0;
  for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + literal.length)) found++;
  return found;
}
