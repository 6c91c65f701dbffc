import type { Model } from "../../lib/engine/types.js";
import { createWasmEngine } from "../../lib/engine/wasm/index.js";
import { loadBase } from "../../lib/experiments/execute.js";
import { countdown } from "../../lib/tasks/countdown.js";

export const task = countdown();

/** The shipped base: real enough that groups are mixed. */
export async function smallModel(): Promise<Model> {
  const { config, parameters } = loadBase("countdown-1");
  return (await createWasmEngine()).createModel(config, parameters);
}

/** Run options that finish in a second or two. */
export const small = {
  ...{ task, base: "small", seed: 5, steps: 6, evaluations: 0 },
  settings: { promptsPerStep: 8, pool: 32, updatesPerStep: 2, lr: 1e-3 },
  evaluation: { prompts: 4, samples: 8, passAt: [1, 8], majAt: [8] },
};
