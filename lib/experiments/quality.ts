import type { Group, Policy, ResponseFigures, Task } from "../core/types.js";
import { slipOf } from "../tasks/slips.js";
import { evaluate } from "../training/evaluate.js";
import { type Trajectory, type ValueChanges, valueChanges } from "./value-changes.js";

/** What a base can do before any reinforcement, and whether its forks are what the methods take them for. */
export interface BaseQuality {
  task: string;
  pass1: number;
  pass32: number;
  /** Both, by difficulty. */
  byDifficulty: Record<string, { pass1: number; pass32: number }>;
  /** Share of responses with a wrong result or copy, and of those that are no list of steps. */
  errors: number;
  unreadable: number;
  /** Entropies in nats, share of forks, and how often the four highest entropies are forks (by chance: `forkShare`). */
  responses: ResponseFigures;
  /** Along right and wrong responses to the same prompts. */
  changes: { right: ValueChanges; wrong: ValueChanges };
  bars: Bar[];
}

/** A condition on a base. */
export interface Bar {
  bar: string;
  met: boolean;
}

export interface QualityOptions {
  /** Held-out prompts of each difficulty, and responses to each. */
  prompts: number;
  samples: number;
  /** Right and as many wrong responses whose values are followed, and continuations of each of their prefixes. */
  trajectories: number;
  continuations: number;
  seed: number;
  /** A base that is meant to be better than the others: its pass@1 has a higher bar. */
  better: boolean;
}

const defaults: QualityOptions = {
  ...{ prompts: 100, samples: 32, trajectories: 12, continuations: 16, seed: 7, better: false },
};

/**
 * The figures of a base on held-out prompts, with the bars that a base must meet: errors <= 10 %, pass@1 within .1 and
 * .4 (.6 for a better base), pass@32 >= .8.
 *
 * @throws RangeError when fewer than 32 samples are drawn or the task is unknown
 * @source this project
 */
export async function baseQuality(
  policy: Policy,
  task: Task,
  overrides: Partial<QualityOptions> = {},
): Promise<BaseQuality> {
  const { prompts, samples, seed, better, ...along } = { ...defaults, ...overrides };
  const { evaluation, groups } = await evaluate(policy, task, { prompts, samples, seed });
  const slips = groups.flatMap(({ prompt, rollouts }) => rollouts.map(({ tokens }) => slipOf(task, prompt, tokens)));
  const share = (wanted: string): number => slips.filter((slip) => slip === wanted).length / slips.length;
  const pass = (figures: { passAt: Record<string, number> }) => ({
    pass1: figures.passAt["1"],
    pass32: figures.passAt["32"],
  });
  const changes = async (verdict: boolean): Promise<ValueChanges> =>
    valueChanges(policy, task, spread(groups, verdict, along.trajectories), { ...along, seed });
  const figures = { ...pass(evaluation), errors: share("value"), unreadable: share("form") };
  return {
    task: task.name,
    ...figures,
    byDifficulty: Object.fromEntries(Object.entries(evaluation.byDifficulty!).map(([name, of]) => [name, pass(of)])),
    responses: evaluation.responses!,
    changes: { right: await changes(true), wrong: await changes(false) },
    bars: barsOf(figures, better),
  };
}

/** The bars of a base's figures. */
export function barsOf(
  { errors, pass1, pass32 }: Pick<BaseQuality, "errors" | "pass1" | "pass32">,
  better: boolean,
): Bar[] {
  const most = better ? 0.6 : 0.4;
  return [
    { bar: "errors <= 0.1", met: errors <= 0.1 },
    { bar: `pass@1 in [0.1, ${most}]`, met: pass1 >= 0.1 && pass1 <= most },
    { bar: "pass@32 >= 0.8", met: pass32 >= 0.8 },
  ];
}

/** The first response with that verdict of prompts that have both kinds, spread evenly over them. */
function spread(groups: readonly Group[], verdict: boolean, count: number): Trajectory[] {
  const mixed = groups.filter(({ rollouts }) => new Set(rollouts.map((rollout) => rollout.verdict)).size === 2);
  const wanted = Math.min(count, mixed.length);
  return Array.from({ length: wanted }, (_, i) => {
    const { prompt, rollouts } = mixed[Math.floor((i * mixed.length) / wanted)];
    return { prompt, rollout: rollouts.find((rollout) => rollout.verdict === verdict)! };
  });
}
