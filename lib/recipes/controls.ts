import { checkNumber, checkOneOf } from "../core/check.js";
import { type KlEstimator, klPenalty } from "../losses/kl.js";
import { call, part } from "./compose.js";
import type { OnTop } from "./entropy.js";
import { grpo } from "./group.js";
import type { LossContext, Recipe } from "./types.js";

/**
 * Any recipe with a penalty on leaving the base policy, which is kept frozen for it.
 *
 * @param options the penalty's `coefficient` and `estimator`, and the recipe `on` which it is put
 * @throws RangeError when coefficient is negative or the estimator is unknown
 * @example recipes.withKl({ coefficient: 0.01, on: recipes.rloo() }).name // "rloo+kl"
 * @source DeepSeekMath (arXiv 2402.03300), eq. 3 and 4; coefficient 0.04: its section 4.2
 */
export function withKl({
  coefficient = 0.04,
  estimator = "k3",
  on = grpo(),
}: { coefficient?: number; estimator?: KlEstimator } & OnTop = {}): Recipe {
  checkNumber("withKl", "coefficient", coefficient, { low: 0 });
  checkOneOf("withKl", "estimator", estimator, ["k1", "k2", "k3"]);
  const source = "DeepSeekMath eq. 3 and 4; coefficient: section 4.2";
  const options = { coefficient, estimator, aggregation: "seq-mean-token-mean" } as const;
  const penalty = part(call("klPenalty", options), source, (context: LossContext) => {
    const { logprobs, masks, reference } = context;
    if (!reference) throw new RangeError("withKl: the loss must be given the reference's statistics, got none");
    const inputs = { logprobs, masks, referenceLogprobs: reference.logprobs };
    const { kl, ...term } = klPenalty(inputs, options);
    return { ...term, metrics: { kl } };
  });
  return {
    ...on,
    name: `${on.name}+kl`,
    paper: `${on.paper}, with a KL to the base`,
    reference: part("base policy, frozen", source, "base" as const),
    regularizers: [...on.regularizers, penalty],
  };
}

/**
 * A control: any recipe whose rewards are coin flips. Verdicts stay, so that rows show what training on nothing does.
 *
 * @param options the recipe `on` which it is put, and the `chance` of a reward of 1
 * @throws RangeError when chance is outside [0, 1]
 * @example recipes.randomReward().reward[0].what // "coinFlip(chance: 0.5)"
 * @source after the random rewards of Shao et al., "Spurious Rewards" (arXiv 2506.10947)
 */
export function randomReward({ chance = 0.5, on = grpo() }: { chance?: number } & OnTop = {}): Recipe {
  checkNumber("randomReward", "chance", chance, { low: 0, high: 1 });
  const flip: Recipe["reward"][number] = part(
    call("coinFlip", { chance }),
    "spurious rewards: random",
    ({ rollouts }, { random }) => rollouts.map(() => (random() < chance ? 1 : 0)),
  );
  return { ...on, name: `randomReward(${on.name})`, paper: `${on.paper}, with random rewards`, reward: [flip] };
}
