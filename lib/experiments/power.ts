import { checkNumber } from "../core/check.js";
import type { StepRow } from "../core/types.js";
import { spread } from "../metrics/paired.js";
import { tBound } from "../metrics/student-t.js";
import { effectsOf } from "./claims/effect.js";
import { shown } from "./claims/format.js";
import { MINIMUM_BASES } from "./claims/result.js";
import { groupRuns } from "./reading.js";
import type { Claim } from "./types.js";

const MOST = 1e6;

/**
 * Bases that a paired t interval needs to exclude the threshold with this chance: the least n with
 * n >= ((t_{(1 + confidence) / 2, n - 1} + t_{power, n - 1}) sd / effect)^2.
 *
 * Against the exact power (noncentral t) it is right to one base for effects up to one sd; for larger ones it asks for one more.
 *
 * @param options `sd` of the effect between bases; `effect` beyond the threshold, either sign; `confidence` .95; `power` .8.
 * @returns At least 2; Infinity for an effect of 0, or one that a million bases would not show.
 * @throws RangeError for a negative sd, an effect that is not finite, a confidence outside (0, 1) or a power outside [.5, 1).
 * @example basesNeeded({ sd: 1, effect: 1 }) // 10
 * @example basesNeeded({ sd: 1, effect: -0.5 }) // 34
 * @source Student's t with both quantiles at n - 1 degrees of freedom, as in Guenther, The American Statistician 35 (1981)
 */
export function basesNeeded({
  sd,
  effect,
  confidence = 0.95,
  power = 0.8,
}: {
  sd: number;
  effect: number;
  confidence?: number;
  power?: number;
}): number {
  const fn = "basesNeeded";
  checkNumber(fn, "sd", sd, { low: 0 });
  checkNumber(fn, "effect", effect);
  checkNumber(fn, "confidence", confidence, { low: 0, high: 1, open: "both" });
  checkNumber(fn, "power", power, { low: 0.5, high: 1, open: "high" });
  if (effect === 0) return Infinity;
  const required = (n: number): number =>
    (((tBound(confidence, n - 1) + tBound(2 * power - 1, n - 1)) * sd) / effect) ** 2;
  // What is required falls with n: no count below the least requirement can do.
  const least = required(MOST);
  if (least > MOST) return Infinity;
  let n = Math.max(2, Math.ceil(least));
  while (n < required(n)) n++;
  return n;
}

/** What a pilot says of a claim, and the bases that the claim needs. */
export interface ClaimPower {
  id: string;
  claim: string;
  paper: Claim["paper"];
  /** Bases of the pilot. */
  n: number;
  /** How far the pilot's mean lies beyond the threshold, on the claimed side; below 0 it speaks against the claim. */
  effect: number;
  /** Between the pilot's bases. */
  sd: number;
  /** Bases for a verdict at the strictest level that Holm's procedure may ask for; Infinity where no spread was seen yet. */
  needed: number;
  /** Bases if the claim stood alone. */
  alone: number;
}

/**
 * Bases that each claim needs, from a pilot's spread and effect.
 *
 * `needed` takes the first rank of Holm's procedure within the claim's paper, 1 - alpha / m: the worst case, so that a
 * verdict does not hang on the other claims. A pilot's effect is itself uncertain: read the numbers as an order of size.
 *
 * @param options `confidence` .95 of the family, `power` .8, `minimumBases` 8, below which nothing is judged.
 * @throws RangeError as `basesNeeded`.
 * @example planPower([], []) // []
 * @source this project
 */
export function planPower(
  claims: readonly Claim[],
  pilotRows: readonly StepRow[],
  { confidence = 0.95, power = 0.8, minimumBases = MINIMUM_BASES } = {},
): ClaimPower[] {
  const runs = groupRuns(pilotRows);
  return claims.map((claim) => {
    const { id, paper, sign, threshold } = claim;
    const { mean, sd, n } = spread(effectsOf(claim, runs).perBase.map(({ value }) => value));
    const effect = sign === "above" ? mean - threshold : threshold - mean;
    const family = claims.filter((other) => other.paper === paper).length;
    const bases = (level: number) =>
      n < 2 ? Infinity : Math.max(minimumBases, basesNeeded({ sd, effect, confidence: level, power }));
    const needed = bases(1 - (1 - confidence) / family);
    return { id, claim: claim.claim, paper, n, effect, sd, needed, alone: bases(confidence) };
  });
}

/**
 * A plan as rows of a table; blank where the pilot cannot say.
 *
 * @throws never.
 * @example powerSummary([]) // []
 * @source this project
 */
export function powerSummary(plan: readonly ClaimPower[]): Record<string, string>[] {
  const count = (bases: number) => (Number.isFinite(bases) ? String(bases) : "");
  return plan.map(({ id, claim, n, effect, sd, needed, alone }) => ({
    ...{ id, claim, pilot: String(n), "beyond threshold": shown(effect), sd: shown(sd) },
    ...{ "bases alone": count(alone), "bases within paper": count(needed) },
  }));
}
