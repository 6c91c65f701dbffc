import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Where Pyodide's files are. */
export const pyodideFolder = fileURLToPath(new URL(".", import.meta.resolve("pyodide")));

/** The compiled interpreter. */
export const pythonModule = () => WebAssembly.compile(readFileSync(`${pyodideFolder}pyodide.asm.wasm`));

/** Its library, the one file that a machine can read. */
export const pythonLibrary = () => readFileSync(`${pyodideFolder}python_stdlib.zip`);
