import { type CountdownGold, type CountdownOptions, checkSteps, type Equation } from "./countdown.js";
import { finalPart } from "./response.js";
import type { Verdict } from "./verdict.js";

/** More steps than any game has: a runaway response is not read on. */
const MOST_STEPS = 64;
const EQUATION = /^(-?\d{1,12}) ?(\+|-|\*|\/|x|−|×|·|÷) ?(-?\d{1,12}) ?= ?(-?\d{1,12})$/;

/**
 * Judges a written Countdown response: equations `a op b = c`, one a line or separated by commas or semicolons.
 * Read is what follows `</think>`, inside `<answer>` if there is one. Anything that is not an equation makes it wrong.
 *
 * @throws RangeError when the gold has no integers or no target; a response never throws.
 * @example verifySteps("8 * 3 = 24, 24 + 1 = 25", { numbers: [3, 8, 1], target: 25 }).correct // true
 * @example verifySteps("8 * 3 = 24, 8 + 1 = 9", { numbers: [3, 8, 1], target: 9 }).reason // "step 2: 8 is not available"
 * @source this project
 */
export function verifySteps(response: string, gold: CountdownGold, options: CountdownOptions = {}): Verdict {
  const read = readEquations(response);
  if (typeof read !== "string") return checkSteps(read, gold, options);
  checkSteps([], gold, options); // an unreadable gold is the caller's error, whatever the response
  return { correct: false, answer: null, rule: "countdown", reason: read };
}

/** The equations, else why they are none. */
function readEquations(response: string): Equation[] | string {
  const parts = finalPart(response)
    .replaceAll("\\times", "*")
    .replaceAll("\\div", "/")
    .split(/[,;\n]/);
  const equations: Equation[] = [];
  for (const part of parts) {
    const text = part.trim().replace(/\s+/g, " ");
    if (text === "") continue;
    if (equations.length === MOST_STEPS) return `more than ${MOST_STEPS} steps`;
    const match = EQUATION.exec(text);
    if (!match) return `step ${equations.length + 1} is not an equation "a op b = c": ${text.slice(0, 40)}`;
    equations.push({ a: Number(match[1]), op: match[2], b: Number(match[3]), c: Number(match[4]) });
  }
  return equations;
}
