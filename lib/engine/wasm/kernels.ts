import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";

/** The assembly's functions. Pointers are byte addresses in the instance's memory, strides are in floats. */
export interface Kernels {
  /** First byte of memory that is not the kernels' own. */
  heapBase(): number;
  gemm(
    ...args: [
      a: number,
      lda: number,
      packed: number,
      c: number,
      ldc: number,
      m: number,
      n: number,
      k: number,
      mode: number,
      r: number,
      ldr: number,
    ]
  ): void;
  pack(b: number, ldb: number, k: number, n: number, out: number): void;
  packTransposed(s: number, lds: number, n: number, k: number, out: number): void;
  transpose(s: number, lds: number, n: number, k: number, out: number, ldo: number): void;
  rmsForward(x: number, w: number, y: number, inverse: number, rows: number, width: number, d: number): void;
  rmsBackward(...pointersRowsWidthD: number[]): void;
  embed(...pointersRowsWidth: number[]): void;
  scatterAdd(x: number, index: number, table: number, rows: number, width: number): void;
  gather(table: number, index: number, out: number, rows: number, width: number): void;
  fill(x: number, value: number, count: number): void;
  add(x: number, y: number, count: number): void;
  sumSquares(x: number, count: number): number;
  adamw(...pointersCountScalars: number[]): void;
  attentionForward(...args: number[]): void;
  attentionRows(...args: number[]): void;
  attentionBackward(...args: number[]): void;
  copyCache(...args: number[]): void;
  headStatistics(...args: number[]): void;
  headBackward(...args: number[]): void;
  headSample(...args: number[]): void;
}

/** Ways a product is stored; as in assembly/gemm.ts. */
export const PLAIN = 0;
export const ADD = 1;
export const RELU = 2;
export const MASK = 3;

const modules = new Map<string, WebAssembly.Module>();

/** The folder with the package's built files, found from this file whether it runs from lib/ or from .build/. */
export function builtFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const manifest = join(folder, "package.json");
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).name === "rlvr-lab") break;
    if (dirname(folder) === folder) throw new Error("wasm engine: the rlvr-lab package folder was not found");
    folder = dirname(folder);
  }
  return join(folder, ".build/engine/wasm");
}

/** Why relaxed SIMD cannot be used here, or undefined when it can. */
export function relaxedProblem(): string | undefined {
  try {
    setFlagsFromString("--experimental-wasm-relaxed-simd");
    compiled("kernels-relaxed");
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A fresh instance of the kernels over its own memory. */
export function instantiate(relaxed: boolean): { kernels: Kernels; memory: WebAssembly.Memory } {
  const memory = new WebAssembly.Memory({ initial: 16, maximum: 65536 });
  const abort = (_message: number, _file: number, line: number) => {
    throw new Error(`wasm engine: a kernel aborted at line ${line}`);
  };
  const module = compiled(relaxed ? "kernels-relaxed" : "kernels");
  const instance = new WebAssembly.Instance(module, { env: { memory, abort } });
  return { kernels: instance.exports as unknown as Kernels, memory };
}

function compiled(name: string): WebAssembly.Module {
  const known = modules.get(name);
  if (known) return known;
  const file = join(builtFolder(), `${name}.wasm`);
  if (!existsSync(file)) throw new Error(`wasm engine: ${file} is missing; build it with \`npm run setup\``);
  const module = new WebAssembly.Module(readFileSync(file));
  modules.set(name, module);
  return module;
}
