import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CodeLanguage } from "./extract.js";

const PACKAGE: Record<CodeLanguage, string> = { javascript: "quickjs-emscripten", python: "pyodide" };

/** The package's root: the children are plain scripts there, for the sources as for what is built from them. */
const root = nearestPackage(dirname(fileURLToPath(import.meta.url)));

const folder = join(root, "lib", "verifiers", "code");

/** The script that a child process runs. */
export function childScript(language: CodeLanguage): string {
  return join(folder, language, "child.mjs");
}

/** The script that prepares Python's memory. */
export const imageScript = join(folder, "python", "make-image.mjs");

/** The only folders that a child process may read: its scripts and its interpreter, also where these are links. */
export function readableFolders(language: CodeLanguage): string[] {
  const require = createRequire(childScript(language));
  const home = nearestPackage(dirname(require.resolve(PACKAGE[language])));
  // the outermost: package managers that link keep packages side by side in folders below it
  const modules = home.slice(0, home.indexOf("node_modules") + "node_modules".length);
  // each once: Node's permission model aborts on a path given twice
  return [...new Set([folder, join(root, "package.json"), join(root, "node_modules"), modules])];
}

function nearestPackage(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, "package.json"))) return at;
    if (dirname(at) === at) throw new Error(`no package.json above ${folder}`);
  }
}
