import type { Rollout } from "../core/types.js";
import { part } from "./compose.js";
import { type Fr3eOptions, fr3e, fr3eBranching } from "./fr3e.js";
import { clipped, eachGroup, keepMixed } from "./group.js";
import { branchSampling, type Explored } from "./parts-branching.js";
import { mixedOnly, modulated, onlyAbove } from "./parts-modulation.js";
import type { Recipe } from "./types.js";

/**
 * FR3E as released: branch points by surprisal, the first state compared with a certain success, sharpened deltas over
 * mixed states alone, clip .2/.3. What it samples further when few states are left is not in it.
 *
 * @throws RangeError as `fr3e`
 * @example recipes.fr3eRelease().advantage.what // "modulatedAdvantages(first: one-minus-value, sharpen: true, factors: mixed states alone)"
 * @source the release of FR3E (arXiv 2507.07017) and its training script
 */
export function fr3eRelease(options: Pick<Fr3eOptions, "firstReturn" | "points" | "rollouts"> = {}): Recipe {
  const readings = { first: "one-minus-value", sharpen: true } as const;
  return {
    ...fr3e({ ...options, by: "surprisal" }),
    name: "fr3eRelease",
    paper: "FR3E's release (arXiv 2507.07017)",
    advantage: modulated(readings, "release; its script turns sharpening on", mixedOnly),
    keep: keepMixed("release, uniform states are dropped before values are compared"),
    surrogate: clipped({ epsLow: 0.2, epsHigh: 0.3, aggregation: "token-mean" }, "release's script"),
  };
}

/**
 * FR3E's states without their modulation: each by its centred rewards.
 *
 * @throws RangeError as `fr3e`
 * @example recipes.fr3eNoModulation().advantage.what // "groupAdvantage(std: false)"
 * @source FR3E (arXiv 2507.07017), without its modulation
 */
export function fr3eNoModulation(options: Fr3eOptions = {}): Recipe {
  return { ...fr3e(options), name: "fr3eNoModulation", advantage: eachGroup(false, "FR3E without modulation") };
}

/**
 * FR3E with factors above 1 alone: states that lost are strengthened, none is damped.
 *
 * @throws RangeError as `fr3e`
 * @example recipes.fr3eOnlyAbove().advantage.what // "modulatedAdvantages(first: zero, sharpen: false, factors: max(alpha, 1))"
 * @source FR3E (arXiv 2507.07017), with half of its modulation
 */
export function fr3eOnlyAbove(options: Fr3eOptions = {}): Recipe {
  const { first = "zero", sharpen = false } = options;
  const advantage = modulated({ first, sharpen }, "FR3E, alpha where it is above 1", onlyAbove);
  return { ...fr3e(options), name: "fr3eOnlyAbove", advantage };
}

/**
 * The control without branching: as many groups as FR3E has states, all from the bare prompt.
 *
 * @throws RangeError as `fr3e`
 * @example recipes.fr3eBarePrompt().advantage.what // "groupAdvantage(std: false)"
 * @source this project, a control of FR3E (arXiv 2507.07017)
 */
export function fr3eBarePrompt(options: Fr3eOptions = {}): Recipe {
  const instead = part(
    "bare prompts",
    "control",
    ({ starts }: Explored): Explored => ({
      starts: starts.map(({ id, prompt }) => ({ id, prompt, prefix: [] })),
      chains: [],
    }),
  );
  return {
    ...fr3e(options),
    name: "fr3eBarePrompt",
    sampling: branchSampling({ ...fr3eBranching(options), instead }, "FR3E's number of groups"),
    advantage: eachGroup(false, "no states, no modulation"),
  };
}

/**
 * FR3E that trains on its first returns too.
 *
 * @throws RangeError as `fr3e`
 * @example recipes.fr3eWithFirstReturns().name // "fr3eWithFirstReturns"
 * @source this project, a variant of FR3E (arXiv 2507.07017)
 */
export function fr3eWithFirstReturns(options: Fr3eOptions = {}): Recipe {
  const recipe = fr3e(options);
  const { what, source, apply } = recipe.sampling;
  const sampling: Recipe["sampling"] = part(`${what} and first returns`, source, async (context) => {
    const sampled = await apply(context);
    return { ...sampled, groups: [...sampled.groups, ...sampled.observed] };
  });
  return { ...recipe, name: "fr3eWithFirstReturns", sampling };
}

/**
 * FR3E that returns to right trajectories alone.
 *
 * @throws RangeError as `fr3e`
 * @example recipes.fr3eRightOnly().name // "fr3eRightOnly"
 * @source this project, a variant of FR3E (arXiv 2507.07017)
 */
export function fr3eRightOnly(options: Fr3eOptions = {}): Recipe {
  const branching = fr3eBranching(options);
  const bases = part("oneRight, of mixed groups", "FR3E without its wrong trajectories", (rollouts: Rollout[]) =>
    branching.bases.apply(rollouts).filter(({ verdict }) => verdict),
  );
  return {
    ...fr3e(options),
    name: "fr3eRightOnly",
    sampling: branchSampling({ ...branching, bases }, "FR3E, First Return and Entropy-Eliciting Explore"),
  };
}
