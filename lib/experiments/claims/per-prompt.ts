import { checkNumber, fail } from "../../core/check.js";
import type { Evaluation } from "../../core/types.js";
import { passAtK, passPowerK } from "../../metrics/pass-at-k.js";
import { type Run, within } from "../reading.js";
import type { Reading } from "../types.js";

/** Group size of the shares of All-Right and All-Wrong prompts. */
const GROUP = 8;

/** A figure of every prompt of an evaluation, in order of difficulty and prompt; undefined where it does not hold them. */
type PerPrompt = (evaluation: Evaluation) => number[] | undefined;

/** A reading of a pass@1 or maj@n kind, prompt by prompt; undefined where no row has the values that it needs. */
export function readPrompts(run: Run, { of, at }: Reading): number[] | undefined {
  const [, difficulty, field] = /^evaluation\.(?:byDifficulty\.([^.]+)\.)?(.+)$/.exec(of) ?? [];
  const named = perPrompt(field ?? "", of);
  if (at !== "start" && at !== "end" && typeof at !== "object") {
    fail("promptInterval", "at", "start, end, or so many tokens or steps", at);
  }
  const found = run.flatMap((row) => {
    const values = row.evaluation && (typeof at !== "object" || within(row, at)) && named(row.evaluation);
    return values ? [ofDifficulty(values, row.evaluation!, difficulty)] : [];
  });
  return at === "start" ? found[0] : found[found.length - 1];
}

function perPrompt(field: string, of: string): PerPrompt {
  const [, kind, k] = /^(passAt|majAt)\.(\d+)$/.exec(field) ?? [];
  if (kind === "majAt") return (evaluation) => majorityAt(evaluation, Number(k));
  if (kind === "passAt" && Number(k) > 0) return scored((n, c) => passAtK(n, c, Number(k)));
  if (field === "avgAt") return scored((n, c) => c / n);
  if (field === "allRight") return scored((n, c) => passPowerK(n, c, GROUP));
  if (field === "allWrong") return scored((n, c) => 1 - passAtK(n, c, GROUP));
  return fail("promptInterval", "of", "evaluation.passAt.k, majAt.k, avgAt, allRight or allWrong", of);
}

// The largest k alone is kept prompt by prompt.
function majorityAt({ majority, majAt }: Evaluation, k: number): number[] | undefined {
  if (majority === undefined) return undefined;
  checkCounts("majority", majority);
  if (typeof majAt !== "object" || majAt === null) {
    fail("promptInterval", "a row's evaluation.majAt", "an object: its largest k is that of the majorities", majAt);
  }
  return k === Math.max(...Object.keys(majAt).map(Number)) ? majority : undefined;
}

function checkCounts(name: string, values: readonly number[]): void {
  const where = `a row's evaluation.${name}`;
  if (!Array.isArray(values) || values.length === 0) fail("promptInterval", where, "a list of numbers", values);
  for (const [i, value] of values.entries()) checkNumber("promptInterval", `${where}[${i}]`, value, { low: 0 });
}

const scored =
  (score: (samples: number, correct: number) => number): PerPrompt =>
  (evaluation) => {
    const { right } = evaluation;
    if (right === undefined) return undefined;
    checkCounts("right", right);
    checkNumber("promptInterval", "a row's evaluation.avgAt", evaluation.avgAt, { low: 0, high: 1 });
    const samples = samplesOf(evaluation, right);
    return right.map((correct) => score(samples, correct));
  };

/** Responses a prompt: avg@n times prompts and responses is the count of right ones. Any number will do where none is right. */
function samplesOf({ avgAt, passAt = {} }: Evaluation, right: readonly number[]): number {
  const sum = right.reduce((a, b) => a + b, 0);
  const least = Math.max(GROUP, ...right, ...Object.keys(passAt).map(Number));
  return sum === 0 ? least : Math.max(least, Math.round(sum / (avgAt * right.length)));
}

/** The prompts of one difficulty: every one has as many, one after another. */
function ofDifficulty(values: number[], { byDifficulty = {} }: Evaluation, difficulty: string | undefined): number[] {
  if (difficulty === undefined) return values;
  const names = Object.keys(byDifficulty);
  const count = values.length / names.length;
  const at = names.indexOf(difficulty);
  if (at < 0 || !Number.isInteger(count))
    fail("promptInterval", "of", `a difficulty of ${names.join(", ")}`, difficulty);
  return values.slice(at * count, (at + 1) * count);
}
