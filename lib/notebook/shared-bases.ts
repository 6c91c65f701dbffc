import type { StepRow } from "../core/types.js";

/**
 * Rows of the bases (and seeds) on which every recipe among them has a run, task by task: means over these differ by
 * their recipes alone, also where some recipes were run on more bases than others.
 *
 * @param rows of the recipes to compare; one without rows takes no part
 * @throws never
 * @example onSharedBases([{ recipe: "siren", task: "countdown", base: "countdown-2", seed: 1 }]).length // 1
 * @source this project
 */
export function onSharedBases<Row extends Pick<StepRow, "recipe" | "task" | "base" | "seed">>(
  rows: readonly Row[],
): Row[] {
  const unit = ({ task, base, seed }: Row): string => JSON.stringify([task, base, seed]);
  const [byTask, byUnit] = [recipesBy(rows, ({ task }) => task), recipesBy(rows, unit)];
  return rows.filter((row) => byUnit.get(unit(row))?.size === byTask.get(row.task)?.size);
}

function recipesBy<Row extends { recipe: string }>(
  rows: readonly Row[],
  key: (row: Row) => string,
): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const row of rows) {
    const recipes = found.get(key(row)) ?? new Set();
    found.set(key(row), recipes.add(row.recipe));
  }
  return found;
}
