import { checkArray, checkFinite, checkInteger, checkNumber, fail } from "../core/check.js";
import type { ExplorePlan } from "./explore.js";
import { meanReward } from "./values.js";

/** One explored state as figures and statistics read it: plain JSON. */
export interface TreeNode {
  id: number;
  /** The state before it on its trajectory; null for the bare prompt. */
  parent: number | null;
  /** The trajectory it was cut from; null for the bare prompt, which all share. */
  base: number | null;
  /** j of S_j. */
  index: number;
  /** Tokens of the response that are given. */
  length: number;
  /** Rewards of the continuations sampled from it. */
  rewards: number[];
  /** Their mean; null where none was sampled. */
  value: number | null;
  /** value - parent's value; null where either lacks. */
  delta: number | null;
}

/**
 * The tree of an exploration: one node per state, parents before children.
 *
 * @param plan from `explorePlan`
 * @param rewardsByState one array of rewards per state of the plan
 * @returns nodes, in the plan's order
 * @throws RangeError when the numbers of states differ, a reward or a mean of rewards is not finite, or a state's parent is not an earlier state.
 * @example exploreTree(explorePlan([[5, 6, 7]], [[2]]), [[1, 0], [1, 1]]).map((n) => n.delta) // [null, 0.5]
 * @source this project
 */
export function exploreTree({ states }: ExplorePlan, rewardsByState: readonly ArrayLike<number>[]): TreeNode[] {
  checkArray("exploreTree", "plan.states", states);
  checkArray("exploreTree", "rewardsByState", rewardsByState);
  if (rewardsByState.length !== states.length) {
    fail("exploreTree", "rewardsByState", `one array per state (${states.length})`, rewardsByState);
  }
  const values = rewardsByState.map((rewards, s) => {
    checkFinite("exploreTree", `rewardsByState[${s}]`, rewards);
    return rewards.length === 0 ? null : meanReward("exploreTree", rewards, s);
  });
  return states.map(({ prefix, base, index, parent }, id) => {
    checkArray("exploreTree", `plan.states[${id}].prefix`, prefix);
    checkInteger("exploreTree", `plan.states[${id}].base`, base, -1);
    checkInteger("exploreTree", `plan.states[${id}].index`, index, 0);
    checkInteger("exploreTree", `plan.states[${id}].parent`, parent, -1, id - 1);
    const [value, before] = [values[id], parent < 0 ? null : values[parent]];
    return {
      id,
      parent: parent < 0 ? null : parent,
      base: base < 0 ? null : base,
      index,
      length: prefix.length,
      rewards: Array.from(rewardsByState[id]),
      value,
      delta: value === null || before === null ? null : value - before,
    };
  });
}

/** What a set of trees amounts to. */
export interface TreeSummary {
  states: number;
  continuations: number;
  /** States whose continuations differ in reward: only they have a gradient. */
  usable: number;
  /** Mean of |delta| over the states that have one; 0 where none has. */
  meanAbsDelta: number;
}

/**
 * Counts over the nodes of one tree or of many.
 *
 * @param nodes from `exploreTree`, concatenated
 * @returns the counts and the mean absolute delta
 * @throws RangeError when a delta is neither null nor finite.
 * @example treeSummary(exploreTree(explorePlan([[5, 6, 7]], [[2]]), [[1, 0], [1, 1]])) // {"states": 2, "continuations": 4, "usable": 1, "meanAbsDelta": 0.5}
 * @source this project
 */
export function treeSummary(nodes: readonly TreeNode[]): TreeSummary {
  checkArray("treeSummary", "nodes", nodes);
  const deltas = nodes.flatMap(({ delta, rewards }, i) => {
    checkArray("treeSummary", `nodes[${i}].rewards`, rewards);
    if (delta !== null) checkNumber("treeSummary", `nodes[${i}].delta`, delta);
    return delta === null ? [] : [Math.abs(delta)];
  });
  return {
    states: nodes.length,
    continuations: nodes.reduce((sum, { rewards }) => sum + rewards.length, 0),
    usable: nodes.filter(({ rewards }) => rewards.some((r) => r !== rewards[0])).length,
    meanAbsDelta: deltas.reduce((sum, d) => sum + d, 0) / Math.max(1, deltas.length),
  };
}
