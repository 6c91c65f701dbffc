/** Compiles the assembly to .build/entropy/simd/statistics.wasm: `node lib/entropy/simd/build.mjs`. */
import { mkdirSync, readFileSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const output = join(here, "../../../.build/entropy/simd");
const flags = "-O3 --noAssert --converge --runtime stub --enable simd".split(" ");

/** Builds the module; throws with the compiler's own words when the assembly does not compile. */
export async function buildStatistics() {
  const asc = (await import("assemblyscript/asc")).default;
  mkdirSync(output, { recursive: true });
  // The sources end in .as so that TypeScript's own tools leave them alone; the compiler asks for .ts.
  const readFile = (name) => {
    if (!/^[a-z-]+\.ts$/.test(name)) return null;
    return readFileSync(join(here, "assembly", name.replace(/ts$/, "as")), "utf8");
  };
  // Renamed when it is whole: another process may be loading the earlier one.
  const part = `statistics-${process.pid}.wasm`;
  const args = ["statistics.ts", "--baseDir", output, "--outFile", part, ...flags];
  const { error, stderr } = await asc.main(args, { readFile });
  if (error) throw new Error(`buildStatistics: the assembly does not compile: ${error.message}\n${stderr}`);
  renameSync(join(output, part), join(output, "statistics.wasm"));
}

if (process.argv[1] && pathToFileURL(process.argv[1]).href === import.meta.url) await buildStatistics();
