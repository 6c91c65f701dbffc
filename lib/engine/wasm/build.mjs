/** Compiles the assembly to .build/engine/wasm/kernels.wasm and kernels-relaxed.wasm: `node lib/engine/wasm/build.mjs`. */
import { mkdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../../..");
const output = join(root, ".build/engine/wasm");
const common = "-O3 --noAssert --converge --runtime stub --importMemory --maximumMemory 65536 --enable simd".split(" ");

/** Builds both modules; throws with the compiler's own words when the assembly does not compile. */
export async function buildKernels() {
  const asc = (await import("assemblyscript/asc")).default;
  mkdirSync(output, { recursive: true });
  const entry = relative(root, join(here, "assembly/index.ts"));
  for (const [name, extra] of [
    ["kernels", []],
    ["kernels-relaxed", ["--enable", "relaxed-simd"]],
  ]) {
    const out = relative(root, join(output, `${name}.wasm`));
    const { error, stderr } = await asc.main([entry, "-o", out, "--baseDir", root, ...common, ...extra]);
    if (error) throw new Error(`buildKernels: ${name} does not compile: ${error.message}\n${stderr.toString()}`);
  }
}

if (process.argv[1] && pathToFileURL(process.argv[1]).href === import.meta.url) await buildKernels();
