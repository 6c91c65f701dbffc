import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { projectPath } from "../../lib/core/root.js";
import { findRows } from "../../lib/records/rows.js";

const study = `rows-test-${process.pid}`;
const folders = ["runs", "results"].map((folder) => projectPath("data", folder, study));
const write = (folder: string, file: string, recipe: string, entropy: number) => {
  mkdirSync(folder, { recursive: true });
  const row = { recipe, task: "countdown", base: "b", seed: 1, step: 0, entropy };
  writeFileSync(join(folder, file), `${JSON.stringify(row)}\n`);
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

it("sets a run of one's own in the place of the shipped one, beside the others, and says so", () => {
  const [runs, results] = folders;
  write(results, "a.jsonl", "a", 1);
  write(results, "c.jsonl", "c", 1);
  expect(findRows(study).source).toBe(`data/results/${study}`);
  write(runs, "a.jsonl", "a", 2);
  const both = findRows(study);
  expect(both.rows.map(({ recipe, entropy }) => [recipe, entropy])).toEqual([
    ["a", 2],
    ["c", 1],
  ]);
  expect(both.source).toBe(`data/runs/${study} (1 runs) and data/results/${study} (1 runs)`);
  write(runs, "c.jsonl", "c", 3);
  expect(findRows(study).source).toBe(`data/runs/${study}`);
});
