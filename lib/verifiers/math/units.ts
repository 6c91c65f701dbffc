/** Units after a number: known ones get one name, so that 5 cm is not 5 inches; unknown words have none. */
import type { MathNode } from "./node.js";
import { unitName } from "./words.js";

/** The one name of a unit's words, or null when a word is not a known unit. */
export function unitKey(node: MathNode): string | null {
  if (node.t !== "text") return null;
  const parts = node.text
    .toLowerCase()
    .replace(/[{}~\\]/g, " ")
    .replace(/\bper\b/g, "/")
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
