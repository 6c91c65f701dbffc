import { checkOneOf } from "../core/check.js";
import type { Engine } from "./types.js";

/**
 * The engine by name: `wasm`, the reproducible default, or `tfjs`, the road to a GPU. Either is loaded only when asked
 * for. Without a name the environment variable RLVR_LAB_ENGINE decides.
 *
 * @throws RangeError when the name is unknown
 * @example const engine = await pickEngine("wasm");
 * @source this project
 */
export async function pickEngine(name: string = process.env.RLVR_LAB_ENGINE ?? "wasm"): Promise<Engine> {
  const picked = checkOneOf("pickEngine", "name", name, ["wasm", "tfjs"] as const);
  if (picked === "tfjs") return (await import("./tfjs/index.js")).createTfjsEngine();
  return (await import("./wasm/index.js")).createWasmEngine();
}
