import { leaveOneOutAdvantage } from "../advantages/leave-one-out.js";
import { maxRlAdvantage } from "../advantages/max-rl.js";
import { passAtKAdvantage } from "../advantages/pass-at-k.js";
import { checkInteger } from "../core/check.js";
import { reinforce as reinforceLoss } from "../losses/reinforce.js";
import { call, part } from "./compose.js";
import { type GroupOptions, grpo, perGroup } from "./group.js";
import type { Recipe } from "./types.js";

/**
 * REINFORCE: every response by its reward alone, without a baseline.
 *
 * @throws RangeError when size is not a positive integer
 * @example recipes.reinforce().surrogate.what // "reinforce(aggregation: seq-mean-token-sum)"
 * @source Williams (1992), Machine Learning 8, 229-256
 */
export function reinforce({ size = 8 }: GroupOptions = {}): Recipe {
  return {
    ...grpo({ size }),
    name: "reinforce",
    paper: "Williams (1992)",
    advantage: perGroup("reward", "no baseline", (rewards) => Float32Array.from(rewards)),
    surrogate: plain("log-probability of the whole response"),
  };
}

/**
 * RLOO: REINFORCE with the mean reward of the prompt's other responses as its baseline.
 *
 * @throws RangeError when size is not a positive integer
 * @example recipes.rloo().advantage.what // "leaveOneOutAdvantage()"
 * @source RLOO: Ahmadian et al. (arXiv 2402.14740)
 */
export function rloo({ size = 8 }: GroupOptions = {}): Recipe {
  return {
    ...reinforce({ size }),
    name: "rloo",
    paper: "RLOO (arXiv 2402.14740)",
    advantage: perGroup("leaveOneOutAdvantage()", "leave-one-out baseline", leaveOneOutAdvantage),
  };
}

/**
 * MaxRL: REINFORCE with rewards divided by the prompt's success rate.
 *
 * @throws RangeError when size is not a positive integer
 * @example recipes.maxRl().advantage.what // "maxRlAdvantage()"
 * @source MaxRL: Tajwar et al. (arXiv 2602.02710)
 */
export function maxRl({ size = 8 }: GroupOptions = {}): Recipe {
  return {
    ...reinforce({ size }),
    name: "maxRl",
    paper: "MaxRL (arXiv 2602.02710)",
    advantage: perGroup("maxRlAdvantage()", "on-policy estimator, normalised by the mean reward", maxRlAdvantage),
  };
}

/**
 * Pass@k training: a set of k responses is right if any of them is; each response gets its analytical share.
 *
 * @param k size of the sets, at most the group's
 * @throws RangeError when size is not a positive integer or k is not an integer in [1, size]
 * @example recipes.passAtK({ k: 2 }).advantage.what // "passAtKAdvantage(k: 2)"
 * @source Pass@k training: Chen et al. (arXiv 2508.10751); the rest as GRPO
 */
export function passAtK({ k = 4, size = 8 }: { k?: number } & GroupOptions = {}): Recipe {
  checkInteger("passAtK", "k", k, 1, size);
  return {
    ...grpo({ size }),
    name: "passAtK",
    paper: "pass@k training (arXiv 2508.10751)",
    advantage: perGroup(call("passAtKAdvantage", { k }), "analytical derivation", (r) => passAtKAdvantage(r, { k })),
  };
}

function plain(source: string): Recipe["surrogate"] {
  const aggregation = "seq-mean-token-sum";
  return part(call("reinforce", { aggregation }), source, (context) => reinforceLoss(context, { aggregation }));
}
