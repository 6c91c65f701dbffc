import { checkInteger } from "../core/check.js";
import type { Group } from "../core/types.js";
import { call, part } from "./compose.js";
import { countTokens, sampleGroups } from "./parts-sampling.js";
import type { Recipe } from "./types.js";

/**
 * `size` responses to every prompt, then rounds of further prompts in the place of those whose responses are all right
 * or all wrong, until there are as many mixed groups as prompts or the rounds or the pool are used up. Only the first
 * round is observed: its prompts are those that every other method gets in this step.
 */
export function refillSampling(size: number, rounds: number, source: string): Recipe["sampling"] {
  checkInteger("refillSampling", "size", size, 1);
  checkInteger("refillSampling", "rounds", rounds, 1);
  return part(call("refillSampling", { size, rounds }), source, async (context) => {
    const observed = await sampleGroups(context, size);
    const groups = [...observed];
    for (let round = 1; round < rounds; round++) {
      const prompts = context.more(observed.length - groups.filter(isMixed).length);
      if (prompts.length === 0) break;
      groups.push(...(await sampleGroups({ ...context, prompts, random: context.random.split("round", round) }, size)));
    }
    return { groups, observed, tokens: countTokens(groups) };
  });
}

/** Whether a group has both right and wrong responses. */
export function isMixed({ rollouts }: Group): boolean {
  return rollouts.some(({ verdict }) => verdict) && rollouts.some(({ verdict }) => !verdict);
}
