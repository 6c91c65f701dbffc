/** Units after a number: known ones get one name, so that 5 cm is not 5 inches; unknown words have none. */
import type { MathNode } from "./node.js";
import { MAGNITUDES, PERCENT, unitName } from "./words.js";

/** The one name of a unit's words, or null when a word is not a known unit. */
export function unitKey(node: MathNode): string | null {
  if (node.t !== "text") return null;
  const parts = node.text
    .toLowerCase()
    .replace(/[{}~\\]/g, " ")
    .replace(/\bper\b/g, "/")
    .replace(/\s*\bsquared\b/g, "^2")
    .replace(/\s*\bcubed\b/g, "^3")
    .split(/(\^ *-?\d+|\/)|[\s.,]+/)
    .filter((part): part is string => Boolean(part?.trim()))
    .map((part) => part.replace(/\s/g, ""));
  const named: string[] = [];
  for (const part of parts) {
    const name = part === "/" || part.startsWith("^") ? part : unitName(part);
    if (name === undefined) return null;
    named.push(name);
  }
  const text = named
    .join(" ")
    .replace(/^sq (\S+)/, "$1 ^2")
    .replace(/^cu (\S+)/, "$1 ^3");
  return text === "" || text === "units" ? null : text;
}

/** Whether a word after a number belongs to it: a unit (`km/h`), a part of one, a magnitude or percent. */
export function isUnitWord(word: string): boolean {
  const lower = word.toLowerCase();
  if (lower === "squared" || lower === "cubed" || MAGNITUDES.has(lower) || PERCENT.has(lower)) return true;
  const parts = lower.split("/");
  return parts.every((part) => unitName(part) !== undefined);
}
