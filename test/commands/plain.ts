import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../../lib/commands/command.js";

/** A module of the set-up script, which is plain JavaScript and has no declarations. */
export function setupModule<T>(file: string): Promise<T> {
  return import(pathToFileURL(join(ROOT, "lib", "commands", "setup", file)).href) as Promise<T>;
}
