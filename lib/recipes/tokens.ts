import { type EntropyShapedOptions, entropyShapedAdvantage } from "../advantages/entropy-shaped.js";
import { checkNumber } from "../core/check.js";
import { keepWhere } from "../masks/combine.js";
import { forkingTokenMask } from "../masks/forking.js";
import { call, part } from "./compose.js";
import { dapo } from "./dapo.js";
import type { OnTop } from "./entropy.js";
import { grpoPlusPlus } from "./group.js";
import type { LossContext, Recipe } from "./types.js";

/**
 * Entropy-shaped advantages: tokens gain advantage where the sampling policy was undecided.
 *
 * @throws RangeError when alpha is negative or kappa is not above 0
 * @example recipes.entropyAdvantage().shape[0].what // "entropyShapedAdvantage(alpha: 0.4, kappa: 2)"
 * @source Cheng et al. (arXiv 2506.14758); SIREN's release of it has kappa 1
 */
export function entropyAdvantage({
  alpha = 0.4,
  kappa = 2,
  on = grpoPlusPlus(),
}: EntropyShapedOptions & OnTop = {}): Recipe {
  checkNumber("entropyAdvantage", "alpha", alpha, { low: 0 });
  checkNumber("entropyAdvantage", "kappa", kappa, { low: 0, open: "low" });
  const shape: Recipe["shape"][number] = part(
    call("entropyShapedAdvantage", { alpha, kappa }),
    "entropy-based advantage term",
    (advantages, rollouts) =>
      entropyShapedAdvantage(
        advantages,
        rollouts.map(({ entropy }) => entropy),
        { alpha, kappa },
      ),
  );
  return {
    ...on,
    name: "entropyAdvantage",
    paper: `entropy-shaped advantage (arXiv 2506.14758) on ${on.name}`,
    shape: [...on.shape, shape],
  };
}

export interface ForkingOptions extends OnTop {
  /** Share of the batch's tokens that carry the policy gradient. */
  share?: number;
}

/**
 * Forking tokens: the policy gradient of the fifth of the batch's tokens with the highest entropy, as their mean.
 *
 * @throws RangeError when share is outside [0, 1]
 * @example recipes.forkingTokens().mask[0].what // "forkingTokenMask(share: 0.2)"
 * @source Wang et al. (arXiv 2506.01939, "80/20"), on DAPO
 */
export function forkingTokens({ share = 0.2, on = dapo() }: ForkingOptions = {}): Recipe {
  const forks = forksOf(share);
  return {
    ...on,
    name: "forkingTokens",
    paper: `80/20 (arXiv 2506.01939) on ${on.name}`,
    mask: [...on.mask, part(call("forkingTokenMask", { share }), "top entropies of the batch; mean over them", forks)],
  };
}

/**
 * TRL's reading of forking tokens: other tokens have no gradient, but count in the mean.
 *
 * @throws RangeError when share is outside [0, 1]
 * @example recipes.forkingTokensOverAll({ on: recipes.cispo() }).surrogate.what // "cispo(epsLow: 1, epsHigh: 0.2, aggregation: token-mean) of forkingTokenMask(share: 0.2)"
 * @source Wang et al. (arXiv 2506.01939, "80/20"); the denominator is TRL's
 */
export function forkingTokensOverAll({ share = 0.2, on = dapo() }: ForkingOptions = {}): Recipe {
  const forks = forksOf(share);
  const { what, apply } = on.surrogate;
  const masked = (context: LossContext) =>
    apply({ ...context, advantages: keepWhere(context.advantages, forks(context)) });
  return {
    ...on,
    name: "forkingTokensOverAll",
    paper: `80/20 (arXiv 2506.01939), TRL's denominator, on ${on.name}`,
    surrogate: part(`${what} of ${call("forkingTokenMask", { share })}`, "TRL: the mean is over all tokens", masked),
  };
}

function forksOf(share: number): (context: LossContext) => Uint8Array[] {
  checkNumber("forkingTokens", "share", share, { low: 0, high: 1 });
  return ({ entropies, masks }) => forkingTokenMask(entropies, { share, within: masks });
}
