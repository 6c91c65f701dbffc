import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import util from "node:util";
import type * as tfjs from "@tensorflow/tfjs";

/** The tfjs API as one value; which backend stands behind it is decided once a process. */
export type Tf = typeof tfjs;

const require = createRequire(import.meta.url);

/** A backend that was tried, and why it serves or does not. */
export interface BackendAttempt {
  name: string;
  works: boolean;
  reason: string;
}

/** Names of the backends in the order of preference; a native package is tried before all of them. */
export type BackendName = "tensorflow" | "wasm" | "cpu";

const NATIVE = ["@tensorflow/tfjs-node-gpu", "@tensorflow/tfjs-node"];

let native: BackendAttempt[] | undefined;
let chosen: BackendName | undefined;

/** The attempts of `loadBackend()`, which leaves the backend that an engine already runs on active. */
export async function surveyBackends(): Promise<BackendAttempt[]> {
  const running = chosen;
  const { tf, attempts } = await loadBackend();
  if (running !== undefined) await activate(tf, running);
  return attempts;
}

/**
 * Loads tfjs and the best backend present: a native one (`@tensorflow/tfjs-node-gpu`, then `@tensorflow/tfjs-node`;
 * the package named by RLVR_TFJS_NATIVE before both), else wasm, else cpu.
 *
 * @param wanted only this backend is tried.
 * @throws Error listing every attempt when none works.
 */
export async function loadBackend(wanted?: BackendName): Promise<{ tf: Tf; attempts: BackendAttempt[] }> {
  const attempts: BackendAttempt[] = [];
  if (wanted === undefined || wanted === "tensorflow") {
    native ??= tryNative();
    attempts.push(...native);
    if (native.at(-1)?.works) {
      const tf = portable();
      await activate(tf, "tensorflow");
      return { tf, attempts };
    }
  }
  for (const name of ["wasm", "cpu"] as const) {
    if (wanted !== undefined && wanted !== name) continue;
    const attempt = await tryPortable(name);
    attempts.push(attempt);
    if (attempt.works) return { tf: portable(), attempts };
  }
  const tried = attempts.map(({ name, reason }) => `${name}: ${reason}`).join("; ");
  throw new Error(`createTfjsEngine: no ${wanted ?? "tfjs"} backend works here (${tried})`);
}

function portable(): Tf {
  const tf = require("@tensorflow/tfjs") as Tf;
  // Production mode also silences the advice to install the native package.
  tf.enableProdMode();
  return tf;
}

// Each package registers a backend named "tensorflow" on loading, or throws: mostly because its binary is absent.
function tryNative(): BackendAttempt[] {
  const named = process.env["RLVR_TFJS_NATIVE"];
  const attempts: BackendAttempt[] = [];
  process.env["TF_CPP_MIN_LOG_LEVEL"] ??= "2";
  restoreUtil();
  portable();
  for (const name of named === undefined ? NATIVE : [named, ...NATIVE]) {
    const attempt = tryPackage(name);
    attempts.push(attempt);
    if (attempt.works) break;
  }
  return attempts;
}

function tryPackage(name: string): BackendAttempt {
  try {
    require(name);
    const backend = portable().getBackend();
    if (backend === "tensorflow") return { name, works: true, reason: nativeDetail() };
    return { name, works: false, reason: `loaded, but brings no native backend (active: ${backend ?? "none"})` };
  } catch (error) {
    return { name, works: false, reason: firstLine(error) };
  }
}

async function tryPortable(name: "wasm" | "cpu"): Promise<BackendAttempt> {
  try {
    const tf = portable();
    if (name === "wasm") {
      const entry = require.resolve("@tensorflow/tfjs-backend-wasm");
      const wasm = require(entry) as { setWasmPaths(prefix: string): void };
      if (tf.findBackend("wasm") === null) wasm.setWasmPaths(join(dirname(entry), "/"));
    }
    await activate(tf, name);
    return { name, works: true, reason: name === "wasm" ? "portable SIMD kernels, one thread" : "plain JavaScript" };
  } catch (error) {
    return { name, works: false, reason: firstLine(error) };
  }
}

async function activate(tf: Tf, name: BackendName): Promise<void> {
  const answered = await tf.setBackend(name);
  await tf.ready();
  chosen = name;
  if (!answered || tf.getBackend() !== name) throw new Error(`asked for ${name}, active is ${tf.getBackend()}`);
}

function nativeDetail(): string {
  const backend = portable().backend() as unknown as { isUsingGpuDevice?: boolean };
  return backend.isUsingGpuDevice ? "native TensorFlow on a GPU" : "native TensorFlow on the CPU (it sees no GPU)";
}

// The native packages call helpers that Node 23 removed.
function restoreUtil(): void {
  const target = util as unknown as Record<string, unknown>;
  target["isNullOrUndefined"] ??= (value: unknown) => value === null || value === undefined;
  target["isArray"] ??= Array.isArray;
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split("\n")[0].trim().slice(0, 160);
}
