import type { StepRow } from "../../core/types.js";
import { holm, holmConfidence } from "../../metrics/holm.js";
import { pairedDifference, spread } from "../../metrics/paired.js";
import { tTail } from "../../metrics/student-t.js";
import { basesNeeded } from "../power.js";
import { groupRuns, type Run } from "../reading.js";
import type { Claim } from "../types.js";
import { type BaseEffect, effectsOf } from "./effect.js";
import { reasonOf } from "./reason.js";
import { type ClaimResult, MINIMUM_BASES, type Verdict } from "./result.js";

/** How strictly claims are judged. */
export interface JudgeOptions {
  /** Of the intervals of one paper's claims together. */
  confidence?: number;
  /** Fewer bases give no verdict. */
  minimumBases?: number;
  /** Chance with which `needed` bases would settle a claim. */
  power?: number;
}

/**
 * Verdicts of claims over rows: each claim's effect on every base, its mean, and a t interval at the level that Holm's
 * procedure gives the claim within its paper.
 *
 * Reproduced: the interval lies beyond the threshold on the claimed side. Contradicted: wholly beyond on the other.
 * Else inconclusive, with what the interval excludes (`equivalent` where it lies within the claim's margin of the
 * threshold) and the number of bases that would settle it. The family is all the claims of one paper that are
 * passed in, whether or not they have rows: it was fixed when they were declared. Ranks come from the t tests against
 * the thresholds, so `verdict` is decided exactly where `adjusted` is at most 1 - confidence. The sign-flip p stands
 * beside and takes no part: on eight bases it cannot fall below 2/256, which no correction over more than six claims
 * passes, however large the effect. Pure: the order of rows changes nothing.
 *
 * @param claims Declared claims; those of one `paper` are one family.
 * @param options `confidence` .95, `minimumBases` 8, `power` .8.
 * @returns One result a claim, in order.
 * @throws RangeError where a reading `at: "equal"` has no second run, or a confidence or power is out of range.
 * @example judgeClaims([], []) // []
 * @source this project; Holm (1979)
 */
export function judgeClaims(
  claims: readonly Claim[],
  rows: readonly StepRow[],
  options: JudgeOptions = {},
): ClaimResult[] {
  const runs = groupRuns(rows);
  const papers = [...new Set(claims.map(({ paper }) => paper))];
  const judged = papers.flatMap((paper) => {
    const family = claims.filter((claim) => claim.paper === paper);
    return judgeFamily(family, runs, options).map((result, i) => [family[i], result] as const);
  });
  const results = new Map(judged);
  return claims.map((claim) => results.get(claim)!);
}

/**
 * The verdict of one claim that stands alone; see `judgeClaims`, which adjusts for the other claims of its paper.
 *
 * @throws RangeError as `judgeClaims`.
 * @example judgeClaim({ id: "S3", claim: "entropy is kept", paper: "SIREN", task: "countdown", yardstick: "within a run", method: "siren", reading: { of: "entropy", at: "end" }, against: 0.2, compare: "difference", sign: "above", threshold: 0, unit: "nats" }, []).reason // "no rows"
 * @source this project
 */
export function judgeClaim(claim: Claim, rows: readonly StepRow[], options: JudgeOptions = {}): ClaimResult {
  return judgeClaims([claim], rows, options)[0];
}

function judgeFamily(
  claims: readonly Claim[],
  runs: ReadonlyMap<string, Run>,
  { confidence = 0.95, minimumBases = MINIMUM_BASES, power = 0.8 }: JudgeOptions,
): ClaimResult[] {
  const alpha = 1 - confidence;
  const effects = claims.map((claim) => effectsOf(claim, runs));
  const judgeable = effects.map(({ perBase }) => perBase.length >= Math.max(2, minimumBases));
  const tests = claims.map((claim, i) => (judgeable[i] ? tTest(claim, effects[i].perBase) : 1));
  const adjusted = holm(tests);
  const levels = holmConfidence(tests, { alpha });
  return claims.map((claim, i) => {
    const { perBase, ...without } = effects[i];
    const level = judgeable[i] ? levels[i] : confidence;
    const found = { ...estimate(claim, perBase, level), adjusted: adjusted[i], confidence: level, perBase };
    const verdict = adjusted[i] <= alpha ? side(claim, found.effect) : "inconclusive";
    const beyond = found.effect - claim.threshold;
    const open = verdict === "inconclusive" && found.n >= 2;
    const bases = open ? basesNeeded({ sd: found.sd, effect: beyond, confidence: levels[i], power }) : Infinity;
    const needed = bases < Infinity ? { needed: Math.max(minimumBases, bases) } : {};
    const result = { ...claim, verdict, ...found, ...needed };
    return { ...result, reason: reasonOf(result, { ...without, minimumBases, power }) };
  });
}

type Estimate = Pick<ClaimResult, "effect" | "low" | "high" | "p" | "n" | "sd">;

function estimate({ threshold }: Claim, perBase: readonly BaseEffect[], confidence: number): Estimate {
  if (perBase.length === 0) return { effect: NaN, low: -Infinity, high: Infinity, p: 1, n: 0, sd: NaN };
  const values = perBase.map(({ value }) => value);
  const against = (other: number) =>
    pairedDifference(values, new Float64Array(values.length).fill(other), { confidence });
  const { mean: effect, low, high, n, sd } = against(0);
  return { effect, low, high, p: against(threshold).p, n, sd };
}

/** Two-sided p of the t test against the threshold; a mean that differs from it by rounding alone is on it. */
function tTest({ threshold }: Claim, perBase: readonly BaseEffect[]): number {
  const { mean, sd, n } = spread(perBase.map(({ value }) => value));
  const beyond = Math.abs(mean - threshold);
  if (beyond <= 1e-12 * Math.max(Math.abs(mean), Math.abs(threshold))) return 1;
  return tTail(beyond / (sd / Math.sqrt(n)), n - 1);
}

function side({ sign, threshold }: Claim, effect: number): Verdict {
  return effect > threshold === (sign === "above") ? "reproduced" : "contradicted";
}
