/** Arguments that must be texts. */
import { shown } from "../../core/check.js";

/** Throws `TypeError: fn: argument must be a string, got value`. */
export function checkText(fn: string, argument: string, value: unknown): void {
  if (typeof value !== "string") throw new TypeError(`${fn}: ${argument} must be a string, got ${shown(value)}`);
}
