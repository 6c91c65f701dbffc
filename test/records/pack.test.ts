import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { StepRow } from "../../lib/core/types.js";
import { packRows } from "../../lib/records/pack.js";
import { readRows } from "../../lib/records/rows.js";

const row = (recipe: string, step: number, more: object = {}) =>
  ({ recipe, task: "countdown", base: "b", seed: 1, step, tokens: 1234567 * step, entropy: 1 / 3, ...more }) as StepRow;
const evaluation = { passAt: { 1: 0.1234567 } } as unknown as StepRow["evaluation"];

it("packs evaluated rows whole and thins the rest; what is read back is the same whatever the order", () => {
  const rows = [0, 1, 2, 3, 4, 5].map((step) => row("a(beta=0.1)", step, step % 5 === 0 ? { evaluation } : {}));
  const packed = packRows([...rows.reverse(), row("b", 0)]);
  expect([...packed.keys()]).toEqual(["a-beta-0.1.jsonl.gz", "b.jsonl.gz"]);
  expect(packRows([row("b", 0), ...rows])).toEqual(packed);
  const folder = mkdtempSync(join(tmpdir(), "pack-"));
  for (const [file, bytes] of packed) writeFileSync(join(folder, file), bytes);
  const back = readRows(folder).rows.filter(({ recipe }) => recipe !== "b");
  expect(back.map(({ step }) => step)).toEqual([0, 1, 3, 5]);
  expect(back.map(({ tokens }) => tokens)).toEqual([0, 1234567, 3703701, 6172835]);
  expect(back[0].evaluation).toEqual(evaluation);
  expect(back.map(({ entropy }) => entropy)).toEqual([1 / 3, 1 / 3, 0.333333, 1 / 3]);
});
