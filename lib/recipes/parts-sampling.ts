import { checkInteger } from "../core/check.js";
import { seedOf } from "../core/random.js";
import type { Group, PolicyOptions, Prompt, Rollout, Task } from "../core/types.js";
import { call, part } from "./compose.js";
import type { Part, Sampled, SamplingContext } from "./types.js";

/** `size` responses to every prompt. */
export function groupSampling(size: number, source: string): Part<(context: SamplingContext) => Promise<Sampled>> {
  checkInteger("groupSampling", "size", size, 1);
  return part(call("groupSampling", { size }), source, async (context) => {
    const groups = await sampleGroups(context, size);
    return { groups, observed: groups, tokens: countTokens(groups) };
  });
}

/**
 * One judged group a prompt.
 *
 * @throws RangeError when a prompt leaves no room in the context or size is not a positive integer.
 * @example const groups = await sampleGroups({ policy, task, prompts, temperature: 1, random: generator(1) }, 8);
 * @source this project
 */
export async function sampleGroups(context: Omit<SamplingContext, "more">, size: number): Promise<Group[]> {
  const { prompts, random } = context;
  const starts = prompts.map((prompt) => ({ id: prompt.id, prompt, prefix: [] as number[] }));
  return sampleFrom(context, starts, size, seedOf(random.split("groups")));
}

/** A place to continue from: a prompt and the tokens already said. */
export interface Start {
  id: string;
  prompt: Prompt;
  prefix: number[];
  state?: Rollout["state"];
}

/**
 * `size` judged continuations of every start; a verdict is of prefix and continuation together.
 *
 * @throws RangeError when a start leaves no room in the context or size is not a positive integer.
 * @example const groups = await sampleFrom({ policy, task, temperature: 1 }, starts, 16, 7);
 * @source this project
 */
export async function sampleFrom(
  { policy, task, temperature }: Pick<SamplingContext, "policy" | "task" | "temperature">,
  starts: readonly Start[],
  size: number,
  seed: number,
): Promise<Group[]> {
  if (starts.length === 0) return [];
  const options: PolicyOptions = {
    count: size,
    maxTokens: task.maxTokens,
    endToken: task.endToken,
    temperature,
    seed,
    prefixes: starts.map(({ prefix }) => prefix),
  };
  const rollouts = await policy.generate(
    starts.map(({ prompt }) => prompt.tokens),
    options,
  );
  return starts.map((start, i) => ({
    id: start.id,
    prompt: start.prompt,
    rollouts: rollouts.slice(i * size, (i + 1) * size).map((rollout) => judged(task, start, rollout)),
  }));
}

function judged(task: Task, { id, prompt, prefix, state }: Start, rollout: Rollout): Rollout {
  const { correct } = task.verify(prompt, [...prefix, ...rollout.tokens]);
  return { ...rollout, verdict: correct, reward: correct ? 1 : 0, group: id, ...(state && { state }) };
}

/** Generated tokens of groups. */
export function countTokens(groups: readonly Group[]): number {
  return groups.reduce((sum, { rollouts }) => sum + rollouts.reduce((n, { tokens }) => n + tokens.length, 0), 0);
}
