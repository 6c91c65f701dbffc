import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * A path in the optional folder of reference data (`RLVR_SHARED`, or `../shared` beside the checkout), or undefined
 * where it is absent: the caller then skips, and this says so.
 */
export function sharedPath(...parts: string[]): string | undefined {
  const path = join(process.env["RLVR_SHARED"] ?? resolve(import.meta.dirname, "../../shared"), ...parts);
  if (existsSync(path)) return path;
  console.warn(`skipped: no reference data at ${join("shared", ...parts)}; RLVR_SHARED names its folder`);
  return undefined;
}
