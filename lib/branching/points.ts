import { checkFinite, checkInteger, checkOneOf, fail } from "../core/check.js";
import { shuffled } from "../core/random.js";

const rules = ["entropy", "surprisal", "random", "uniform"] as const;

/** How positions are chosen: the method's rule, its release's, and two controls. */
export type BranchRule = (typeof rules)[number];

/** What a trajectory knows of its tokens; a rule reads one of them, the controls only their length. */
export interface BranchStatistics {
  /** Token entropy, nats. [T] */
  entropy?: ArrayLike<number>;
  /** Log-probability of each sampled token, nats. [T] */
  logprobs?: ArrayLike<number>;
}

/** How many positions, and by which rule. */
export interface BranchOptions {
  /** K, how many positions. */
  count?: number;
  by?: BranchRule;
  /** Uniforms in [0, 1), for `random` only. */
  random?: () => number;
}

/**
 * Positions of a trajectory at which exploration starts anew: the token at each is sampled again.
 *
 * `entropy`: the K largest `H_t`; `surprisal`: the K smallest `log pi(o_t)`; `random`: K positions drawn without
 * replacement; `uniform`: `floor(j T / (K+1))`, j = 1..K. Ties go to the lowest index. A trajectory of K tokens or
 * fewer gets one point. Position 0 is left out where it is chosen: its state is the bare prompt, which is a state anyway.
 *
 * @param statistics `entropy` or `logprobs`, [T] each, nats
 * @returns sorted positions in [1, T), at most K
 * @throws RangeError when the array that the rule reads is absent or not finite, when `count` is not an integer >= 0,
 * or when `random` is asked for without a generator.
 * @example branchPoints({ entropy: [0.9, 0.1, 0.8, 0.2, 0.7, 0.3] }, { count: 2 }) // [2]
 * @example branchPoints({ entropy: [0.1, 0.5, 0.8, 0.2, 0.7, 0.3] }, { count: 2 }) // [2, 4]
 * @example branchPoints({ logprobs: [-0.1, -2, -0.3, -1] }, { count: 2, by: "surprisal" }) // [1, 3]
 * @source FR3E (arXiv 2507.07017), First Return: highest token entropy; its release forks at the lowest log-probability.
 */
export function branchPoints(
  statistics: BranchStatistics,
  { count = 4, by = "entropy", random }: BranchOptions = {},
): number[] {
  checkInteger("branchPoints", "count", count, 0);
  checkOneOf("branchPoints", "by", by, rules);
  const scores = scoresOf(statistics, by);
  const length = scores.length;
  const k = Math.min(length > count ? count : 1, count, length);
  const chosen =
    by === "uniform" ? uniform(length, k) : by === "random" ? drawn(length, k, random) : largest(scores, k);
  return chosen.filter((t) => t > 0).sort((a, b) => a - b);
}

function scoresOf({ entropy, logprobs }: BranchStatistics, by: BranchRule): ArrayLike<number> {
  const [name, values] = by === "surprisal" ? ["logprobs", logprobs] : ["entropy", entropy];
  const scores = values ?? (by === "random" || by === "uniform" ? logprobs : undefined);
  if (!scores) return fail("branchPoints", name as string, `given for by: "${by}"`, scores);
  checkFinite("branchPoints", name as string, scores);
  return by === "surprisal" ? Array.from(scores, (x) => -x) : scores;
}

function largest(scores: ArrayLike<number>, k: number): number[] {
  // The sort is stable, so equal scores keep their order and the lowest index wins.
  return Array.from(scores, (_, t) => t)
    .sort((a, b) => scores[b] - scores[a])
    .slice(0, k);
}

function uniform(length: number, k: number): number[] {
  return Array.from({ length: k }, (_, j) => Math.floor(((j + 1) * length) / (k + 1)));
}

function drawn(length: number, k: number, random?: () => number): number[] {
  if (!random) return fail("branchPoints", "random", 'a generator for by: "random"', random);
  const positions = Array.from({ length: Math.max(0, length - 1) }, (_, t) => t + 1);
  return shuffled(positions, random).slice(0, k);
}
