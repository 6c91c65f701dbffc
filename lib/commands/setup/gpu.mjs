import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lastLines, runProgram } from "./process.mjs";
import { withProgress } from "./progress.mjs";

/**
 * Fetches the native library of `@tensorflow/tfjs-node-gpu` when asked, or once when an NVIDIA GPU is seen. Everything
 * runs without it, so a failure is told and forgotten.
 */
export async function ensureGpu(root, asked) {
  const folder = join(root, "node_modules", "@tensorflow", "tfjs-node-gpu");
  const tried = join(root, "node_modules", ".rlvr-lab-gpu");
  if (!asked && (existsSync(tried) || !existsSync("/proc/driver/nvidia/version"))) return;
  if (existsSync(join(folder, "lib")) && existsSync(tried) && readFileSync(tried, "utf8") === "ok") return;
  if (!existsSync(folder)) {
    console.error(
      "setup: GPU: the optional package @tensorflow/tfjs-node-gpu is not installed; the other engines work",
    );
    return;
  }
  const { code, output } = await withProgress("TensorFlow's GPU library", { seconds: 120 }, () =>
    runProgram(process.execPath, ["scripts/install.js", "gpu", "download"], { cwd: folder, seconds: 900 }),
  );
  writeFileSync(tried, code === 0 ? "ok" : "failed");
  if (code === 0) return;
  console.error(
    `setup: GPU: the native library could not be fetched; the other engines work. Try again: npm run setup -- --gpu\n${lastLines(output, 5)}`,
  );
}
