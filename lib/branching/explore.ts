import { checkInteger, checkRows, fail } from "../core/check.js";
import { statePrefixes } from "./prefixes.js";

/** A state to sample continuations from. */
export interface PlannedState {
  /** What of the response is given, token ids, without the prompt. */
  prefix: number[];
  /** The trajectory it was cut from; the bare prompt belongs to none: -1. */
  base: number;
  /** j of S_j on that trajectory. */
  index: number;
  /** The state before it, -1 for the bare prompt. */
  parent: number;
}

/** What exploration of one prompt samples, and how each trajectory's states line up. */
export interface ExplorePlan {
  /** Each once: S_0 is shared by all trajectories, equal prefixes are one state. */
  states: PlannedState[];
  /** Per trajectory the states S_0 ... S_K, as indices into `states`; neighbours here are what deltas compare. */
  chains: number[][];
}

/**
 * The states to explore from the kept trajectories of one prompt. Nothing is sampled here: a policy continues each
 * state's prefix M times, as token ids.
 *
 * Without a trajectory, or without points, the plan is the bare prompt: the control without branching.
 *
 * @param trajectories token ids of the kept responses
 * @param points branch points per trajectory
 * @returns states, each sampled once, and the chain of every trajectory
 * @throws RangeError when the numbers of trajectories differ or points are out of order or range.
 * @example explorePlan([[5, 6, 7], [5, 8, 9]], [[1, 2], [1, 2]]).chains // [[0, 1, 2], [0, 1, 3]]
 * @example explorePlan([[5, 6, 7]], [[2]]).states.map((s) => s.prefix) // [[], [5, 6]]
 * @source FR3E (arXiv 2507.07017), Entropy-Eliciting Explore; S_0 sampled once for both trajectories: this project.
 */
export function explorePlan(
  trajectories: readonly ArrayLike<number>[],
  points: readonly (readonly number[])[],
): ExplorePlan {
  checkRows("explorePlan", "trajectories", trajectories);
  checkRows("explorePlan", "points", points);
  if (points.length !== trajectories.length) {
    fail("explorePlan", "points", `one array per trajectory (${trajectories.length})`, points);
  }
  const states: PlannedState[] = [{ prefix: [], base: -1, index: 0, parent: -1 }];
  const known = new Map([["", 0]]);
  const chains = trajectories.map((tokens, base) => {
    const chain: number[] = [];
    statePrefixes(tokens, points[base]).forEach((prefix, index) => {
      const key = prefix.join(",");
      if (!known.has(key)) {
        known.set(key, states.length);
        states.push({ prefix, base, index, parent: chain[index - 1] });
      }
      chain.push(known.get(key)!);
    });
    return chain;
  });
  return { states, chains };
}

/**
 * What one prompt's exploration costs at most, in sampled responses: the equal-budget comparison's currency before
 * tokens are counted.
 *
 * `firstReturns + continuations (1 + trajectories * points)`.
 *
 * @returns responses
 * @throws RangeError when a count is not an integer >= 0.
 * @example exploreCost({}) // 148
 * @example exploreCost({ firstReturns: 8, continuations: 4 }) // 44
 * @source FR3E (arXiv 2507.07017) settings: 4 first returns, 4 points, 16 continuations.
 */
export function exploreCost({ firstReturns = 4, continuations = 16, trajectories = 2, points = 4 }): number {
  for (const [name, count] of Object.entries({ firstReturns, continuations, trajectories, points })) {
    checkInteger("exploreCost", name, count, 0);
  }
  return firstReturns + continuations * (1 + trajectories * points);
}
