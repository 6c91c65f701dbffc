import { expect, test } from "vitest";
import type { StepRow } from "../../lib/core/types.js";
import { methodTable, readEach } from "../../lib/experiments/method-table.js";

const row = (recipe: string, base: string, step: number, entropy: number) =>
  ({ recipe, task: "countdown", base, seed: 1, step, tokens: 100 * step, entropy }) as unknown as StepRow;
const rows = [
  ...[row("a", "b1", 0, 1), row("a", "b1", 1, 0.4), row("a", "b1", 2, 0.1)],
  ...[row("a", "b2", 0, 1), row("a", "b2", 2, 0.3)],
  row("c", "b1", 0, 2),
];

test("one value a run, where the reading says", () => {
  expect(readEach(rows, { of: "entropy", at: "end" }).map(({ value }) => value)).toEqual([0.1, 0.3, 2]);
  expect(readEach(rows, { of: "entropy", at: { tokens: 100 } })).toEqual([
    ...[0.4, 1].map((value, i) => ({ recipe: "a", base: `b${i + 1}`, seed: 1, value })),
    { recipe: "c", base: "b1", seed: 1, value: 2 },
  ]);
  expect(readEach(rows, { of: "evaluation.passAt.1", at: "end" })).toEqual([]);
});

test("means with half of the 95 % t interval; 12.706 x 0.1 for two values 0.2 apart", () => {
  const table = methodTable(rows, ["c", "a", "none"], {
    H: { of: "entropy", at: "end" },
    "pass@1": { of: "evaluation.passAt.1", at: "end" },
  });
  expect(table).toEqual([
    { method: "c", runs: 1, H: "2.000", "pass@1": "" },
    { method: "a", runs: 2, H: "0.200 ± 1.271", "pass@1": "" },
  ]);
});
