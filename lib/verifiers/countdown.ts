import { fail } from "../core/check.js";
import { checkTrace, type StepTask } from "./step-task.js";
import type { Verdict } from "./verdict.js";

/** The numbers to combine and the number to reach. */
export interface CountdownGold {
  numbers: readonly number[];
  target: number;
}

/** One written equation `a op b = c`. */
export interface Equation {
  a: number;
  /** + - * / and their written forms x × · ÷ −. */
  op: string;
  b: number;
  c: number;
}

/** The variant of the game. */
export interface CountdownOptions {
  /** Every given number and every result but the last must be used; else the last result alone decides. Default true. */
  useAll?: boolean;
  /** Smallest and largest result that a step may have. Default: no limits. */
  results?: readonly [number, number];
}

interface Pool {
  available: readonly number[];
  last: number | null;
}

/**
 * Countdown as a step task: each step takes two available numbers away and puts its result there.
 *
 * @throws never throws; the gold is checked when a trace starts.
 * @example countdownSteps().answer({ available: [24, 1], last: 24 }) // "24"
 * @source Gandhi et al. 2024, "Stream of Search", section 3 (the game); step form: this project
 */
export function countdownSteps(options: CountdownOptions = {}): StepTask<CountdownGold, Equation, Pool> {
  const { useAll = true, results: [low, high] = [-Infinity, Infinity] } = options;
  return {
    name: "countdown",
    start(gold) {
      const { numbers, target } = gold ?? {};
      const readable = Array.isArray(numbers) && numbers.length > 0 && numbers.every(Number.isSafeInteger);
      if (!readable) fail("verifySteps", "gold.numbers", "a non-empty list of integers", numbers);
      if (!Number.isSafeInteger(target)) fail("verifySteps", "gold.target", "an integer", target);
      return { available: numbers, last: null };
    },
    next({ available }, { a, op, b, c }) {
      const first = available.indexOf(a);
      if (first < 0) return { illegal: `${a} is not available` };
      const second = available.indexOf(b, a === b ? first + 1 : 0);
      if (second < 0) return { illegal: a === b ? `${b} is available only once` : `${b} is not available` };
      if (!holds(a, op, b, c)) return { illegal: `${a} ${op} ${b} is not ${c}` };
      if (c < low || c > high) return { illegal: `the result ${c} is outside [${low}, ${high}]` };
      return { available: [...available.filter((_, i) => i !== first && i !== second), c], last: c };
    },
    missing({ available, last }, { target }) {
      const reached = last ?? (available.length === 1 ? available[0] : null);
      if (reached !== target) return reached === null ? "no step" : `reaches ${reached}, not ${target}`;
      if (useAll && available.length > 1) return `left over: ${available.slice(0, -1).join(", ")}`;
      return null;
    },
    answer: ({ last }) => (last === null ? "" : String(last)),
  };
}

/** Exact on integers: a quotient counts only when it divides. */
function holds(a: number, op: string, b: number, c: number): boolean {
  if (!Number.isSafeInteger(c)) return false;
  if (op === "+") return a + b === c;
  if (op === "-" || op === "−") return a - b === c;
  if (op === "*" || op === "x" || op === "×" || op === "·") return a * b === c && Number.isSafeInteger(a * b);
  if (op === "/" || op === "÷") return b !== 0 && b * c === a && Number.isSafeInteger(b * c);
  return false;
}

/**
 * Judges Countdown steps that are already numbers (a token-id task's fast path): every operand available, every number
 * and result used at most once, arithmetic exact, target reached by the last step.
 *
 * @throws RangeError when the gold has no integers or no target; steps never throw.
 * @example checkSteps([{ a: 8, op: "*", b: 3, c: 24 }, { a: 24, op: "+", b: 1, c: 25 }], { numbers: [3, 8, 1], target: 25 }).correct // true
 * @example checkSteps([{ a: 8, op: "*", b: 3, c: 24 }], { numbers: [3, 8, 1], target: 24 }).reason // "left over: 1"
 * @example checkSteps([{ a: 8, op: "*", b: 3, c: 24 }], { numbers: [3, 8, 1], target: 24 }, { useAll: false }).correct // true
 * @source this project
 */
export function checkSteps(steps: readonly Equation[], gold: CountdownGold, options: CountdownOptions = {}): Verdict {
  return checkTrace(countdownSteps(options), steps, gold);
}
