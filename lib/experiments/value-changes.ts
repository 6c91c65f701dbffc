import { generator, seedOf } from "../core/random.js";
import type { Policy, Prompt, Rollout, Task } from "../core/types.js";

/** A response and the prompt it answers. */
export interface Trajectory {
  prompt: Prompt;
  rollout: Rollout;
}

/** How much V changes from token to token along trajectories; V(t) is the share of right continuations of t tokens. */
export interface ValueChanges {
  trajectories: number;
  /** Mean |V(t+1) - V(t)| where the response had a choice, and where it had none: the latter is what sampling alone gives. */
  atForks: number;
  elsewhere: number;
  /** Correlation of the token's entropy with |V(t+1) - V(t)|, over all tokens and over forks; null where one is constant. */
  correlation: number | null;
  forkCorrelation: number | null;
}

/**
 * Values along trajectories by continuing every prefix `continuations` times.
 *
 * @throws RangeError from the policy when continuations is not a positive integer
 * @source FR3E (arXiv 2507.07017), section 3: V of a state as the share of right rollouts from it
 */
export async function valueChanges(
  policy: Policy,
  task: Task,
  trajectories: readonly Trajectory[],
  { continuations, seed }: { continuations: number; seed: number },
): Promise<ValueChanges> {
  const tokens: { entropy: number; change: number; fork: boolean }[] = [];
  for (const [i, { prompt, rollout }] of trajectories.entries()) {
    const options = { continuations, seed: seedOf(generator(seed).split("values", i)) };
    const values = await valuesAlong(policy, task, { prompt, rollout }, options);
    const forks = task.forks(rollout.tokens);
    for (let t = 0; t < rollout.tokens.length; t++) {
      tokens.push({ entropy: rollout.entropy[t], change: Math.abs(values[t + 1] - values[t]), fork: forks[t] === 1 });
    }
  }
  const forks = tokens.filter(({ fork }) => fork);
  const plain = tokens.filter(({ fork }) => !fork);
  return {
    trajectories: trajectories.length,
    atForks: mean(forks.map(({ change }) => change)),
    elsewhere: mean(plain.map(({ change }) => change)),
    correlation: correlation(tokens),
    forkCorrelation: correlation(forks),
  };
}

/** V after 0 .. T tokens. [T + 1] */
async function valuesAlong(
  policy: Policy,
  task: Task,
  { prompt, rollout: { tokens, verdict } }: Trajectory,
  { continuations, seed }: { continuations: number; seed: number },
): Promise<number[]> {
  const prefixes = tokens.map((_, t) => tokens.slice(0, t));
  const prompts = prefixes.map(() => prompt.tokens);
  const { maxTokens, endToken } = task;
  const rollouts = await policy.generate(prompts, { count: continuations, maxTokens, endToken, seed, prefixes });
  const right = (said: number[], t: number): number =>
    rollouts
      .slice(t * continuations, (t + 1) * continuations)
      .filter((continued) => task.verify(prompt, [...said, ...continued.tokens]).correct).length;
  return [...prefixes.map((said, t) => right(said, t) / continuations), verdict ? 1 : 0];
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);

function correlation(tokens: readonly { entropy: number; change: number }[]): number | null {
  const [h, v] = [mean(tokens.map(({ entropy }) => entropy)), mean(tokens.map(({ change }) => change))];
  const moment = (of: (dh: number, dv: number) => number): number =>
    mean(tokens.map(({ entropy, change }) => of(entropy - h, change - v)));
  const spread = Math.sqrt(moment((dh) => dh * dh) * moment((_, dv) => dv * dv));
  return spread > 0 ? moment((dh, dv) => dh * dv) / spread : null;
}
