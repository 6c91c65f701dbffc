import { existsSync } from "node:fs";
import { createTfjsEngine } from "../../lib/engine/tfjs/index.js";
import type { Engine } from "../../lib/engine/types.js";

const wasmEntry = new URL("../../lib/engine/wasm/index.ts", import.meta.url);

/** Every engine that the shared tests run on. RLVR_TEST_BACKEND names the tfjs backend; only that engine then runs. */
export const engines: [string, () => Promise<Engine>][] = [];

const backend = process.env["RLVR_TEST_BACKEND"] as "tensorflow" | "wasm" | "cpu" | undefined;
if (backend === undefined && existsSync(wasmEntry)) {
  const { createWasmEngine } = (await import(wasmEntry.href)) as { createWasmEngine: () => Promise<Engine> };
  engines.push(["wasm", createWasmEngine]);
}
engines.push([`tfjs-${backend ?? "wasm"}`, () => createTfjsEngine({ backend: backend ?? "wasm" })]);
