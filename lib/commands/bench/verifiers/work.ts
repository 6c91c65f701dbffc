import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { verifyMath } from "../../../verifiers/math/index.js";

/** A response to judge; `expected` where a person has judged it. */
export interface Case {
  gold: string;
  response: string;
  expected?: boolean | null;
}

/** Real responses of the optional folder of reference data, one JSON object a line. */
export const CASES = join(process.env["RLVR_SHARED"] ?? resolve("../shared"), "data", "verifier", "real_math.jsonl");

const ENDINGS: [string, string][] = [
  ["\\frac{3}{4}", "Dividing by 8 we get $\\frac{6}{8} = \\boxed{\\frac{3}{4}}$."],
  ["12", "Therefore there are $\\boxed{12}$ of them."],
  ["3\\sqrt{5}", "\\[\\sqrt{45} = \\boxed{\\sqrt{45}}.\\]"],
  ["(2,-1)", "The lines meet at $\\boxed{(2, -1)}$."],
  ["x^2-4", "so that it is \\boxed{(x-2)(x+2)}."],
  ["7", "The answer is 8."],
  ["[0,\\infty)", "Hence \\boxed{x \\ge 0}."],
  ["\\text{Tuesday}", "**Answer:** \\boxed{Tuesday}"],
];
const STEP =
  "Next we substitute $x = 2t + 1$ into $x^2 - 3x + 2 = 0$ and collect the terms, which leaves $4t^2 - 2t = 0$. ";

/** What is judged: every `stride`-th real response, or written ones of the same length where there are none. */
export function cases(stride: number): Case[] {
  if (!existsSync(CASES)) {
    return Array.from({ length: 200 }, (_, i) => {
      const [gold, ending] = ENDINGS[i % ENDINGS.length];
      return { gold, response: STEP.repeat(10) + ending };
    });
  }
  const lines = readFileSync(CASES, "utf8").trim().split("\n");
  return lines.filter((_, i) => i % stride === 0).map((line) => JSON.parse(line) as Case);
}

/** Jobs of our side: a pass over the cases (value: how many verdicts are as a person's), then the slowest of that pass in ms. */
export function verifierJobs(work: Case[]): Record<string, () => Promise<number>> {
  let slowest = 0;
  const pass = async (): Promise<number> => {
    slowest = 0;
    let right = 0;
    for (const { response, gold, expected } of work) {
      const start = performance.now();
      const { correct } = verifyMath(response, gold);
      slowest = Math.max(slowest, performance.now() - start);
      if (correct === (expected ?? correct)) right++;
    }
    return right;
  };
  return { pass, slowest: async () => slowest };
}
