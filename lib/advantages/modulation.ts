import { checkArray, checkFinite, checkOneOf, checkRows, fail } from "../core/check.js";
import { groupAdvantage, meanOf } from "./group.js";

/** What the first state is compared with: nothing (paper) or a certain success (release). */
export type FirstDelta = "zero" | "one-minus-value";

/** The readings of a state's gain on its predecessor. */
export interface DeltaOptions {
  first?: FirstDelta;
  /** Release option: `Delta <- sign(Delta) |Delta|^1.5 / sum |Delta|^1.5`. */
  sharpen?: boolean;
}

/** The readings of FR3E's modulation; the defaults are the paper's. */
export interface ModulationOptions extends DeltaOptions {
  /** Divide each state's centred rewards by their standard deviation too. */
  std?: boolean;
}

/** Modulated advantages with what they were made of. */
export interface Modulation {
  /** One array per state, as the rewards came. */
  advantages: Float32Array[];
  values: number[];
  deltas: number[];
  /** exp(-Delta), the factor of each state. */
  alphas: number[];
}

/**
 * How much each state's value gains on the state before it.
 *
 * `Delta_j = V_j - V_{j-1}`; `Delta_0` is 0 (`zero`) or `1 - V_0` (`one-minus-value`). Sharpened deltas have absolute
 * values that sum to 1, and stay 0 where all are 0.
 *
 * @param values V(S_0) ... V(S_K)
 * @returns one delta per state
 * @throws RangeError when there is no value or one is not finite, or `first` is unknown.
 * @example valueDeltas([0.25, 0.5, 0.75, 0.25]) // [0, 0.25, 0.25, -0.5]
 * @example valueDeltas([0.25, 0.5, 0.75, 0.25], { first: "one-minus-value", sharpen: true }) // [0.518341, 0.099755, 0.099755, -0.282149]
 * @source FR3E (arXiv 2507.07017), adaptive advantage modulation; Delta_0 = 1 - V_0 and the sharpening: its release.
 */
export function valueDeltas(
  values: readonly number[],
  { first = "zero", sharpen = false }: DeltaOptions = {},
): number[] {
  checkArray("valueDeltas", "values", values);
  if (values.length === 0) fail("valueDeltas", "values", "at least one state's value", values);
  checkFinite("valueDeltas", "values", values);
  checkOneOf("valueDeltas", "first", first, ["zero", "one-minus-value"]);
  const deltas = values.map((v, j) => (j > 0 ? v - values[j - 1] : first === "zero" ? 0 : 1 - v));
  if (!sharpen) return deltas;
  const powers = deltas.map((d) => Math.sign(d) * Math.abs(d) ** 1.5);
  const total = powers.reduce((sum, d) => sum + Math.abs(d), 0);
  return powers.map((d) => (total === 0 ? 0 : d / total));
}

/**
 * Multiplies each state's advantages by its factor; with other factors the same composition gives the variants:
 * `scaleStates(advantages, alphas.map((a) => Math.max(a, 1)))` only ever strengthens.
 *
 * @param advantages one array per state
 * @param factors one factor per state
 * @returns one array per state
 * @throws RangeError when the numbers of states differ or a factor or an advantage is not finite.
 * @example scaleStates([[1, -1], [0.5, -0.5]], [1, 2]) // [[1, -1], [1, -1]]
 * @source FR3E (arXiv 2507.07017), adaptive advantage modulation: A' = alpha A.
 */
export function scaleStates(advantages: readonly ArrayLike<number>[], factors: readonly number[]): Float32Array[] {
  checkArray("scaleStates", "advantages", advantages);
  checkArray("scaleStates", "factors", factors);
  if (advantages.length !== factors.length) {
    fail("scaleStates", "factors", `one number per state (${advantages.length})`, factors);
  }
  checkFinite("scaleStates", "factors", factors);
  return advantages.map((row, j) => {
    checkFinite("scaleStates", `advantages[${j}]`, row);
    return Float32Array.from(row, (a) => a * factors[j]);
  });
}

/**
 * Advantages of the continuations of a trajectory's states: centred within each state, scaled between states.
 *
 * `A_jm = alpha_j (r_jm - mean_m r_jm)`, `alpha_j = exp(-Delta_j)`: a state that gained on its predecessor is
 * damped, one that lost is strengthened. Within a state alpha is constant, so it only rescales states against each
 * other. A state of equal rewards gets zeros, after its value has served its neighbours' deltas.
 *
 * @param rewardsByState one array of rewards per state, the prompt's first; the states in order
 * @returns advantages per state and continuation, with the values, deltas and factors they came from
 * @throws RangeError when there is no state, a state is empty, a reward is not finite or `first` is unknown.
 * @example modulatedAdvantages([[1, 0], [1, 0]]).alphas // [1, 1]
 * @example modulatedAdvantages([[1, 0, 0, 0]], { first: "one-minus-value" }).advantages // [[0.354275, -0.118092, -0.118092, -0.118092]]
 * @source FR3E (arXiv 2507.07017), adaptive advantage modulation; release reading: `first: "one-minus-value"`, with `sharpen` as its option.
 */
export function modulatedAdvantages(
  rewardsByState: readonly ArrayLike<number>[],
  { first = "zero", sharpen = false, std = false }: ModulationOptions = {},
): Modulation {
  checkRows("modulatedAdvantages", "rewardsByState", rewardsByState);
  if (rewardsByState.length === 0) fail("modulatedAdvantages", "rewardsByState", "at least one state", rewardsByState);
  const centred = rewardsByState.map((rewards, j) => {
    if (rewards.length === 0) fail("modulatedAdvantages", `rewardsByState[${j}]`, "at least one reward", rewards);
    checkFinite("modulatedAdvantages", `rewardsByState[${j}]`, rewards);
    return groupAdvantage(rewards, { std });
  });
  const values = rewardsByState.map(meanOf);
  const deltas = valueDeltas(values, { first, sharpen });
  const alphas = deltas.map((d) => Math.exp(-d));
  return { advantages: scaleStates(centred, alphas), values, deltas, alphas };
}
