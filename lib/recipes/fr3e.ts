import { type ModulationOptions, modulatedAdvantages } from "../advantages/modulation.js";
import { call, part } from "./compose.js";
import { clipped, grpoPlusPlus, keepMixed } from "./group.js";
import { type BranchingOptions, branchSampling } from "./parts-branching.js";
import type { Recipe } from "./types.js";

/**
 * FR3E: returns to the uncertain points of one right and one wrong trajectory, values each state by its continuations,
 * and damps the advantages of states that gained on their predecessor.
 *
 * @throws RangeError when a count is not a positive integer or a rule is unknown
 * @example recipes.fr3e().advantage.what // "modulatedAdvantages(first: zero, sharpen: false)"
 * @source FR3E (arXiv 2507.07017), section 3; its release forks by surprisal, takes Delta_0 = 1 - V_0 and clips at .2/.3
 */
export function fr3e({
  firstReturn = 4,
  points = 4,
  rollouts = 16,
  by = "entropy",
  first = "zero",
  sharpen = false,
}: Partial<BranchingOptions> & Pick<ModulationOptions, "first" | "sharpen"> = {}): Recipe {
  return {
    ...grpoPlusPlus(),
    name: "fr3e",
    paper: "FR3E (arXiv 2507.07017)",
    sampling: branchSampling({ firstReturn, points, rollouts, by }, "section 3.2; release: by surprisal"),
    advantage: modulated({ first, sharpen }, "section 3.3, eq. 5-7; release: first one-minus-value"),
    keep: keepMixed("section 3.2, uniform states are dropped after V is taken"),
    surrogate: clipped({ epsLow: 0.22, epsHigh: 0.28, aggregation: "token-mean" }, "section 4.1; release: .2/.3"),
  };
}

/** Advantages of every state, scaled by how its value changed from the state before it on its trajectory. */
export function modulated(options: ModulationOptions, source: string): Recipe["advantage"] {
  return part(call("modulatedAdvantages", { ...options }), source, ({ groups, chains = [] }) => {
    const rewards = groups.map((group) => group.rollouts.map(({ reward }) => reward));
    const out: Float32Array[] = rewards.map((row) => new Float32Array(row.length));
    // A state of two trajectories is scaled as on the first of them.
    const done = new Set<number>();
    for (const states of chains) {
      const { advantages } = modulatedAdvantages(
        states.map((g) => rewards[g]),
        options,
      );
      states.forEach((g, j) => {
        if (!done.has(g)) out[g] = advantages[j];
        done.add(g);
      });
    }
    return out;
  });
}
