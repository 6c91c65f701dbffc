import type { Part, Recipe, RecipeParts } from "./types.js";

/** A part from its call, its source and its function. */
export function part<F>(what: string, source: string, apply: F): Part<F> {
  return { what, source, apply };
}

/**
 * A recipe like another one, under another name, with some parts replaced.
 *
 * @throws never.
 * @example withParts(recipes.grpo(), { name: "mine" }).name // "mine"
 * @source this project
 */
export function withParts(recipe: Recipe, parts: RecipeParts & { name?: string; paper?: string }): Recipe {
  return { ...recipe, ...parts };
}

/** `name(key: value, ...)` with the settings as given, for a part's `what`. */
export function call(name: string, settings: Record<string, unknown> = {}): string {
  const shown = Object.entries(settings)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`);
  return `${name}(${shown.join(", ")})`;
}
