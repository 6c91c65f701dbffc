import { createTfjsEngine } from "../../lib/engine/tfjs/index.js";
import type { Engine } from "../../lib/engine/types.js";
import { createWasmEngine } from "../../lib/engine/wasm/index.js";

const backend = process.env["RLVR_TEST_BACKEND"] as "tensorflow" | "wasm" | "cpu" | undefined;

/** Every engine that the shared tests run on. RLVR_TEST_BACKEND names a tfjs backend; only that engine then runs. */
export const engines: [string, () => Promise<Engine>][] =
  backend === undefined
    ? [
        ["wasm", () => createWasmEngine()],
        ["wasm, relaxed", () => createWasmEngine({ relaxed: "auto" })],
        ["tfjs on wasm", () => createTfjsEngine({ backend: "wasm" })],
      ]
    : [[`tfjs on ${backend}`, () => createTfjsEngine({ backend })]];
