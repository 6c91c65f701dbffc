import { checkNumber } from "../core/check.js";

/**
 * The next coefficient of an entropy bonus as a Lagrange multiplier of the constraint H >= target.
 *
 * `beta <- max(0, beta + rate (target - H))`.
 *
 * @param beta the present coefficient
 * @param entropy the batch's mean entropy, nats
 * @param options `target`, nats; `rate`, coefficient per nat
 * @returns the next coefficient
 * @throws RangeError when a number is not finite or `beta` or `rate` is negative.
 * @example dualCoefficient(0.01, 0.1, { target: 0.3, rate: 0.05 }) // 0.02
 * @example dualCoefficient(0.01, 2, { target: 0.3, rate: 0.05 }) // 0
 * @source Haarnoja et al. (arXiv 1812.05905) section 5: the temperature's dual descent.
 */
export function dualCoefficient(
  beta: number,
  entropy: number,
  { target, rate }: { target: number; rate: number },
): number {
  checkNumber("dualCoefficient", "beta", beta, { low: 0 });
  checkNumber("dualCoefficient", "entropy", entropy);
  checkNumber("dualCoefficient", "target", target);
  checkNumber("dualCoefficient", "rate", rate, { low: 0 });
  return Math.max(0, beta + rate * (target - entropy));
}

/** Target, step and bounds of a stepped coefficient. */
export interface SteppedOptions {
  /** Entropy that is kept up, nats. */
  target?: number;
  delta?: number;
  /** Bounds of the coefficient. */
  low?: number;
  high?: number;
}

/**
 * The next coefficient in fixed steps: up where the entropy is at or below its target, down above it; applied only
 * at or below.
 *
 * `c <- clip(c +- delta, low, high)`; `applied` = c where H <= target, else 0.
 *
 * @param coefficient the present one
 * @param entropy the batch's mean entropy, nats
 * @returns the next coefficient, and the one to apply now
 * @throws RangeError when a number is not finite, `delta` is negative or `low` is above `high`.
 * @example steppedCoefficient(0.01, 0.1) // {"coefficient": 0.015, "applied": 0.015}
 * @example steppedCoefficient(0.01, 0.5) // {"coefficient": 0.005, "applied": 0}
 * @source Skywork-OR1 (arXiv 2505.22312) section 3.2.5, adaptive entropy control; defaults as TRL's GRPOConfig.
 */
export function steppedCoefficient(
  coefficient: number,
  entropy: number,
  { target = 0.2, delta = 0.005, low = 0, high = 1 }: SteppedOptions = {},
): { coefficient: number; applied: number } {
  checkNumber("steppedCoefficient", "coefficient", coefficient);
  checkNumber("steppedCoefficient", "entropy", entropy);
  checkNumber("steppedCoefficient", "target", target);
  checkNumber("steppedCoefficient", "delta", delta, { low: 0 });
  checkNumber("steppedCoefficient", "low", low, { high });
  const short = entropy <= target;
  const next = Math.min(high, Math.max(low, coefficient + (short ? delta : -delta)));
  return { coefficient: next, applied: short ? next : 0 };
}
