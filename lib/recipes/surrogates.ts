import { checkNumber } from "../core/check.js";
import { cispo as cispoLoss } from "../losses/cispo.js";
import { gspo as gspoLoss } from "../losses/gspo.js";
import type { ClipOptions } from "../losses/surrogate.js";
import { call, part } from "./compose.js";
import { type GroupOptions, grpo } from "./group.js";
import type { Recipe } from "./types.js";

/**
 * GSPO: GRPO with one importance ratio a response, the geometric mean of its tokens'.
 *
 * @throws RangeError when size is not a positive integer or a bound is out of range
 * @example recipes.gspo().surrogate.what // "gspo(epsLow: 0.0003, epsHigh: 0.0004)"
 * @source GSPO (arXiv 2507.18071), section 4.1; bounds of its section 5.1
 */
export function gspo({ size = 8, epsLow = 3e-4, epsHigh = 4e-4 }: GroupOptions & ClipOptions = {}): Recipe {
  checkBounds("gspo", epsLow, epsHigh);
  return {
    ...grpo({ size }),
    name: "gspo",
    paper: "GSPO (arXiv 2507.18071)",
    surrogate: part(
      call("gspo", { epsLow, epsHigh }),
      "GSPO section 4.1, eq. 5 and 7; bounds: section 5.1",
      (context) => {
        const { clipFraction, ...term } = gspoLoss(context, { epsLow, epsHigh });
        return { ...term, metrics: { clipFraction } };
      },
    ),
  };
}

/**
 * CISPO: GRPO's advantages with a clipped weight in the place of a clipped loss, so that no token loses its gradient.
 *
 * @throws RangeError when size is not a positive integer or a bound is out of range
 * @example recipes.cispo().surrogate.what // "cispo(epsLow: 1, epsHigh: 0.2, aggregation: token-mean)"
 * @source MiniMax-M1 (arXiv 2506.13585), section 3.1; the paper tunes epsHigh and does not give it
 */
export function cispo({ size = 8, epsLow = 1, epsHigh = 0.2 }: GroupOptions & ClipOptions = {}): Recipe {
  checkBounds("cispo", epsLow, epsHigh);
  const options = { epsLow, epsHigh, aggregation: "token-mean" } as const;
  return {
    ...grpo({ size }),
    name: "cispo",
    paper: "MiniMax-M1 (arXiv 2506.13585)",
    surrogate: part(call("cispo", options), "MiniMax-M1 section 3.1, no lower bound", (context) => {
      const { clipFraction, ...term } = cispoLoss(context, options);
      return { ...term, metrics: { clipFraction } };
    }),
  };
}

/** Clip bounds of a recipe, checked when it is made. */
export function checkBounds(fn: string, epsLow: number, epsHigh: number): void {
  checkNumber(fn, "epsLow", epsLow, { low: 0, high: 1 });
  checkNumber(fn, "epsHigh", epsHigh, { low: 0 });
}
