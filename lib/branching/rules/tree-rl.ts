import { checkArray, checkFinite, checkInteger, fail } from "../../core/check.js";
import type { BranchStatistics } from "../points.js";

/**
 * TreeRL's forks: the most surprising tokens of all the trajectories of a prompt together, so that one trajectory may
 * get all of them and another none.
 *
 * The `count` smallest `log pi(o_t)` over all trajectories, t > 0; ties go to the first trajectory, then the lowest index.
 *
 * @param trajectories statistics with `logprobs`, nats
 * @param options `count`, forks per prompt
 * @returns sorted positions per trajectory
 * @throws RangeError when `logprobs` are absent or not finite, or `count` is not an integer >= 0.
 * @example treeRlPoints([{ logprobs: [0, -3, -2] }, { logprobs: [0, -1, 0] }], { count: 2 }) // [[1, 2], []]
 * @source TreeRL (arXiv 2506.11902), EPTree: forks at the tokens of highest -log pi.
 */
export function treeRlPoints(trajectories: readonly BranchStatistics[], { count = 4 } = {}): number[][] {
  checkArray("treeRlPoints", "trajectories", trajectories);
  checkInteger("treeRlPoints", "count", count, 0);
  const tokens = trajectories.flatMap(({ logprobs }, base) => {
    if (!logprobs) return fail("treeRlPoints", `trajectories[${base}].logprobs`, "given", logprobs);
    checkFinite("treeRlPoints", `trajectories[${base}].logprobs`, logprobs);
    return Array.from(logprobs, (logprob, t) => ({ base, t, logprob })).slice(1);
  });
  const forks = tokens.sort((a, b) => a.logprob - b.logprob).slice(0, count);
  return trajectories.map((_, base) =>
    forks
      .filter((fork) => fork.base === base)
      .map(({ t }) => t)
      .sort((a, b) => a - b),
  );
}
