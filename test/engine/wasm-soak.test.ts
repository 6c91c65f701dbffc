import { expect, it } from "vitest";
import { createWasmEngine } from "../../lib/engine/wasm/index.js";

const LONG = Number(process.env["RLVR_SOAK_STEPS"] ?? 400);

/** Steps of sampling, statistics and training on the tiny size; RLVR_SOAK_STEPS=10000 for the long one. */
it(`${LONG} steps leave memory and speed flat`, { timeout: 3_600_000 }, async () => {
  const engine = await createWasmEngine({ relaxed: "auto" });
  const config = { vocab: 16, d: 16, layers: 1, heads: 2, context: 16 };
  const model = await engine.createModel(config, { seed: 1 });
  const marks: { seconds: number; megabytes: number }[] = [];
  const part = Math.floor(LONG / 4);
  for (let quarter = 0; quarter < 4; quarter++) {
    const { user, system } = process.cpuUsage();
    for (let i = 0; i < part; i++) {
      const keys = (p: number, c: number) => [quarter * part + i, 1000 * p + c] as const;
      const groups = await model.generate(
        [
          [1, 2],
          [1, 3, 4],
        ],
        { count: 4, maxTokens: 8, endToken: 0, keys },
      );
      const batch = groups.flatMap((group, p) =>
        group.map(({ tokens }) => ({
          prompt: [
            [1, 2],
            [1, 3, 4],
          ][p],
          tokens,
        })),
      );
      const { logprobs } = await model.statistics(batch);
      await model.backward(batch, { dLogprob: logprobs.map((x) => x.map(() => -0.01)) });
      await model.step({ lr: 1e-4 });
    }
    const used = process.cpuUsage({ user, system });
    globalThis.gc?.();
    marks.push({ seconds: (used.user + used.system) / 1e6, megabytes: process.memoryUsage().rss / 2 ** 20 });
  }
  console.info(marks.map((m) => `${m.seconds.toFixed(2)} CPU s, ${m.megabytes.toFixed(0)} MB`).join("; "));
  // The first quarter compiles and grows; after that only noise of the machine and the collector is left.
  expect(marks[3].megabytes - marks[1].megabytes).toBeLessThan(40);
  expect(marks[3].seconds).toBeLessThan(2 * marks[1].seconds + 0.1);
  engine.dispose();
});
