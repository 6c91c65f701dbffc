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
 * @throws RangeError when the name is unknown (with the list and the nearest one) an option is unknown to it, or out of range
 * @example recipeNamed({ recipe: "siren", name: "mine" }).name // "mine"
 * @source this project
 */
export function recipeNamed({ recipe, options = {}, name }: RecipeDeclaration): Recipe {
  const makers = recipes as unknown as Record<string, (options: object) => Recipe>;
  const make = makers[checkOneOf("recipeNamed", "recipe", recipe, Object.keys(makers))];
  const { on, ...rest } = options;
  const below = typeof on === "string" ? { recipe: on } : on;
  const given = { ...rest, ...(below && { on: recipeNamed(below) }) };
  const { watched, read } = watch(given);
  const made = make(watched);
  // An option that the recipe never looked at is a slip of the pen, and would be believed to have an effect.
  for (const key of Object.keys(given)) checkOneOf("recipeNamed", `options of ${recipe}`, key, [...read]);
  return { ...made, name: name ?? made.name };
}

/** The options, and which of them are asked for. */
function watch(options: object): { watched: object; read: Set<string> } {
  const read = new Set<string>();
  const get = (target: object, key: string | symbol, self: unknown): unknown => {
    if (typeof key === "string") read.add(key);
    return Reflect.get(target, key, self);
  };
  return { watched: new Proxy(options, { get }), read };
}
