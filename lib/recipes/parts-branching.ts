import { explorePlan } from "../branching/explore.js";
import { selectFirstReturns } from "../branching/first-return.js";
import { type BranchRule, branchPoints } from "../branching/points.js";
import { checkInteger } from "../core/check.js";
import { type Random, seedOf } from "../core/random.js";
import type { Group, Rollout, Task } from "../core/types.js";
import { call, part } from "./compose.js";
import { countTokens, type Start, sampleFrom, sampleGroups } from "./parts-sampling.js";
import type { Part, Recipe } from "./types.js";

/** Positions at which each of a prompt's trajectories is continued anew. */
export type PointRule = (bases: Rollout[], given: { task: Task; random: Random }) => number[][];

/** The states of one prompt, and along each trajectory their order. */
export interface Explored {
  starts: Start[];
  chains: number[][];
}

export interface BranchingOptions {
  /** First-return responses a prompt. */
  firstReturn: number;
  /** M, continuations of a state. */
  rollouts: number;
  /** Which of a prompt's responses are returned to. */
  bases: Part<(rollouts: Rollout[]) => Rollout[]>;
  points: Part<PointRule>;
  /** What is explored in the place of these states. */
  instead?: Part<(explored: Explored) => Explored>;
}

/** One right and one wrong response; none of a uniform group. */
export const rightAndWrong = (source: string): BranchingOptions["bases"] =>
  part("oneRightOneWrong", source, (rollouts) => selectFirstReturns(rollouts));

/** K positions on every trajectory by itself. */
export const pointsBy = (count: number, by: BranchRule, source: string): BranchingOptions["points"] =>
  part(call("branchPoints", { count, by }), source, (bases, { random }) =>
    bases.map((rollout) => branchPoints(rollout, { count, by, random })),
  );

/**
 * First return, then explore: of every prompt some trajectories are kept, cut at their branch points, and every state is
 * continued `rollouts` times. The bare prompt, and whatever state two trajectories share, is sampled once.
 */
export function branchSampling(options: BranchingOptions, source: string): Recipe["sampling"] {
  const { firstReturn, rollouts, bases, points, instead } = options;
  checkInteger("branchSampling", "firstReturn", firstReturn, 1);
  checkInteger("branchSampling", "rollouts", rollouts, 1);
  const shown = { firstReturn, rollouts, bases: bases.what, points: points.what, instead: instead?.what };
  const sources = [source, points.source, ...(instead ? [instead.source] : [])].join("; ");
  return part(call("branchSampling", shown), sources, async (context) => {
    const observed = await sampleGroups(context, firstReturn);
    const starts: Start[] = [];
    const chains: number[][] = [];
    for (const group of observed) {
      const random = context.random.split("points", group.id);
      const explored = statesOf(group, options, { task: context.task, random });
      chains.push(...explored.chains.map((chain) => chain.map((s) => s + starts.length)));
      starts.push(...explored.starts);
    }
    const groups = await sampleFrom(context, starts, rollouts, seedOf(context.random.split("explore")));
    return { groups, chains, observed, tokens: countTokens(observed) + countTokens(groups) };
  });
}

/** The states to continue from, and along each kept trajectory their order; none where no trajectory is kept. */
export function statesOf(
  { prompt, rollouts }: Group,
  { bases, points, instead }: Pick<BranchingOptions, "bases" | "points" | "instead">,
  given: { task: Task; random: Random },
): Explored {
  const kept = bases.apply(rollouts);
  if (kept.length === 0) return { starts: [], chains: [] };
  const trajectories = kept.map(({ tokens }) => tokens);
  const { states, chains } = explorePlan(trajectories, points.apply(kept, given));
  const starts = states.map(({ prefix, base, index }, s) => {
    const name = base < 0 ? prompt.id : `${prompt.id}/${kept[base].verdict ? "right" : "wrong"}`;
    return { id: `${prompt.id}#${s}`, prompt, prefix, state: { base: name, index } };
  });
  return instead ? instead.apply({ starts, chains }) : { starts, chains };
}
