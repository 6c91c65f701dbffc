import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The assembly's exports; pointers are byte addresses in its memory. */
export interface StatisticsKernel {
  memory: { buffer: ArrayBuffer; grow(pages: number): number };
  /** Once an instance. */
  prepare(): void;
  /** -1, or the first row without a distribution. */
  statistics(
    z: number,
    rows: number,
    vocab: number,
    stride: number,
    p: number,
    kind: number,
    tokens: number,
    out: number,
    u: number,
    e: number,
  ): number;
}

// Node has WebAssembly, the types without DOM do not.
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    Module: new (bytes: Uint8Array) => object;
    Instance: new (module: object, imports: object) => { exports: unknown };
  };
};

// The same three steps up from lib/entropy/simd and from .build/entropy/simd.
const file = fileURLToPath(new URL("../../../.build/entropy/simd/statistics.wasm", import.meta.url));

let kernel: StatisticsKernel | null | undefined;

/** The kernel, compiled at the first call; null where it was not built, and plain JavaScript does the work. */
export function statisticsKernel(): StatisticsKernel | null {
  if (kernel === undefined) kernel = existsSync(file) ? instantiate(readFileSync(file)) : null;
  return kernel;
}

function instantiate(bytes: Uint8Array): StatisticsKernel {
  const abort = (_message: number, _file: number, line: number) => {
    throw new Error(`entropy: the statistics kernel aborted at line ${line}`);
  };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { abort } });
  const instance = exports as StatisticsKernel;
  instance.prepare();
  return instance;
}
