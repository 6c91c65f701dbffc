import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readJsonLines } from "../../lib/core/files.js";
import { generator } from "../../lib/core/random.js";
import type { StepRow } from "../../lib/core/types.js";
import * as recipes from "../../lib/recipes/index.js";
import { parametersDigest } from "../../lib/training/checkpoint.js";
import { isFinished, persistedRun, runName } from "../../lib/training/persist.js";
import { promptsOfStep } from "../../lib/training/pool.js";
import { run } from "../../lib/training/run.js";
import { readSafetensors, writeSafetensors } from "../../lib/training/safetensors.js";
import { small, smallModel, task } from "./small.js";

const timeless = (rows: StepRow[]) => rows.map(({ seconds: _, ...row }) => row);

async function rowsOf(recipe = recipes.grpoPlusPlus(), options: object = {}) {
  const rows: StepRow[] = [];
  for await (const row of run(recipe, { ...small, model: await smallModel(), ...options })) rows.push(row);
  return rows;
}

/** A run that is broken off after some rows, the way a kill does it: no word to the run. */
async function broken(folder: string, rows: number, options: object = {}) {
  const persisted = persistedRun(recipes.siren(), { ...small, model: await smallModel(), ...options }, where(folder));
  for (let i = 0; i < rows; i++) await persisted.next();
}
const where = (folder: string) => ({ folder, configuration: { small: true }, every: 2 });
const file = (folder: string) => join(folder, `${runName("siren", "small", 5)}.jsonl`);

describe("run", () => {
  it("makes row 0 for the base and a row a step, the same again for the same seed", async () => {
    const rows = await rowsOf();
    expect(rows.map(({ step }) => step)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(timeless(await rowsOf())).toEqual(timeless(rows));
    expect(timeless(await rowsOf(undefined, { seed: 6 }))).not.toEqual(timeless(rows));
  });

  it("counts every sampled token and stops at the budget", async () => {
    const rows = await rowsOf(recipes.fr3e({ firstReturn: 8, points: 2, rollouts: 2 }), {
      steps: undefined,
      budgetTokens: 3000,
    });
    const last = rows[rows.length - 1];
    expect(last.tokens).toBeGreaterThanOrEqual(3000);
    expect(rows[rows.length - 2].tokens).toBeLessThan(3000);
    expect(rows[1].tokens).toBeGreaterThan(8 * 8 * rows[1].length);
  });

  it("evaluates the base, between, and the end", async () => {
    const rows = await rowsOf(undefined, { evaluations: 3 });
    expect(rows.filter(({ evaluation }) => evaluation).map(({ step }) => step)).toEqual([0, 3, 6]);
    expect(Object.keys(rows[0].evaluation?.byDifficulty ?? {})).toEqual(["easy", "hard"]);
  });

  it("keeps SIREN's anchor from the first batch, where it equals the regularised entropy", async () => {
    const rows = await rowsOf(recipes.siren({ beta: 0 }), { settings: { ...small.settings, updatesPerStep: 1 } });
    const anchors = new Set(rows.slice(1).map(({ extra }) => extra?.anchor));
    expect(anchors.size).toBe(1);
    expect(rows[1].extra?.regularized).toBeCloseTo(rows[1].extra?.anchor ?? Number.NaN, 5);
  });

  it("refuses options that make no run", async () => {
    await expect(rowsOf(undefined, { steps: undefined })).rejects.toThrow("steps or budgetTokens must be given");
    await expect(rowsOf(undefined, { settings: { lr: -1 } })).rejects.toThrow("trainingSettings: lr");
    await expect(rowsOf(undefined, { settings: { p: 0 } })).rejects.toThrow("p must be a number in (0, 1], got 0");
  });

  it("goes through the pool epoch by epoch", () => {
    const pool = task.prompts("train", { count: 10, difficulty: "easy" });
    const steps = [1, 2, 3, 4, 5].flatMap((step) => promptsOfStep(pool, step, 4, generator(1)).map(({ id }) => id));
    for (const epoch of [steps.slice(0, 10), steps.slice(10)]) expect(new Set(epoch).size).toBe(10);
    expect(steps.slice(0, 10)).not.toEqual(steps.slice(10));
  });
});

/** A model that was trained a little further under its base's name. */
async function otherModel() {
  const model = await smallModel();
  const parameters = model.parameters();
  parameters[0] += 1;
  model.setParameters(parameters);
  return model;
}

const checkpointOf = (folder: string) => join(folder, "checkpoints", `${runName("siren", "small", 5)}.safetensors`);

describe("persistedRun", () => {
  it("ends with the rows of an unbroken run wherever it was broken", async () => {
    const whole = timeless(await rowsOf(recipes.siren()));
    for (const at of [1, 3, 4, 6]) {
      const folder = mkdtempSync(join(tmpdir(), "run-"));
      await broken(folder, at);
      if (at === 4) writeFileSync(file(folder), '{"recipe":"siren","st', { flag: "a" });
      await broken(folder, 99);
      expect(timeless(readJsonLines<StepRow>(file(folder)).rows)).toEqual(whole);
      await broken(folder, 99);
      expect(readJsonLines(file(folder)).rows).toHaveLength(whole.length);
    }
  });

  it("saves when it is stopped, and goes on", async () => {
    const folder = mkdtempSync(join(tmpdir(), "run-"));
    const stop = new AbortController();
    await broken(folder, 99, { signal: stop.signal, onStep: (row: StepRow) => row.step === 2 && stop.abort() });
    expect(readJsonLines(file(folder)).rows).toHaveLength(3);
    await broken(folder, 99);
    expect(readJsonLines(file(folder)).rows).toHaveLength(7);
  });

  it("refuses other settings, a damaged checkpoint and missing rows, and changes nothing", async () => {
    const folder = mkdtempSync(join(tmpdir(), "run-"));
    await broken(folder, 5);
    const before = readFileSync(file(folder), "utf8");
    const model = await smallModel();
    const other = persistedRun(recipes.siren(), { ...small, model }, { folder, configuration: { small: false } });
    await expect(other.next()).rejects.toThrow("belongs to a run with other settings");
    const checkpoint = checkpointOf(folder);
    const bytes = readFileSync(checkpoint);
    writeFileSync(checkpoint, bytes.subarray(0, bytes.length - 100));
    await expect(broken(folder, 1)).rejects.toThrow("is damaged");
    expect(readFileSync(file(folder), "utf8")).toBe(before);
    writeFileSync(checkpoint, bytes);
    writeFileSync(file(folder), before.split("\n").slice(0, 1).join("\n"));
    await expect(broken(folder, 1)).rejects.toThrow("must hold the 4 rows");
  });

  it("refuses another base of the same name, half-way and finished, and changes nothing", async () => {
    const folder = mkdtempSync(join(tmpdir(), "run-"));
    for (const rows of [5, 99]) {
      await broken(folder, rows);
      const before = [file(folder), checkpointOf(folder)].map((path) => readFileSync(path, "base64"));
      await expect(broken(folder, 1, { model: await otherModel() })).rejects.toThrow(
        "belongs to a run from another base of that name",
      );
      expect([file(folder), checkpointOf(folder)].map((path) => readFileSync(path, "base64"))).toEqual(before);
    }
    const [ours, theirs] = [await smallModel(), await otherModel()].map((model) => ({
      configuration: { small: true },
      base: parametersDigest(model.parameters()),
    }));
    expect(isFinished(folder, runName("siren", "small", 5), ours)).toBe(true);
    expect(() => isFinished(folder, runName("siren", "small", 5), theirs)).toThrow("put the earlier base's file back");
  });

  it("takes a checkpoint that names no base at its word", async () => {
    const folder = mkdtempSync(join(tmpdir(), "run-"));
    await broken(folder, 99);
    const { tensors, metadata } = readSafetensors(checkpointOf(folder));
    const { base: _, ...unnamed } = metadata;
    writeSafetensors(checkpointOf(folder), tensors, unnamed);
    await broken(folder, 99, { model: await otherModel() });
    expect(readJsonLines(file(folder)).rows).toHaveLength(7);
  });
});

it("names runs so that every file system takes them", () => {
  expect(runName("naiveEntropy(beta=0.01)", "countdown-1", 101)).toBe("naiveEntropy-beta-0.01-countdown-1-101");
});
