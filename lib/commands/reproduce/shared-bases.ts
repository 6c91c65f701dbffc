import type { StepRow } from "../../core/types.js";
import { MINIMUM_BASES } from "../../experiments/claims/result.js";
import { onSharedBases } from "../../notebook/shared-bases.js";

/** Base names by method, in order of first appearance. */
export function basesOf(rows: readonly StepRow[]): Map<string, Set<string>> {
  const bases = new Map<string, Set<string>>();
  for (const { recipe, base } of rows) {
    const own = bases.get(recipe);
    if (own) own.add(base);
    else bases.set(recipe, new Set([base]));
  }
  return bases;
}

/**
 * Rows for one picture: those on the bases that all its methods ran on, where these are at least eight, so that lines
 * differ by methods alone. The note says so, or how many bases each mean is of.
 */
export function drawnRows(rows: readonly StepRow[]): { rows: readonly StepRow[]; note: string } {
  const shared = onSharedBases(rows);
  const count = new Set(shared.map(({ base }) => base)).size;
  const sizes = [...basesOf(rows)].map(([method, { size }]) => ({ method, size }));
  if (shared.length === rows.length) return { rows, note: "" };
  // So few give no verdict, and are not worth dropping others for.
  if (count < MINIMUM_BASES) {
    const counts = sizes.map(({ method, size }) => `${method} ${size}`).join(", ");
    return { rows, note: ` Not all on the same bases and seeds, so far (bases: ${counts}).` };
  }
  const larger = [...new Set(sizes.map(({ size }) => size))].filter((size) => size > count);
  const more = larger.map((size) => {
    const methods = sizes.filter((other) => other.size === size).map(({ method }) => method);
    return `${methods.join(", ")} ran on ${size}`;
  });
  const note = ` On the ${count} bases that all of these methods ran on${more.map((text) => `; ${text}`).join("")}.`;
  return { rows: shared, note };
}
