import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parameterCount } from "../../lib/engine/layout.js";
import { createWasmEngine } from "../../lib/engine/wasm/index.js";
import { taskNamed } from "../../lib/tasks/named.js";
import { cutVocabulary, trainBase } from "../../lib/training/base.js";
import { saveBase } from "../../lib/training/base-file.js";
import { baseRecipe, tinyConfig } from "../../lib/training/base-recipes.js";
import { loadParameters } from "../../lib/training/checkpoint.js";
import { halfBits, halfValue } from "../../lib/training/half.js";

const stage = { steps: 4, lr: 3e-3, wrongTarget: 0.35, noise: 0 };

describe("tinyConfig", () => {
  it("gives one shape to both settings of a task, and slots to stacks", () => {
    expect(tinyConfig(taskNamed("pancake"))).toEqual(tinyConfig(taskNamed("pancakeFree")));
    expect(tinyConfig(taskNamed("pancake")).positions).toEqual({ period: 8 });
    expect(parameterCount(tinyConfig(taskNamed("countdown")))).toBe(132864);
    expect(() => baseRecipe("pancakes")).toThrow("did you mean pancake?");
  });
});

describe("trainBase", () => {
  it("lowers the loss, goes on from a base, and gives the same parameters again", async () => {
    const engine = await createWasmEngine();
    const task = taskNamed("pancake", 20);
    const losses: number[] = [];
    const onStep = (_step: number, _total: number, loss: number) => losses.push(loss);
    const options = { seed: 3, stages: [stage], batch: 8, onStep };
    const model = await trainBase(engine, task, options);
    expect(losses).toHaveLength(4);
    expect(losses[3]).toBeLessThan(losses[0]);
    expect((await trainBase(engine, task, options)).parameters()).toEqual(model.parameters());
    const from = { config: model.config, parameters: model.parameters() };
    await trainBase(engine, task, { ...options, from });
    expect(losses[8]).toBeLessThan(losses[0]);
    engine.dispose();
  });
});

describe("cutVocabulary", () => {
  it("keeps the first rows of the embedding and all that follows it: logits agree", async () => {
    const engine = await createWasmEngine();
    const task = taskNamed("pancake", 40);
    const model = await engine.createModel(tinyConfig(task), { seed: 1 });
    const cut = cutVocabulary({ config: model.config, parameters: model.parameters() }, 15, task);
    expect(cut.config).toEqual({ ...model.config, vocab: 15 });
    const tokens = [0, 8, 9, 10, 11, 12, 13, 14, 3];
    const [whole] = await model.logits([tokens]);
    const [less] = await (await engine.createModel(cut.config, cut.parameters)).logits([tokens]);
    for (let t = 0; t < tokens.length; t++) {
      for (let v = 0; v < 15; v++) expect(less[t * 15 + v]).toBeCloseTo(whole[t * 40 + v], 5);
    }
    engine.dispose();
  });

  it("refuses to cut meaning away, and to add rows", () => {
    const base = { config: tinyConfig(taskNamed("pancake", 40)), parameters: new Float32Array(1e5) };
    const rule = "cutVocabulary: vocab must be an integer in [15, 40], got ";
    expect(() => cutVocabulary(base, 14, taskNamed("pancake"))).toThrow(`${rule}14`);
    expect(() => cutVocabulary(base, 41, taskNamed("pancake"))).toThrow(`${rule}41`);
  });
});

describe("halfBits", () => {
  it("knows the format's landmarks", () => {
    expect([0, 1, -2, 65504, 2 ** -14, 2 ** -24].map(halfBits)).toEqual([0, 0x3c00, 0xc000, 0x7bff, 0x400, 1]);
    expect(halfBits(1 + 2 ** -11)).toBe(0x3c00); // ties go to the even neighbour
    expect(halfBits(1 + 3 * 2 ** -11)).toBe(0x3c02);
    expect(halfValue(0x3555)).toBeCloseTo(1 / 3, 3);
    expect(() => halfBits(65520)).toThrow("halfBits: value must be within 65504 of 0, got 65520");
    expect(() => halfBits(Number.NaN)).toThrow("within 65504");
  });

  it("gives every half back, and the nearest one of any number", () => {
    for (let half = 0; half < 0x7c00; half++) expect(halfBits(halfValue(half))).toBe(half);
    fc.assert(
      fc.property(fc.double({ min: -60000, max: 60000, noNaN: true }), (x) => {
        const float = Math.fround(x);
        const near = halfValue(halfBits(float));
        expect(Math.abs(near - float)).toBeLessThanOrEqual(Math.max(Math.abs(float) * 2 ** -11, 2 ** -25));
      }),
    );
  });
});

describe("saveBase", () => {
  it("ships what it leaves in the model, in half the bytes", async () => {
    const engine = await createWasmEngine();
    const model = await engine.createModel(tinyConfig(taskNamed("pancake")), { seed: 1 });
    const path = join(mkdtempSync(join(tmpdir(), "base-")), "x.safetensors");
    const before = model.parameters();
    saveBase(path, model, { task: "pancake" });
    const { config, parameters, about } = loadParameters(path);
    expect(parameters).toEqual(model.parameters());
    expect(parameters).not.toEqual(before);
    expect([config, about["task"]]).toEqual([model.config, "pancake"]);
    expect(statSync(path).size).toBeLessThan(2 * parameters.length + 4000);
    engine.dispose();
  });
});
