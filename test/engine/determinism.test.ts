import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Sample } from "../../lib/core/types.js";
import type { Engine, ModelConfig } from "../../lib/engine/types.js";
import { createWasmEngine } from "../../lib/engine/wasm/index.js";
import { builtFolder } from "../../lib/engine/wasm/kernels.js";
import { generator } from "../../lib/index.js";

const config: ModelConfig = { vocab: 30, d: 20, layers: 2, heads: 2, context: 24 };
const built = existsSync(join(builtFolder(), "worker.js"));
if (!built) console.warn("helper threads run the built library, which is missing: npm run build");

function batchOf(seed: number): Sample[] {
  const random = generator(seed);
  const ids = (length: number) => Array.from({ length }, () => Math.floor(random() * config.vocab));
  return Array.from({ length: 70 }, () => ({
    prompt: ids(1 + Math.floor(random() * 8)),
    tokens: ids(Math.floor(random() * 15)),
  }));
}

/** A hash of everything that three rounds of statistics, training and sampling compute. */
async function fingerprint(engine: Engine): Promise<string> {
  const hash = createHash("sha1");
  const model = await engine.createModel(config, { seed: 3 });
  for (let round = 0; round < 3; round++) {
    const batch = batchOf(round);
    const statistics = await model.statistics(batch);
    for (const rows of Object.values(statistics).flat()) hash.update(rows);
    const dLogprob = statistics.logprobs.map((x) => x.map((v) => v / 100));
    await model.backward(batch, { dLogprob, dNucleusEntropy: dLogprob });
    await model.backward(batch, ({ logprobs }) => ({ dEntropy: logprobs.map((x) => x.map((v) => v / 50)) }));
    hash.update(model.gradients());
    await model.step({ lr: 1e-2 });
    const prompts = batch.map(({ prompt }) => prompt);
    const options = { count: 3, maxTokens: 9, endToken: 4, topP: 0.9, keys: (i: number, j: number) => [i, j] as const };
    for (const { tokens, logprobs } of (await model.generate(prompts, options)).flat()) {
      hash.update(Int32Array.from(tokens)).update(logprobs);
    }
  }
  hash.update(model.parameters());
  engine.dispose();
  return hash.digest("hex");
}

describe("the wasm engine is deterministic", () => {
  it("two runs, the same bytes", async () => {
    const first = await fingerprint(await createWasmEngine());
    expect(await fingerprint(await createWasmEngine())).toBe(first);
  });

  it.skipIf(!built)("1, 2, 3 and 4 threads, the same bytes", async () => {
    const alone = await fingerprint(await createWasmEngine());
    for (const workers of [2, 3, 4]) expect(await fingerprint(await createWasmEngine({ workers }))).toBe(alone);
  });

  it("keeping activations or computing them again, the same bytes", async () => {
    const kept = await fingerprint(await createWasmEngine({ keepMegabytes: 100 }));
    expect(await fingerprint(await createWasmEngine({ keepMegabytes: 0 }))).toBe(kept);
  });

  it.skipIf(!built)("errors of helper threads arrive, and the model goes on", async () => {
    const engine = await createWasmEngine({ workers: 2 });
    const model = await engine.createModel(config, { seed: 1 });
    const batch = batchOf(9);
    const running = model.statistics(batch);
    await expect(model.statistics(batch)).rejects.toThrow("one call at a time");
    expect((await running).logprobs.length).toBe(batch.length);
    expect((await model.statistics(batch)).logprobs).toEqual((await model.statistics(batch)).logprobs);
    engine.dispose();
  });

  it("relaxed SIMD, where it is: within float32 of plain, and deterministic too", async () => {
    const engine = await createWasmEngine({ relaxed: "auto" });
    if (!engine.description.includes("relaxed SIMD, fused")) {
      console.warn(`relaxed SIMD is missing here: ${engine.description}`);
      return;
    }
    const first = await fingerprint(engine);
    expect(await fingerprint(await createWasmEngine({ relaxed: true }))).toBe(first);
    const [plain, fused] = [await createWasmEngine(), await createWasmEngine({ relaxed: true })];
    const [a, b] = [await plain.createModel(config, { seed: 3 }), await fused.createModel(config, { seed: 3 })];
    const [x, y] = [await a.statistics(batchOf(1)), await b.statistics(batchOf(1))];
    for (const [i, row] of x.logprobs.entries()) {
      for (const [t, v] of row.entries()) expect(Math.abs(v - y.logprobs[i][t])).toBeLessThan(1e-5);
    }
    plain.dispose();
    fused.dispose();
  });
});
