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

/**
 * CPU seconds of some work: what it costs whoever else is at work on the machine. For guards against a cost that grows
 * faster than its input, with bounds far above the usual.
 */
export function cpuSeconds(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}
