import type { Engine } from "../types.js";
import { relaxedProblem } from "./kernels.js";
import { createModel } from "./model.js";

/** How the embedded engine runs. */
export interface WasmEngineOptions {
  /** Fused multiply-add: true insists on it, "auto" takes it where the runtime has it; default false (reproducible). */
  relaxed?: boolean | "auto";
  /** Threads that share a batch; the results are the same bytes for any number. Default 1. */
  workers?: number;
}

const KEEP_BYTES = 64 * 2 ** 20;

/**
 * The embedded engine: fused WebAssembly SIMD kernels, float32.
 *
 * @throws Error when the kernels are not built, or relaxed SIMD is asked for and the runtime lacks it (with the reason).
 */
export async function createWasmEngine({ relaxed = false }: WasmEngineOptions = {}): Promise<Engine> {
  const problem = relaxed === false ? undefined : relaxedProblem();
  if (relaxed === true && problem) throw new Error(`createWasmEngine: relaxed SIMD is not available here: ${problem}`);
  const fused = relaxed !== false && !problem;
  const why = relaxed === "auto" && problem ? ` (no relaxed SIMD: ${problem})` : "";
  return {
    name: "wasm",
    description: `WebAssembly ${fused ? "relaxed SIMD, fused multiply-add" : "SIMD"}${why}`,
    createModel: async (config, parameters) =>
      createModel(config, parameters, { relaxed: fused, keepBytes: KEEP_BYTES }),
    dispose() {},
  };
}
