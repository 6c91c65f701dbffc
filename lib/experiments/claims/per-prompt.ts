import { fail } from "../../core/check.js";
import type { Evaluation } from "../../core/types.js";
import { passAtK, passPowerK } from "../../metrics/pass-at-k.js";
import { type Run, within } from "../reading.js";
import type { Reading } from "../types.js";

/** Group size of the shares of All-Right and All-Wrong prompts. */
const GROUP = 8;

/** A reading of a pass@1 kind, prompt by prompt; undefined where no row has counts of right responses. */
export function readPrompts(run: Run, { of, at }: Reading): number[] | undefined {
  const score = scoreNamed(of);
  if (at !== "start" && at !== "end" && typeof at !== "object") {
    fail("promptInterval", "at", "start, end, or so many tokens or steps", at);
  }
  const counted = run.filter((row) => row.evaluation?.right && (typeof at !== "object" || within(row, at)));
  const evaluation = (at === "start" ? counted[0] : counted[counted.length - 1])?.evaluation;
  const right = evaluation?.right;
  if (!evaluation || !right) return undefined;
  const samples = samplesOf(evaluation, right);
  return right.map((correct) => score(samples, correct));
}

function scoreNamed(of: string): (samples: number, correct: number) => number {
  const k = Number(/^evaluation\.passAt\.(\d+)$/.exec(of)?.[1]);
  if (k) return (n, c) => passAtK(n, c, k);
  if (of === "evaluation.avgAt") return (n, c) => c / n;
  if (of === "evaluation.allRight") return (n, c) => passPowerK(n, c, GROUP);
  if (of === "evaluation.allWrong") return (n, c) => 1 - passAtK(n, c, GROUP);
  return fail("promptInterval", "of", "evaluation.passAt.k, avgAt, allRight or allWrong", of);
}

/** Responses a prompt: avg@n times prompts and responses is the count of right ones. Any number will do where none is right. */
function samplesOf({ avgAt, passAt }: Evaluation, right: readonly number[]): number {
  const sum = right.reduce((a, b) => a + b, 0);
  const least = Math.max(GROUP, ...right, ...Object.keys(passAt).map(Number));
  return sum === 0 ? least : Math.max(least, Math.round(sum / (avgAt * right.length)));
}
