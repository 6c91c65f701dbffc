import { existsSync } from "node:fs";
import { describeBackends } from "../../engine/tfjs/index.js";
import { createWasmEngine } from "../../engine/wasm/index.js";
import { renderPng } from "../../figures/render.js";
import { type Check, note, ok } from "./check.js";

export const engines: Check[] = [
  {
    name: "engine wasm",
    remedy: "npm run build; this Node must run WebAssembly with SIMD",
    async run() {
      const engine = await createWasmEngine();
      return ok(engine.name);
    },
  },
  {
    name: "engine tfjs",
    remedy: "npm run setup installs @tensorflow/tfjs",
    async run() {
      const attempts = await describeBackends();
      const list = attempts
        .map(({ name, works, reason }) => `${name} ${works ? `(${reason})` : `no: ${brief(reason)}`}`)
        .join("; ");
      return attempts.some(({ works }) => works) ? ok(list) : note(list, this.remedy);
    },
  },
  {
    name: "GPU",
    remedy: "npm run setup -- --gpu",
    run: () =>
      existsSync("/proc/driver/nvidia/version")
        ? ok("an NVIDIA driver is loaded; npm run setup -- --gpu fetches TensorFlow's library for it")
        : note("none seen; the wasm engine runs on the cores"),
  },
  {
    name: "figures",
    remedy: "npm run setup installs plotly.js, jsdom and resvg",
    async run() {
      const begin = performance.now();
      const png = await renderPng({ data: [{ y: [1, 2] }], layout: {} });
      return ok(`PNG of ${png.length} bytes without a browser in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
    },
  },
];

/** The beginning of a reason: native packages explain themselves in paragraphs. */
const brief = (reason: string): string => (reason.length > 60 ? `${reason.slice(0, 57)}...` : reason);
