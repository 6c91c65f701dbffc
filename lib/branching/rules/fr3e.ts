import { checkArray } from "../../core/check.js";
import { type BranchOptions, type BranchStatistics, branchPoints } from "../points.js";

/**
 * The branch points of every trajectory of a prompt: what `explorePlan` takes. Every rule of this folder has this
 * shape, so that a method is exchanged by exchanging one name.
 *
 * @param trajectories statistics of the kept trajectories
 * @param options as `branchPoints`
 * @returns sorted positions per trajectory
 * @throws RangeError as `branchPoints`.
 * @example fr3ePoints([{ entropy: [0, 1, 2, 0] }, { entropy: [0, 2, 1, 0] }], { count: 1 }) // [[2], [1]]
 * @source FR3E (arXiv 2507.07017), First Return: K positions on each trajectory.
 */
export function fr3ePoints(trajectories: readonly BranchStatistics[], options: BranchOptions = {}): number[][] {
  checkArray("fr3ePoints", "trajectories", trajectories);
  return trajectories.map((statistics) => branchPoints(statistics, options));
}
