import type { TaskVerdict } from "../core/types.js";
import { checkSteps } from "../verifiers/countdown.js";
import { EOS, EQUALS, type Operator, tokenNumber, tokenOperator } from "./vocabulary.js";

export interface Step {
  a: number;
  op: Operator;
  b: number;
  c: number;
}

/** Judges a response's tokens. The answer is the solution's canonical expression: sums and products ignore order. */
export function verifyCountdown(gold: { numbers: number[]; target: number }, tokens: ArrayLike<number>): TaskVerdict {
  const steps = readSteps(tokens);
  if (typeof steps === "string") return { correct: false, answer: null, reason: steps };
  const { correct, reason } = checkSteps(steps, gold);
  return { correct, answer: canonicalExpression(steps, gold.numbers), reason };
}

/** The steps of a response, or what keeps it from being read. */
export function readSteps(tokens: ArrayLike<number>): Step[] | string {
  if (tokens.length === 0 || tokens[tokens.length - 1] !== EOS) return "no end token";
  if ((tokens.length - 1) % 5 !== 0 || tokens.length === 1) return "not a whole number of steps";
  const steps: Step[] = [];
  for (let t = 0; t + 1 < tokens.length; t += 5) {
    const [a, b, c] = [tokens[t], tokens[t + 2], tokens[t + 4]].map(tokenNumber);
    const op = tokenOperator(tokens[t + 1]);
    if (!a || !b || !c || op === undefined || tokens[t + 3] !== EQUALS) return `step ${t / 5 + 1} is not "a op b = c"`;
    steps.push({ a, op, b, c });
  }
  return steps;
}

/**
 * What the last step computes, written with its operands' own derivations and with the parts of a sum or product
 * sorted: two solutions that differ only in order get the same text. Null where an operand is not at hand.
 */
export function canonicalExpression(steps: readonly Step[], numbers: readonly number[]): string | null {
  const pool = numbers.map((value) => ({ value, text: String(value) }));
  let last: string | null = null;
  for (const { a, op, b, c } of steps) {
    const parts = [a, b].map((wanted) => {
      const at = pool.findIndex(({ value }) => value === wanted);
      return at < 0 ? null : pool.splice(at, 1)[0].text;
    });
    if (parts[0] === null || parts[1] === null) return null;
    last =
      op === "-"
        ? `(${parts[0]}-${parts[1]})`
        : `(${flatten(op, parts as string[])
            .sort()
            .join(op)})`;
    pool.push({ value: c, text: last });
  }
  return last;
}

// (1+2) and 3 join to 1+2+3: associativity, for sums and products only.
function flatten(op: Operator, parts: string[]): string[] {
  return parts.flatMap((part) => {
    const pieces = splitTop(part, op);
    return pieces.length > 1 ? pieces : [part];
  });
}

function splitTop(text: string, op: Operator): string[] {
  if (!text.startsWith("(")) return [text];
  const inner = text.slice(1, -1);
  const pieces: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < inner.length; i++) {
    if (inner[i] === "(") depth++;
    if (inner[i] === ")") depth--;
    if (depth > 0 || i === 0 || !"+-x".includes(inner[i])) continue;
    if (inner[i] !== op) return [text];
    pieces.push(inner.slice(from, i));
    from = i + 1;
  }
  return [...pieces, inner.slice(from)];
}
