import { checkArray, checkFinite, checkInteger, checkNumber, checkRows, fail } from "../../core/check.js";
import type { BranchStatistics } from "../points.js";

/** The candidate positions and the parts of the probability of branching at one. */
export interface ArpoOptions {
  /** Candidate positions per trajectory: where a step begins (after a tool call, a line, an operation). */
  starts: readonly (readonly number[])[];
  /** Tokens whose mean entropy is a step's. */
  window?: number;
  /** Probability of branching without an entropy change. */
  alpha?: number;
  /** What the entropy change adds to it. */
  beta?: number;
  /** Divides the entropy change, nats; `Math.log(vocab)` makes it a share of the largest entropy. */
  scale?: number;
  /** Lost per consecutive branch on a trajectory: AEPO; 0 is ARPO. */
  penalty?: number;
  /** Draws with the probability; without it a step branches where the probability is above `threshold`. */
  random?: () => number;
  threshold?: number;
}

/**
 * ARPO's and AEPO's branches: a step is forked by how much its entropy rose over the trajectory's beginning.
 *
 * `dH_t = (mean H[t, t+window) - mean H[0, window)) / scale`, `P_t = (alpha + beta dH_t) (1 - penalty l)`, with l the
 * branches just before it in a row; branch where P_t > threshold, or with probability P_t.
 *
 * @param trajectories statistics with `entropy`, nats
 * @param options the candidate positions and the probability's parts
 * @returns sorted positions per trajectory
 * @throws RangeError when entropies are absent or not finite, positions are out of range or order, or an option is out of range.
 * @example arpoPoints([{ entropy: [0, 0, 1, 0, 2, 0] }], { starts: [[2, 3, 4]], window: 1, alpha: 0.4, beta: 0.2 }) // [[2, 4]]
 * @source ARPO (arXiv 2507.19849), entropy-based adaptive rollout; penalty: AEPO (arXiv 2510.14545), dynamic entropy-balanced rollout.
 */
export function arpoPoints(trajectories: readonly BranchStatistics[], options: ArpoOptions): number[][] {
  const { starts, window = 20, scale = 1, penalty = 0 } = options;
  checkArray("arpoPoints", "trajectories", trajectories);
  checkRows("arpoPoints", "starts", starts);
  if (starts.length !== trajectories.length) {
    fail("arpoPoints", "starts", `one array per trajectory (${trajectories.length})`, starts);
  }
  checkInteger("arpoPoints", "window", window, 1);
  checkNumber("arpoPoints", "scale", scale, { low: 0, open: "low" });
  checkNumber("arpoPoints", "penalty", penalty, { low: 0, high: 1 });
  return trajectories.map(({ entropy }, i) => {
    if (!entropy) return fail("arpoPoints", `trajectories[${i}].entropy`, "given", entropy);
    checkFinite("arpoPoints", `trajectories[${i}].entropy`, entropy);
    checkStarts(`starts[${i}]`, starts[i], entropy.length);
    const initial = windowMean(entropy, 0, window);
    let row = 0;
    return starts[i].filter((t) => {
      const branch = branches((windowMean(entropy, t, window) - initial) / scale, row, options);
      row = branch ? row + 1 : 0;
      return branch;
    });
  });
}

function branches(change: number, row: number, options: ArpoOptions): boolean {
  const { alpha = 0.5, beta = 0.2, penalty = 0, random, threshold = 0.5 } = options;
  const probability = (alpha + beta * change) * Math.max(0, 1 - penalty * row);
  return random ? random() < probability : probability > threshold;
}

function windowMean(values: ArrayLike<number>, from: number, window: number): number {
  const part = Array.from(values).slice(from, from + window);
  return part.reduce((sum, x) => sum + x, 0) / part.length;
}

function checkStarts(name: string, starts: readonly number[], length: number): void {
  starts.forEach((t, j) => {
    checkInteger("arpoPoints", `${name}[${j}]`, t, 1, length - 1);
    if (j > 0 && t <= starts[j - 1]) fail("arpoPoints", `${name}[${j}]`, `above ${starts[j - 1]}`, t);
  });
}
