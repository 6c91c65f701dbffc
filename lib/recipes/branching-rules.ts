import { leaveOneOutAdvantage } from "../advantages/leave-one-out.js";
import { arpoPoints } from "../branching/rules/arpo.js";
import { treePoPoints } from "../branching/rules/tree-po.js";
import { treeRlPoints } from "../branching/rules/tree-rl.js";
import { checkInteger, checkNumber } from "../core/check.js";
import { call, part } from "./compose.js";
import { type Fr3eOptions, fr3e, fr3eBranching } from "./fr3e.js";
import { eachGroup, perGroup } from "./group.js";
import { branchSampling, type PointRule } from "./parts-branching.js";
import type { Part, Recipe } from "./types.js";

/** First returns and continuations as FR3E's, whose points a rule replaces. */
export type RuleOptions = Pick<Fr3eOptions, "firstReturn" | "rollouts">;

/**
 * TreeRL's forks in FR3E's place: the most surprising tokens of all of a prompt's trajectories together; each
 * continuation is compared with the others of its state.
 *
 * @throws RangeError as `fr3e`, or when forks is not a positive integer
 * @example recipes.treeRlBranching().advantage.what // "leaveOneOutAdvantage()"
 * @source TreeRL (arXiv 2506.11902), its forks; the trajectories are FR3E's (arXiv 2507.07017)
 */
export function treeRlBranching({ forks = 8, ...options }: RuleOptions & { forks?: number } = {}): Recipe {
  checkInteger("treeRlBranching", "forks", forks, 1);
  const rule = part<PointRule>(call("treeRlPoints", { count: forks }), "TreeRL, highest -log pi", (bases) =>
    treeRlPoints(bases, { count: forks }),
  );
  const advantage = perGroup("leaveOneOutAdvantage()", "leave-one-out baseline, of a state", leaveOneOutAdvantage);
  return branchingBy("treeRlBranching", "TreeRL's forks (arXiv 2506.11902)", rule, options, advantage);
}

/** How likely a step is to branch, and how far its entropy is averaged. */
export interface ArpoRuleOptions extends RuleOptions {
  /** Tokens whose mean entropy is a step's. */
  window?: number;
  /** Probability of branching without an entropy change, and what the change adds to it. */
  alpha?: number;
  beta?: number;
}

/**
 * ARPO's branches in FR3E's place: where the response has a choice to make, with a probability that grows with the
 * entropy's rise over the trajectory's beginning.
 *
 * @throws RangeError as `fr3e`, or when an option is out of range
 * @example recipes.arpoBranching().name // "arpoBranching"
 * @source ARPO (arXiv 2507.19849), entropy-based adaptive rollout; the trajectories are FR3E's (arXiv 2507.07017)
 */
export function arpoBranching(options: ArpoRuleOptions = {}): Recipe {
  const rule = entropyRise("arpoBranching", { ...options, penalty: 0 }, "ARPO, entropy-based adaptive rollout");
  return branchingBy("arpoBranching", "ARPO's branches (arXiv 2507.19849)", rule, options);
}

/**
 * AEPO's branches in FR3E's place: ARPO's, rarer with every branch in a row.
 *
 * @param options as `arpoBranching`, with `penalty`, the share of the probability that every branch in a row takes (0.05: code
 * that follows the paper)
 * @throws RangeError as `fr3e`, or when an option is out of range
 * @example recipes.aepoBranching().name // "aepoBranching"
 * @source AEPO (arXiv 2510.14545), penalty on consecutive branches; the trajectories are FR3E's (arXiv 2507.07017)
 */
export function aepoBranching({ penalty = 0.05, ...options }: ArpoRuleOptions & { penalty?: number } = {}): Recipe {
  const rule = entropyRise("aepoBranching", { ...options, penalty }, "AEPO, penalty on consecutive branches");
  return branchingBy("aepoBranching", "AEPO's branches (arXiv 2510.14545)", rule, options);
}

/**
 * TreePO's branches in FR3E's place: at the end of every segment.
 *
 * @param options `segment`, tokens, and `depth`, segments after which branching ends
 * @throws RangeError as `fr3e`, or when segment or depth is not a positive integer
 * @example recipes.treePoBranching({ segment: 4, depth: 2 }).name // "treePoBranching"
 * @source TreePO (arXiv 2508.17445), segments of fixed length; the trajectories are FR3E's (arXiv 2507.07017)
 */
export function treePoBranching({
  segment = 4,
  depth = 4,
  ...options
}: RuleOptions & { segment?: number; depth?: number } = {}): Recipe {
  checkInteger("treePoBranching", "segment", segment, 1);
  checkInteger("treePoBranching", "depth", depth, 1);
  const rule = part<PointRule>(call("treePoPoints", { segment, depth }), "TreePO, fixed segments", (bases) =>
    treePoPoints(bases, { segment, depth }),
  );
  return branchingBy("treePoBranching", "TreePO's segments (arXiv 2508.17445)", rule, options);
}

function entropyRise(fn: string, options: ArpoRuleOptions & { penalty: number }, source: string): Part<PointRule> {
  const { window = 4, alpha = 0.5, beta = 0.2, penalty } = options;
  checkInteger(fn, "window", window, 1);
  for (const [name, value] of Object.entries({ alpha, beta })) checkNumber(fn, name, value);
  checkNumber(fn, "penalty", penalty, { low: 0, high: 1 });
  return part(call("arpoPoints", { window, alpha, beta, penalty }), source, (bases, { task, random }) => {
    const starts = bases.map(({ tokens }) => choicesOf(task.forks(tokens)));
    return arpoPoints(bases, { starts, window, alpha, beta, penalty, random, scale: Math.log(task.vocab) });
  });
}

/** Positions after the first at which the response has a choice to make. */
const choicesOf = (forks: Uint8Array): number[] => [...forks.keys()].filter((t) => t > 0 && forks[t] === 1);

function branchingBy(
  name: string,
  paper: string,
  points: Part<PointRule>,
  { firstReturn, rollouts }: RuleOptions,
  advantage: Recipe["advantage"] = eachGroup(false, "of a state"),
): Recipe {
  const branching = { ...fr3eBranching({ firstReturn, rollouts }), points };
  return { ...fr3e(), name, paper, sampling: branchSampling(branching, "first returns as FR3E's"), advantage };
}
