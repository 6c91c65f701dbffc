import { checkNumber } from "../core/check.js";
import { dualCoefficient, type SteppedOptions, steppedCoefficient } from "../losses/adaptive.js";
import { entropyBonus } from "../losses/entropy-bonus.js";
import { call, part } from "./compose.js";
import {
  type Added,
  type Aggregated,
  chosen,
  everyToken,
  meanOf,
  type Selection,
  withMetrics,
} from "./parts-entropy.js";
import type { LossContext } from "./types.js";

/** Target, rate and start of a coefficient that follows its dual. */
export interface DualOptions {
  /** Nats; the base's own where absent. */
  target?: number;
  rate: number;
  initial: number;
  aggregation: Aggregated;
}

/** -beta Hbar with beta <- max(0, beta + rate (target - Hbar)) after every step. */
export function dual(fn: string, selection: Selection, options: DualOptions, source: string): Added {
  const { target, rate, initial, aggregation } = options;
  if (target !== undefined) checkNumber(fn, "target", target);
  checkNumber(fn, "rate", rate, { low: 0 });
  checkNumber(fn, "initial", initial, { low: 0 });
  const { of, what: tokens } = selection;
  const term = (context: LossContext) =>
    withMetrics(entropyBonus(chosen(selection, context), { beta: context.state.coefficient, of, aggregation }));
  return {
    regularizers: [part(call("entropyBonus", { beta: "coefficient", of, aggregation, tokens }), source, term)],
    begin: [
      part(call("target", { nats: target ?? "initial mean over the same tokens" }), source, (rollouts) => ({
        coefficient: initial,
        target: target ?? meanOf(selection, rollouts, aggregation),
      })),
    ],
    adapt: [
      part(call("dualCoefficient", { rate }), source, (state, _entropy, { regularized }) =>
        // A step without a kept group has no such mean.
        regularized === undefined
          ? state
          : { ...state, coefficient: dualCoefficient(state.coefficient, regularized, { target: state.target, rate }) },
      ),
    ],
  };
}

/**
 * -c H of all tokens. After every step c moves by a fixed amount; it is applied in the next one where this step's H was at
 * or below the target.
 */
export function stepped(
  fn: string,
  { initial, ...options }: Required<SteppedOptions> & { initial: number },
  source: string,
): Added {
  checkNumber(fn, "initial", initial, { low: options.low, high: options.high });
  steppedCoefficient(initial, 0, options);
  const selection = everyToken("full");
  const bonus = { of: "full", aggregation: "token-mean" } as const;
  const term = (context: LossContext) =>
    withMetrics(entropyBonus(chosen(selection, context), { beta: context.state.applied, ...bonus }));
  return {
    regularizers: [part(call("entropyBonus", { beta: "applied coefficient", ...bonus }), source, term)],
    begin: [
      part(call("coefficient", { initial }), source, (rollouts) => {
        const still = { ...options, delta: 0 };
        return steppedCoefficient(initial, meanOf(selection, rollouts, "token-mean"), still);
      }),
    ],
    adapt: [
      part(call("steppedCoefficient", { ...options }), source, (state, _entropy, { regularized }) =>
        regularized === undefined
          ? state
          : { ...state, ...steppedCoefficient(state.coefficient, regularized, options) },
      ),
    ],
  };
}
