import { explorePlan } from "../branching/explore.js";
import { selectFirstReturns } from "../branching/first-return.js";
import { type BranchRule, branchPoints } from "../branching/points.js";
import { checkInteger } from "../core/check.js";
import { seedOf } from "../core/random.js";
import type { Group } from "../core/types.js";
import { call, part } from "./compose.js";
import { countTokens, type Start, sampleFrom, sampleGroups } from "./parts-sampling.js";
import type { Part, Sampled, SamplingContext } from "./types.js";

export interface BranchingOptions {
  /** First-return responses a prompt. */
  firstReturn: number;
  /** K, branch points of a trajectory. */
  points: number;
  /** M, continuations of a state. */
  rollouts: number;
  by: BranchRule;
}

/**
 * First return, then explore: prompts with both right and wrong responses keep one trajectory of each kind; these are cut
 * at their branch points, and every state is continued `rollouts` times. The bare prompt, and whatever state two
 * trajectories share, is sampled once.
 */
export function branchSampling(
  options: BranchingOptions,
  source: string,
): Part<(context: SamplingContext) => Promise<Sampled>> {
  const { firstReturn, points, rollouts } = options;
  for (const [name, value] of Object.entries({ firstReturn, points, rollouts })) {
    checkInteger("branchSampling", name, value, 1);
  }
  return part(call("branchSampling", { ...options }), source, async (context) => {
    const observed = await sampleGroups(context, firstReturn);
    const starts: Start[] = [];
    const chains: number[][] = [];
    for (const group of observed) {
      const explored = statesOf(group, options, context.random.split("points", group.id));
      chains.push(...explored.chains.map((chain) => chain.map((s) => s + starts.length)));
      starts.push(...explored.starts);
    }
    const groups = await sampleFrom(context, starts, rollouts, seedOf(context.random.split("explore")));
    return { groups, chains, observed, tokens: countTokens(observed) + countTokens(groups) };
  });
}

/** The states to continue from, and along each kept trajectory their order; none for a uniform group. */
export function statesOf(
  { prompt, rollouts }: Group,
  { points: count, by }: Pick<BranchingOptions, "points" | "by">,
  random: () => number,
): { starts: Start[]; chains: number[][] } {
  const kept = selectFirstReturns(rollouts);
  if (kept.length === 0) return { starts: [], chains: [] };
  const points = kept.map((rollout) => branchPoints(rollout, { count, by, random }));
  const trajectories = kept.map(({ tokens }) => tokens);
  const { states, chains } = explorePlan(trajectories, points);
  const starts = states.map(({ prefix, base, index }, s) => {
    const name = base < 0 ? prompt.id : `${prompt.id}/${kept[base].verdict ? "right" : "wrong"}`;
    return { id: `${prompt.id}#${s}`, prompt, prefix, state: { base: name, index } };
  });
  return { starts, chains };
}
