import { checkInteger } from "../core/check.js";
import { generator } from "../core/random.js";
import type { Policy, PolicyOptions, Rollout } from "../core/types.js";
import type { Generation, HeadOptions, Model } from "../engine/types.js";

/**
 * A policy over an engine's model. Continuation j of prompt i draws from the stream (seed, i, j), so its tokens do not
 * depend on what else was sampled with it.
 *
 * @param head how entropies are read (nucleus mass and definition)
 * @throws RangeError when a prompt leaves no room in the context, or counts are not positive integers
 * @example const rollouts = await tinyPolicy(model).generate([[0, 5, 6]], { count: 8, maxTokens: 20, endToken: 1, seed: 1 });
 * @source this project
 */
export function tinyPolicy(model: Model, head: Pick<HeadOptions, "p" | "nucleus"> = {}): Policy & { model: Model } {
  return { model, generate: (prompts, options) => generate(model, head, prompts, options) };
}

async function generate(
  model: Model,
  head: Pick<HeadOptions, "p" | "nucleus">,
  prompts: number[][],
  { count, maxTokens, endToken, temperature = 1, topP = 1, seed, prefixes }: PolicyOptions,
): Promise<Rollout[]> {
  checkInteger("tinyPolicy.generate", "count", count, 1);
  checkInteger("tinyPolicy.generate", "maxTokens", maxTokens, 1);
  const starts = prompts.map((prompt, i) => [...prompt, ...(prefixes?.[i] ?? [])]);
  const room = prompts.map((_, i) => maxTokens - (prefixes?.[i]?.length ?? 0));
  const random = generator(seed);
  const keys = (i: number, j: number) => random.split(i, j).key;
  const options = { count, maxTokens: room, endToken, temperature, topP, keys, ...head };
  const generations = await model.generate(starts, options);
  return generations.flatMap((continuations, i) => continuations.map((c) => rollout(starts[i], c)));
}

function rollout(prompt: number[], generation: Generation): Rollout {
  return { prompt, ...generation, verdict: false, reward: 0, group: "" };
}
