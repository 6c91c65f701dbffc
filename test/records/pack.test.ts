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

it("loses no rows of methods whose names differ in signs alone, and names a row without one", () => {
  const packed = packRows([row("a(1)", 0), row("a-1", 0)]);
  const folder = mkdtempSync(join(tmpdir(), "pack-"));
  for (const [file, bytes] of packed) writeFileSync(join(folder, file), bytes);
  expect(readRows(folder).rows.map(({ recipe }) => recipe)).toEqual(["a(1)", "a-1"]);
  expect(() => packRows([{ step: 0 } as StepRow])).toThrow("packRows: a row's recipe must be the name of its method");
});

it("refuses a run that lies in two files, and names a damaged one", () => {
  const folder = mkdtempSync(join(tmpdir(), "pack-"));
  const [[file, bytes]] = packRows([row("a", 0)]);
  writeFileSync(join(folder, file), bytes);
  writeFileSync(join(folder, "a.jsonl"), `${JSON.stringify(row("a", 0))}\n`);
  expect(() => readRows(folder)).toThrow("remove a.jsonl or a.jsonl.gz");
  for (const damaged of [bytes.slice(0, -9), new Uint8Array(0), new Uint8Array(40).fill(7)]) {
    writeFileSync(join(folder, file), damaged);
    expect(() => readRows(folder)).toThrow("a.jsonl.gz must be a whole gzip file");
  }
});
