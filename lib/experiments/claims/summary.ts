import { shown, shownEffect, shownP } from "./format.js";
import type { ClaimResult } from "./result.js";

/**
 * Judged claims as rows of a table: what was expected, the effect with its interval, and the verdict.
 *
 * @throws never.
 * @example claimSummary([]) // []
 * @source this project
 */
export function claimSummary(results: readonly ClaimResult[]): Record<string, string>[] {
  return results.map((result) => ({
    id: result.id,
    claim: result.claim,
    yardstick: result.yardstick,
    expected: `${result.sign} ${shown(result.threshold)} ${result.unit}`,
    effect: shownEffect(result),
    "p (Holm)": result.n === 0 ? "" : shownP(result.adjusted),
    "p (sign flip)": result.n === 0 ? "" : shownP(result.p),
    bases: String(result.n),
    verdict: result.verdict,
    needed: result.needed === undefined ? "" : String(result.needed),
  }));
}

/**
 * Effect and interval as distances beyond the threshold on the claimed side: above 0 they speak for the claim, whichever
 * sign it has. What a forest plot draws.
 *
 * @throws never.
 * @example onClaimedSide({ sign: "below", threshold: 1, effect: 0.25, low: 0, high: 0.5 }) // {"mean": 0.75, "low": 0.5, "high": 1}
 * @source this project
 */
export function onClaimedSide({
  sign,
  threshold,
  effect,
  low,
  high,
}: Pick<ClaimResult, "sign" | "threshold" | "effect" | "low" | "high">): { mean: number; low: number; high: number } {
  return sign === "above"
    ? { mean: effect - threshold, low: low - threshold, high: high - threshold }
    : { mean: threshold - effect, low: threshold - high, high: threshold - low };
}
