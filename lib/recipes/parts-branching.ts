import { type BranchRule, branchPoints } from "../branching/points.js";
import { statePrefixes } from "../branching/prefixes.js";
import { checkInteger } from "../core/check.js";
import { seedOf } from "../core/random.js";
import type { Group, Rollout } from "../core/types.js";
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
 * at their branch points, and every state is continued `rollouts` times. S_0, the bare prompt, is sampled once a prompt.
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
    const starts = observed.flatMap((group) => statesOf(group, options, context.random.split("points", group.id)));
    const groups = await sampleFrom(context, starts, rollouts, seedOf(context.random.split("explore")));
    return { groups, observed, tokens: countTokens(observed) + countTokens(groups) };
  });
}

/** The bare prompt, then the states along one right and one wrong trajectory. */
function statesOf({ prompt, rollouts }: Group, { points, by }: BranchingOptions, random: () => number): Start[] {
  const right = rollouts.find(({ verdict }) => verdict);
  const wrong = rollouts.find(({ verdict }) => !verdict);
  if (!right || !wrong) return [];
  const root: Start = { id: `${prompt.id}#0`, prompt, prefix: [], state: { base: prompt.id, index: 0 } };
  const along = (rollout: Rollout, base: string) =>
    statePrefixes(rollout.tokens, branchPoints(rollout, { count: points, by, random }))
      .slice(1)
      .map((prefix, j) => ({ id: `${base}#${j + 1}`, prompt, prefix, state: { base, index: j + 1 } }));
  return [root, ...along(right, `${prompt.id}/right`), ...along(wrong, `${prompt.id}/wrong`)];
}

/** Groups of each trajectory in order of their states, the shared bare prompt first. */
export function byTrajectory(groups: readonly Group[]): number[][] {
  const roots = new Map<string, number>();
  const trajectories = new Map<string, number[]>();
  groups.forEach((group, g) => {
    const state = group.rollouts[0]?.state;
    if (!state) return;
    if (state.index === 0) roots.set(group.prompt.id, g);
    else trajectories.set(state.base, [...(trajectories.get(state.base) ?? []), g]);
  });
  return [...trajectories.values()].map((states) => {
    const root = roots.get(groups[states[0]].prompt.id);
    return root === undefined ? states : [root, ...states];
  });
}
