import { groupAdvantage } from "../advantages/group.js";
import { type ModulationOptions, modulatedAdvantages, scaleStates } from "../advantages/modulation.js";
import type { Group } from "../core/types.js";
import { call, part } from "./compose.js";
import { isMixed } from "./parts-refill.js";
import type { Recipe } from "./types.js";

/** How states become factors: which of a chain's states are compared, and what is made of alpha. */
export interface Factors {
  what?: string;
  compared?: (group: Group) => boolean;
  factor?: (alpha: number) => number;
}

/** Values of uniform states are left out, as in the release: a delta may skip a state. */
export const mixedOnly: Factors = { what: "mixed states alone", compared: isMixed };

/** States are strengthened, never damped. */
export const onlyAbove: Factors = { what: "max(alpha, 1)", factor: (alpha) => Math.max(alpha, 1) };

/**
 * Advantages of every state, scaled by how its value changed from the state before it on its trajectory. A group that
 * is in no chain keeps its centred rewards.
 */
export function modulated(
  options: ModulationOptions,
  source: string,
  { what, compared = () => true, factor = (alpha) => alpha }: Factors = {},
): Recipe["advantage"] {
  const shown = call("modulatedAdvantages", { ...options, ...(what && { factors: what }) });
  return part(shown, source, ({ groups, chains = [] }) => {
    const rewards = groups.map((group) => group.rollouts.map(({ reward }) => reward));
    const out = rewards.map((row) => groupAdvantage(row, { std: options.std ?? false }));
    // A state of two trajectories is scaled as on the first of them.
    const done = new Set<number>();
    for (const chain of chains) {
      const states = chain.filter((g) => compared(groups[g]));
      if (states.length === 0) continue;
      const { alphas } = modulatedAdvantages(
        states.map((g) => rewards[g]),
        options,
      );
      states.forEach((g, j) => {
        if (!done.has(g)) [out[g]] = scaleStates([out[g]], [factor(alphas[j])]);
        done.add(g);
      });
    }
    return out;
  });
}
