import { checkOneOf } from "../core/check.js";
import type { TfjsEngine, TfjsOptions } from "./tfjs/index.js";
import type { Engine } from "./types.js";
import type { WasmEngineOptions } from "./wasm/index.js";

/**
 * The engine by name: `wasm`, the reproducible default, or `tfjs`, the road to a GPU and to losses of your own in tfjs
 * operations (`backwardCustom`). Either is loaded only when asked for. Without a name the environment variable
 * RLVR_LAB_ENGINE decides.
 *
 * @param options `wasm`: `relaxed` (fused multiply-add), `workers` (threads, the same bytes for any number); `tfjs`: `backend`
 * @throws RangeError when the name is unknown; Error when relaxed SIMD or the backend is not to be had here, with the reason
 * @example const engine = await pickEngine("wasm", { workers: 2 });
 * @source this project
 */
export function pickEngine(name: "tfjs", options?: TfjsOptions): Promise<TfjsEngine>;
export function pickEngine(name?: string, options?: WasmEngineOptions & TfjsOptions): Promise<Engine>;
export async function pickEngine(
  name: string = process.env.RLVR_LAB_ENGINE ?? "wasm",
  options: WasmEngineOptions & TfjsOptions = {},
): Promise<Engine> {
  const picked = checkOneOf("pickEngine", "name", name, ["wasm", "tfjs"] as const);
  if (picked === "tfjs") return (await import("./tfjs/index.js")).createTfjsEngine(options);
  return (await import("./wasm/index.js")).createWasmEngine(options);
}
