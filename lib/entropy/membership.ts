import { checkNumber, checkOneOf } from "../core/check.js";
import type { RowSpace, RowSums } from "./row.js";
import { type TopSet, topSet } from "./top-set.js";

/**
 * Which tokens are inside a nucleus of mass p: `inclusive` the smallest top set with mass >= p; `exclusive` the tokens
 * strictly before the one that crosses p, possibly none; `below` those whose cumulative mass is <= p, and the top token.
 */
export type Nucleus = "inclusive" | "exclusive" | "below";

export const NUCLEI: readonly Nucleus[] = ["inclusive", "exclusive", "below"];

/** Mass that counts as reached or not exceeded: float32 logits carry no more, and .4 + .4 has to reach .8. */
export const MASS_TOLERANCE = 1e-6;

/** Size, mass and weighted sum of a nucleus, relative to the row's maximum. */
export interface NucleusSums {
  size: number;
  mass: number;
  weighted: number;
}

export function checkNucleus(fn: string, p: number, nucleus: Nucleus): void {
  checkNumber(fn, "p", p, { low: 0, high: 1, open: "low" });
  checkOneOf(fn, "nucleus", nucleus, NUCLEI);
}

/** Mass of e that the crossing token has to reach; with p = 1 every token of the support is inside. */
export function targetMass(mass: number, p: number): number {
  return p === 1 ? Infinity : (p - MASS_TOLERANCE) * mass;
}

/** The nucleus of the row in `space`, which is overwritten. */
export function nucleusOfRow(space: RowSpace, sums: RowSums, p: number, nucleus: Nucleus): NucleusSums {
  const { u, e, vocab } = space;
  // A member leaves at least 1 - p to itself and the at most V tokens below it, so it has at least (1 - p) / V.
  const least = (Math.max(0, 1 - p - MASS_TOLERANCE) * sums.mass) / vocab;
  let count = 0;
  for (let v = 0; v < vocab; v++) {
    if (!(e[v] >= least) || u[v] === -Infinity) continue;
    u[count] = u[v];
    e[count++] = e[v];
  }
  return trimmed(topSet(space, count, targetMass(sums.mass, p)), sums.mass, p, nucleus);
}

/** From the smallest set that reaches p to the nucleus asked for: with its last token, or without. */
export function trimmed(set: TopSet, rowMass: number, p: number, nucleus: Nucleus): NucleusSums {
  const { size, mass, weighted, lastU, lastE } = set;
  const meets = mass <= (p + MASS_TOLERANCE) * rowMass;
  if (nucleus === "inclusive" || (nucleus === "below" && (size === 1 || meets))) return { size, mass, weighted };
  if (size === 1) return { size: 0, mass: 0, weighted: 0 };
  return { size: size - 1, mass: mass - lastE, weighted: weighted - (lastE > 0 ? lastU * lastE : 0) };
}
