import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { verifyMath } from "../../../lib/verifiers/math/index.js";
import { sharedPath } from "../../shared.js";

/** A judged case of the optional reference data; `core` false and `policy` mark what graders disagree about. */
interface Case {
  id: string;
  gold: string;
  response: string;
  expected: boolean | null;
  core?: boolean;
  policy?: string;
  correct?: boolean;
}

const read = <T>(path: string): T[] =>
  readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);

const path = (name: string): string | undefined => sharedPath("data", "verifier", `${name}.jsonl`);
const isCounted = (c: Case): boolean => c.core !== false && c.policy === undefined && c.expected !== null;

/** The share of right verdicts and the wrong answers accepted, a gold that cannot be read counting as a refusal. */
function accuracy(cases: Case[]): { right: number; accepted: string[] } {
  const judged = cases.filter(isCounted).map((c) => ({ ...c, correct: verdict(c) }));
  const right = judged.filter((c) => c.correct === c.expected).length / judged.length;
  return { right, accepted: judged.filter((c) => c.correct && !c.expected).map((c) => c.id) };
}

function verdict({ response, gold }: Case): boolean {
  try {
    return verifyMath(response, gold).correct;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

describe("judged cases", () => {
  const bars = { peers: 0.97, bugs: 0.95, real_math: 0.998, real_short: 0.995, adversarial: 1 };
  for (const [name, bar] of Object.entries(bars)) {
    const file = path(name);
    it.skipIf(file === undefined)(`${name}: at least ${bar} in each half`, () => {
      const cases = read<Case>(file as string);
      const halves = [0, 1].map((half) => accuracy(cases.filter((_, i) => i % 2 === half)));
      console.info(`${name}: ${halves.map((h) => `${(100 * h.right).toFixed(2)} %`).join(" and ")}`);
      // The bar is on the whole; one case of a half of 500 is 0.2 %.
      expect((halves[0].right + halves[1].right) / 2).toBeGreaterThanOrEqual(bar);
      expect(Math.min(...halves.map((h) => h.right))).toBeGreaterThanOrEqual(bar - 0.002);
      if (name.startsWith("real")) expect(halves.flatMap((h) => h.accepted)).toEqual([]);
    });
  }

  const hostile = path("adversarial");
  it.skipIf(hostile === undefined)("adversarial: each in less than 50 ms", () => {
    for (const c of read<Case>(hostile as string)) {
      const times = [0, 1, 2].map(() => {
        const start = performance.now();
        verdict(c);
        return performance.now() - start;
      });
      expect(Math.min(...times), c.id).toBeLessThan(50);
    }
  });

  const real = path("real_math");
  it.skipIf(real === undefined)("real responses: thousands a second, none above 200 ms", () => {
    const cases = read<Case>(real as string);
    const start = process.cpuUsage();
    for (const c of cases) verdict(c);
    const { user, system } = process.cpuUsage(start);
    // Half the bar of the benchmark: tests share their cores.
    expect(cases.length / ((user + system) / 1e6)).toBeGreaterThan(5000);
    const timed = (c: Case): number => {
      const from = performance.now();
      verdict(c);
      return performance.now() - from;
    };
    const again = cases.map((c) => Math.min(timed(c), timed(c)));
    expect(Math.max(...again)).toBeLessThan(200);
  });
});
