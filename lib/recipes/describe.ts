import type { Part, Recipe } from "./types.js";

const SLOTS = [
  "head",
  "reference",
  "sampling",
  "reward",
  "advantage",
  "keep",
  "shape",
  "mask",
  "surrogate",
  "regularizers",
  "begin",
  "adapt",
] as const;

/**
 * A recipe as a list of lines, a part each: slot, call, source. With `against`, only the lines that differ, the other
 * recipe's first (`-`), this one's after (`+`).
 *
 * @throws never throws.
 * @example describeRecipe(recipes.grpo(), recipes.grpo()) // "grpo against grpo"
 * @source this project
 */
export function describeRecipe(recipe: Recipe, against?: Recipe): string {
  const lines = linesOf(recipe);
  if (!against) return [`${recipe.name} - ${recipe.paper}`, ...lines].join("\n");
  const others = linesOf(against);
  const gone = others.filter((line) => !lines.includes(line)).map((line) => `- ${line}`);
  const come = lines.filter((line) => !others.includes(line)).map((line) => `+ ${line}`);
  return [`${recipe.name} against ${against.name}`, ...gone, ...come].join("\n");
}

function linesOf(recipe: Recipe): string[] {
  return SLOTS.flatMap((slot) => {
    const parts = [recipe[slot] ?? []].flat() as Part<unknown>[];
    return parts.map(({ what, source }) => `${slot.padEnd(12)} ${what.padEnd(58)} ${source}`);
  });
}
