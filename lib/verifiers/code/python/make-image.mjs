import "../last-words.mjs";
import { constants, readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";
import { pyodideFolder, pythonModule } from "./module.mjs";

/*
 * Starts Pyodide once, prepares it, and writes what a machine needs to be in that state at once: the interpreter's
 * memory and the few values around it. Nothing of Pyodide's JavaScript is in any machine that runs programs.
 */

// Pyodide reads file flags here when it loads; the permission model closes the real thing
process.binding = () => ({ fs: constants });
// on this one platform Python calls C functions through an import, which works in a copy of its memory too
Object.defineProperty(globalThis, "navigator", { value: { userAgent: "iPhone" }, configurable: true });

const compiled = await pythonModule();
const { instantiate } = WebAssembly;
let main;
WebAssembly.instantiate = async (_source, imports) => {
  const instance = await instantiate(compiled, imports);
  main = {
    exports: instance.exports,
    pointers: imports["GOT.func"],
    tableLength: instance.exports.__indirect_function_table.length,
  };
  return { module: compiled, instance };
};
const python = await loadPyodide({ indexURL: pyodideFolder, env: { _: "python", HOME: "/", PYTHONHASHSEED: "0" } });
for (const part of ["data", "subject", "remote", "examiner", "start"]) {
  python.runPython(readFileSync(new URL(`./${part}.py`, import.meta.url), "utf8"));
}

const { exports, pointers, tableLength } = main;
new DataView(exports.memory.buffer).setInt32(exports.Py_EMSCRIPTEN_SIGNAL_HANDLING.value, 1, true);
const memory = Buffer.from(exports.memory.buffer);
let used = memory.length;
while (used > 0 && memory[used - 1] === 0) used--;
const header = Buffer.from(
  JSON.stringify({
    stack: exports.__stack_pointer.value,
    pages: memory.length / 65536,
    pointers: Object.fromEntries(
      WebAssembly.Module.imports(compiled)
        .filter(({ module }) => module === "GOT.func")
        .map(({ name }) => [name, pointers[name].value]),
    ),
    table: addedFunctions(exports, tableLength),
    tableLength: exports.__indirect_function_table.length,
  }),
);
const length = Buffer.alloc(4);
length.writeUInt32LE(header.length);
process.stdout.write(Buffer.concat([length, header, memory.subarray(0, used)]), () => process.exit(0));

/** Places of the table of functions that were filled after the start, by export; host functions are left out. */
function addedFunctions(exported, from) {
  const names = new Map(Object.entries(exported).map(([name, value]) => [value, name]));
  const table = exported.__indirect_function_table;
  const added = [];
  for (let i = from; i < table.length; i++) {
    const name = names.get(table.get(i));
    if (name) added.push([i, name]);
  }
  return added;
}
