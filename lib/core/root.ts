import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

let root: string | undefined;

/**
 * A path inside the project, wherever it is called from: sources, build or a notebook.
 *
 * @throws Error when no folder above this file is the project's
 */
export function projectPath(...parts: string[]): string {
  root ??= findRoot(dirname(fileURLToPath(import.meta.url)));
  return join(root, ...parts);
}

function findRoot(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const manifest = join(folder, "package.json");
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).name === "rlvr-lab") return folder;
    if (dirname(folder) === folder)
      throw new Error(`projectPath: no folder above ${from} holds rlvr-lab's package.json`);
  }
}
