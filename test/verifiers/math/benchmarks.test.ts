import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { extractAnswer, parseMath, sameMath, verifyMath } from "../../../lib/verifiers/math/index.js";
import { sharedPath } from "../../shared.js";

type Row = Record<string, unknown>;

const rows = (path: string): Row[] =>
  readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
const boxed = (text: unknown): string | null => {
  const { rule, answer } = extractAnswer(String(text));
  return rule === "boxed" ? answer : null;
};

/** The gold of a row, the one-word golds that are words, and the pairs of distinct golds that are one answer. */
const SETS: Record<string, { gold: (row: Row) => string | null; words: number; equal: [string, string][] }> = {
  gsm8k_test: {
    gold: (row) => String(row["answer"]).split("####")[1].trim(),
    words: 0,
    equal: [
      ["5,600", "5600"],
      ["14,000", "14000"],
    ],
  },
  math500: {
    gold: (row) => String(row["answer"]),
    words: 5,
    equal: [
      ["90^\\circ", "90"],
      ["5", "x=5"],
      ["1,-2", "-2,1"],
      ["120^\\circ", "120"],
      ["36", "36^\\circ"],
      ["36", "\\$36"],
      ["\\frac{1}{4}", "\\frac14"],
      ["30^\\circ", "30"],
      ["10,\\!080", "10080"],
      ["15", "15\\mbox{ cm}^2"],
      ["2 \\sqrt{5}", "2\\sqrt{5}"],
    ],
  },
  aime24: { gold: (row) => String(row["answer"]), words: 0, equal: [] },
  amc23: { gold: (row) => String(row["answer"]), words: 0, equal: [] },
  minerva_math: { gold: (row) => boxed(row["solution"]), words: 0, equal: [["2", "+2"]] },
};

describe("golds of the benchmarks", () => {
  for (const [name, { gold, words, equal }] of Object.entries(SETS)) {
    const path = sharedPath("data", "benchmarks", `${name}.jsonl`);
    it.skipIf(path === undefined)(`${name}: read, equal to themselves, and to no other but those listed`, () => {
      const golds = rows(path as string).map(gold);
      expect(golds.every((g) => g !== null)).toBe(true);
      const distinct = [...new Set(golds as string[])];
      const kinds = distinct.map((g) => parseMath(g).values[0]?.kind);
      expect(distinct.filter((_, i) => kinds[i] === undefined)).toEqual([]);
      expect(kinds.filter((kind) => kind === "text")).toHaveLength(words);
      for (const g of distinct) expect(verifyMath(`\\boxed{${g}}`, g).correct, g).toBe(true);
      const found: [string, string][] = [];
      distinct.forEach((a, i) => {
        for (const b of distinct.slice(i + 1)) if (sameMath(a, b)) found.push([a, b]);
      });
      expect(found).toEqual(equal);
    });
  }

  const rollouts = sharedPath("data", "rollouts", "qwen_math_100x8.jsonl");
  it.skipIf(rollouts === undefined)(
    "agrees with a recorded grader on 799 of 800 responses, and is right on the last",
    () => {
      const apart: string[] = [];
      for (const row of rows(rollouts as string)) {
        (row["code"] as string[]).forEach((response, i) => {
          const { correct, answer } = verifyMath(response, row["gt"] as string);
          if (correct !== (row["score"] as boolean[])[i]) apart.push(`${row["gt"]} and ${answer}: ${correct}`);
        });
      }
      expect(apart).toEqual(["10{,}000 and 10000: true"]);
    },
  );
});
