import { readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { projectPath } from "../../lib/core/root.js";
import { sameMath, verifyMath } from "../../lib/verifiers/math/index.js";

interface Row {
  id: string;
  problem: string;
  gold: string;
  response: string;
  label: boolean | null;
}

const path = projectPath("data", "verifiers", "smollm2-responses.jsonl");
const rows = readFileSync(path, "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Row);
const labelled = rows.filter(({ label }) => label !== null);

/** Where the verdict is not the label, and why: these and no others. */
const explained: Record<string, string> = {
  // Accepted and wrong: the value is right, what the question asked of it is not to be known from the gold.
  "integer-1-4": "repeats the question (7 + 8) as its answer",
  "fraction-2-2": "asked to simplify, answers 2/4",
  "percent-2-4": "asked for a percentage, answers 0.25; accepted by `percent: either`",
  // Refused and right: no answer is marked, and the sentence that gives it is not the end.
  "integer-2-4": "two paragraphs, unmarked",
  "integer-10-1": "the last number is the question's, in a sentence after the answer",
  "decimal-3-4": "two paragraphs, unmarked",
  "percent-4-3": "two paragraphs, unmarked: the second says you're welcome",
  "tuple-4-4": "a sentence without a number follows the one that gives the point",
  "unit-2-4": "two paragraphs, unmarked",
  "unit-7-4": "breaks off, after it has answered",
};

describe("the shipped responses", () => {
  it("are complete rows with ids of their own, four to a problem", () => {
    for (const row of rows) {
      expect(Object.keys(row)).toEqual(["id", "problem", "gold", "response", "label"]);
      for (const field of [row.id, row.problem, row.gold, row.response]) expect(field).toBeTypeOf("string");
      expect([true, false, null]).toContain(row.label);
    }
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(rows.length).toBe(4 * new Set(rows.map(({ problem }) => problem)).size);
    expect(statSync(path).size).toBeLessThan(400_000);
  });

  it("have golds that equal themselves, boxed or not", () => {
    for (const gold of new Set(rows.map((row) => row.gold))) {
      expect(sameMath(gold, gold), gold).toBe(true);
      expect(verifyMath(`\\boxed{${gold}}`, gold).correct, gold).toBe(true);
      expect(verifyMath(`The final answer is \\(${gold}\\).`, gold).correct, gold).toBe(true);
    }
  });

  it("get their labels as verdicts, but for the explained ones, and for each of these", () => {
    const disagreements = labelled.filter(({ response, gold, label }) => verifyMath(response, gold).correct !== label);
    expect(disagreements.map(({ id }) => id).sort()).toEqual(Object.keys(explained).sort());
  });
});
