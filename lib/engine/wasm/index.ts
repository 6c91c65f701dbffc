import { checkInteger, checkNumber } from "../../core/check.js";
import type { Engine, Model } from "../types.js";
import { relaxedProblem } from "./kernels.js";
import { createModel } from "./model.js";
import { LANES } from "./replica.js";

/** How the embedded engine runs. */
export interface WasmEngineOptions {
  /** Fused multiply-add: true insists on it, "auto" takes it where the runtime has it; default false (reproducible). */
  relaxed?: boolean | "auto";
  /** Threads that share a batch, 1 to 8; the results are the same bytes for any number. Default 1. */
  workers?: number;
  /**
   * Megabytes of activations that `statistics` may leave for a `backward` on the same batch; what does not fit is
   * computed a second time. Default 24.
   */
  keepMegabytes?: number;
}

/**
 * The embedded engine: fused WebAssembly SIMD kernels, float32. Same seed, same bytes on every host without `relaxed`;
 * with it, between hosts that fuse alike.
 *
 * @throws RangeError when `workers` or `keepMegabytes` is out of range.
 * @throws Error when the kernels are not built, or relaxed SIMD is asked for and the runtime lacks it (with the reason).
 * @example const engine = await createWasmEngine({ relaxed: "auto" })
 * @source this project
 */
export async function createWasmEngine(options: WasmEngineOptions = {}): Promise<Engine> {
  const { relaxed = false, workers = 1, keepMegabytes = 24 } = options;
  checkInteger("createWasmEngine", "workers", workers, 1, LANES);
  checkNumber("createWasmEngine", "keepMegabytes", keepMegabytes, { low: 0 });
  const problem = relaxed === false ? undefined : relaxedProblem();
  if (relaxed === true && problem) throw new Error(`createWasmEngine: relaxed SIMD is not available here: ${problem}`);
  const fused = relaxed !== false && !problem;
  const why = relaxed === "auto" && problem ? ` (no relaxed SIMD: ${problem})` : "";
  const threads = workers > 1 ? `, ${workers} threads` : "";
  const models = new Set<Model>();
  return {
    name: "wasm",
    description: `WebAssembly ${fused ? "relaxed SIMD, fused multiply-add" : "SIMD"}${threads}${why}`,
    async createModel(config, parameters) {
      const settings = { relaxed: fused, workers, keepBytes: keepMegabytes * 2 ** 20 };
      const model = createModel(config, parameters, settings);
      const { dispose } = model;
      model.dispose = () => {
        dispose();
        models.delete(model);
      };
      models.add(model);
      return model;
    },
    dispose() {
      for (const model of [...models]) model.dispose();
    },
  };
}
