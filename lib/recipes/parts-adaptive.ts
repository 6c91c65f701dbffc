import { checkNumber } from "../core/check.js";
import { dualCoefficient, type SteppedOptions, steppedCoefficient } from "../losses/adaptive.js";
import { entropyBonus } from "../losses/entropy-bonus.js";
import { call, part } from "./compose.js";
import { type Added, chosen, everyToken, meanOf, type Selection, withMetrics } from "./parts-entropy.js";
import type { LossContext } from "./types.js";

/** Target, rate and start of a coefficient that follows its dual. */
export interface DualOptions {
  /** Nats; the base's own where absent. */
  target?: number;
  rate: number;
  initial: number;
  aggregation: "token-mean" | "seq-mean-token-mean";
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
        target: target ?? meanOf(selection, rollouts),
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

/** -c H of all tokens, c moved by fixed steps and applied only where H is at or below its target. */
export function stepped(
  fn: string,
  { initial, ...options }: Required<SteppedOptions> & { initial: number },
  source: string,
): Added {
  checkNumber(fn, "initial", initial, { low: options.low, high: options.high });
  steppedCoefficient(initial, 0, options);
  const selection = everyToken("full");
  const term = (context: LossContext) => {
    const inputs = chosen(selection, context);
    const { mean } = entropyBonus(inputs, { beta: 0 });
    return withMetrics(
      entropyBonus(inputs, { beta: steppedCoefficient(context.state.coefficient, mean, options).applied }),
    );
  };
  return {
    regularizers: [part(call("entropyBonus", { beta: "coefficient where H <= target", of: "full" }), source, term)],
    begin: [part(call("coefficient", { initial }), source, () => ({ coefficient: initial }))],
    adapt: [
      part(call("steppedCoefficient", { ...options }), source, (state, _entropy, { regularized }) =>
        regularized === undefined
          ? state
          : { ...state, coefficient: steppedCoefficient(state.coefficient, regularized, options).coefficient },
      ),
    ],
  };
}
