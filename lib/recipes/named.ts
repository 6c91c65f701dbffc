import { checkOneOf } from "../core/check.js";
import * as recipes from "./index.js";
import type { Recipe } from "./types.js";

/** A recipe as data: its name, its options, and the recipe it is put on. */
export interface RecipeDeclaration {
  recipe: string;
  /** Passed to the recipe's function; `on` names, or declares, another recipe. */
  options?: Record<string, unknown> & { on?: string | RecipeDeclaration };
  /** Name in rows and figures, where one recipe runs with several settings. */
  name?: string;
}

/**
 * The recipe that a declaration stands for.
 *
 * @throws RangeError when the name is unknown (with the list and the nearest one) or an option is out of range
 * @example recipeNamed({ recipe: "siren", name: "mine" }).name // "mine"
 * @source this project
 */
export function recipeNamed({ recipe, options = {}, name }: RecipeDeclaration): Recipe {
  const makers = recipes as unknown as Record<string, (options: object) => Recipe>;
  const make = makers[checkOneOf("recipeNamed", "recipe", recipe, Object.keys(makers))];
  const { on, ...rest } = options;
  const below = typeof on === "string" ? { recipe: on } : on;
  const made = make({ ...rest, ...(below && { on: recipeNamed(below) }) });
  return { ...made, name: name ?? made.name };
}
