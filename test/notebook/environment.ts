import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { ROOT, VENV_PYTHON } from "../../lib/commands/command.js";

export const FIXTURES: string = join(import.meta.dirname, "fixtures");
export const NOTEBOOKS: string = join(ROOT, "notebooks");

/** Whether notebooks can be executed here; says so where they cannot. */
export function canExecute(): boolean {
  const missing = [VENV_PYTHON, join(ROOT, ".build", "index.js")].filter((path) => !existsSync(path));
  if (missing.length) console.warn(`skipped: ${missing.join(" and ")} missing; npm run setup makes them`);
  return missing.length === 0;
}

/** The browser of this machine (`CHROMIUM`, or one on the path); says so where there is none. */
export function chromium(): string | undefined {
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  const found = [process.env["CHROMIUM"] ?? "", ...paths].find((path) => path && existsSync(path));
  if (!found) console.warn("skipped: no Chromium on the path (CHROMIUM names one); the browser test needs it");
  return found;
}
