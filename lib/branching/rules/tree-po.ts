import { checkArray, checkInteger, fail } from "../../core/check.js";
import type { BranchStatistics } from "../points.js";

/**
 * TreePO's branches: at the end of every segment of fixed length.
 *
 * Positions `segment, 2 segment, ...` below T, at most `depth` of them.
 *
 * @param trajectories statistics; only their length is read
 * @param options `segment`, tokens; `depth`, segments after which branching ends
 * @returns sorted positions per trajectory
 * @throws RangeError when a trajectory has no statistic, or `segment` or `depth` is not a positive integer.
 * @example treePoPoints([{ entropy: [0, 0, 0, 0, 0] }], { segment: 2 }) // [[2, 4]]
 * @source TreePO (arXiv 2508.17445), segment-wise sampling.
 */
export function treePoPoints(
  trajectories: readonly BranchStatistics[],
  { segment, depth = Number.MAX_SAFE_INTEGER }: { segment: number; depth?: number },
): number[][] {
  checkArray("treePoPoints", "trajectories", trajectories);
  checkInteger("treePoPoints", "segment", segment, 1);
  checkInteger("treePoPoints", "depth", depth, 1);
  return trajectories.map(({ entropy, logprobs }, i) => {
    const values = entropy ?? logprobs ?? fail("treePoPoints", `trajectories[${i}]`, "entropy or logprobs", {});
    checkArray("treePoPoints", `trajectories[${i}]'s statistic`, values);
    const segments = Math.min(depth, Math.max(0, Math.ceil(values.length / segment) - 1));
    return Array.from({ length: segments }, (_, j) => (j + 1) * segment);
  });
}
