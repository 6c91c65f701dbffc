import type { ModulationOptions } from "../advantages/modulation.js";
import type { BranchRule } from "../branching/points.js";
import { checkInteger, checkOneOf } from "../core/check.js";
import { clipped, grpoPlusPlus, keepMixed } from "./group.js";
import { type BranchingOptions, branchSampling, pointsBy, rightAndWrong } from "./parts-branching.js";
import { modulated } from "./parts-modulation.js";
import type { Recipe } from "./types.js";

export interface Fr3eOptions extends Pick<ModulationOptions, "first" | "sharpen"> {
  /** First-return responses a prompt. */
  firstReturn?: number;
  /** K, branch points of a trajectory. */
  points?: number;
  /** M, continuations of a state. */
  rollouts?: number;
  by?: BranchRule;
}

/**
 * FR3E: returns to the uncertain points of one right and one wrong trajectory, values each state by its continuations,
 * and damps the advantages of states that gained on their predecessor.
 *
 * @throws RangeError when a count is not a positive integer or a rule is unknown
 * @example recipes.fr3e().advantage.what // "modulatedAdvantages(first: zero, sharpen: false)"
 * @source FR3E (arXiv 2507.07017); its release: `fr3eRelease`
 */
export function fr3e(options: Fr3eOptions = {}): Recipe {
  const { first = "zero", sharpen = false } = options;
  return {
    ...grpoPlusPlus(),
    name: "fr3e",
    paper: "FR3E (arXiv 2507.07017)",
    sampling: branchSampling(fr3eBranching(options), "FR3E, First Return and Entropy-Eliciting Explore"),
    advantage: modulated({ first, sharpen }, "FR3E, adaptive advantage modulation"),
    keep: keepMixed("FR3E, uniform states are dropped after V is taken"),
    surrogate: clipped({ epsLow: 0.22, epsHigh: 0.28, aggregation: "token-mean" }, "FR3E, clip-higher; release: .2/.3"),
  };
}

const sources: Record<BranchRule, string> = {
  entropy: "FR3E, highest token entropy",
  surprisal: "FR3E's release, lowest log-probability",
  random: "control of where",
  uniform: "control of where",
};

/** The paper's exploration: parts that variants replace one by one. */
export function fr3eBranching({
  firstReturn = 4,
  points = 4,
  rollouts = 16,
  by = "entropy",
}: Fr3eOptions = {}): BranchingOptions {
  checkInteger("fr3e", "points", points, 1);
  checkOneOf("fr3e", "by", by, ["entropy", "surprisal", "random", "uniform"]);
  return {
    firstReturn,
    rollouts,
    bases: rightAndWrong("FR3E; one of each kind: release"),
    points: pointsBy(points, by, sources[by]),
  };
}
