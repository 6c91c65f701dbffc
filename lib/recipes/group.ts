import { groupAdvantage } from "../advantages/group.js";
import type { Group } from "../core/types.js";
import { clippedSurrogate, type SurrogateOptions } from "../losses/surrogate.js";
import { call, part } from "./compose.js";
import { isMixed } from "./parts-refill.js";
import { groupSampling } from "./parts-sampling.js";
import type { LossContext, Part, Recipe } from "./types.js";

/** Every option of a group recipe: how many responses a prompt. */
export interface GroupOptions {
  size?: number;
}

/** Slots that most methods leave empty. */
export const nothingElse = { reward: [], shape: [], mask: [], regularizers: [], begin: [], adapt: [] };

/**
 * GRPO: clipped surrogate on rewards standardised within the prompt's group.
 *
 * @throws RangeError when size is not a positive integer
 * @example recipes.grpo().advantage.what // "groupAdvantage(std: true)"
 * @source DeepSeekMath (arXiv 2402.03300), section 4.1; the KL term of its loss: `withKl`
 */
export function grpo({ size = 8 }: GroupOptions = {}): Recipe {
  return {
    name: "grpo",
    paper: "DeepSeekMath (arXiv 2402.03300)",
    sampling: groupSampling(size, "DeepSeekMath section 4.1, a group of responses a question"),
    advantage: eachGroup(true, "DeepSeekMath section 4.1.2, outcome supervision"),
    keep: keepAll("DeepSeekMath section 4.1"),
    surrogate: clipped(
      { epsLow: 0.2, epsHigh: 0.2, aggregation: "seq-mean-token-mean" },
      "DeepSeekMath eq. 3; clip as PPO",
    ),
    ...nothingElse,
  };
}

/**
 * Dr.GRPO: GRPO without the standard deviation and without the length in the denominator.
 *
 * @throws RangeError when size is not a positive integer
 * @example recipes.drGrpo().surrogate.what // "clippedSurrogate(epsLow: 0.2, epsHigh: 0.2, aggregation: seq-mean-token-sum-norm)"
 * @source Dr.GRPO (arXiv 2503.20783), section 3.2
 */
export function drGrpo({ size = 8 }: GroupOptions = {}): Recipe {
  return {
    ...grpo({ size }),
    name: "drGrpo",
    paper: "Dr.GRPO (arXiv 2503.20783)",
    advantage: eachGroup(false, "Dr.GRPO section 3.2, no standard deviation"),
    surrogate: clipped(
      { epsLow: 0.2, epsHigh: 0.2, aggregation: "seq-mean-token-sum-norm" },
      "Dr.GRPO section 3.2, constant length in the denominator",
    ),
  };
}

/**
 * GRPO++, FR3E's baseline: clip-higher, token mean, uniform groups dropped, no standard deviation.
 *
 * @param options `size` of a group; `epsHigh`, the ratio's upper bound above 1 (.2 takes clip-higher away)
 * @throws RangeError when size is not a positive integer, or epsHigh negative (in the loss)
 * @example recipes.grpoPlusPlus().keep.what // "keepMixed()"
 * @source FR3E (arXiv 2507.07017), the baseline of its experiments
 */
export function grpoPlusPlus({ size = 8, epsHigh = 0.28 }: GroupOptions & { epsHigh?: number } = {}): Recipe {
  return {
    ...grpo({ size }),
    name: "grpoPlusPlus",
    paper: "FR3E's baseline (arXiv 2507.07017)",
    advantage: eachGroup(false, "FR3E, baseline"),
    keep: keepMixed("FR3E, baseline: rejection sampling of uniform groups"),
    surrogate: clipped(
      { epsLow: 0.2, epsHigh, aggregation: "token-mean" },
      "FR3E, baseline: clip-higher of DAPO (its section 3.1)",
    ),
  };
}

/** Rewards compared within each group by itself. */
export function eachGroup(std: boolean, source: string): Recipe["advantage"] {
  return perGroup(call("groupAdvantage", { std }), source, (rewards) => groupAdvantage(rewards, { std }));
}

/** An advantage of each group's rewards by themselves. */
export function perGroup(
  what: string,
  source: string,
  advantage: (rewards: number[]) => Float32Array,
): Recipe["advantage"] {
  return part(what, source, ({ groups }) =>
    groups.map(({ rollouts }) => advantage(rollouts.map(({ reward }) => reward))),
  );
}

/** Trains on every group. */
export const keepAll = (source: string): Part<(group: Group) => boolean> => part("keepAll()", source, () => true);

/** Trains only on groups with both right and wrong responses. */
export const keepMixed = (source: string): Part<(group: Group) => boolean> => part("keepMixed()", source, isMixed);

/** The clipped surrogate on a context; `maxLength` is the task's. */
export function clipped(options: SurrogateOptions, source: string): Recipe["surrogate"] {
  return part(call("clippedSurrogate", { ...options }), source, (context: LossContext) =>
    clippedSurrogate(context, { maxLength: context.maxLength, ...options }),
  );
}
