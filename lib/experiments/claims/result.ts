import type { Claim } from "../types.js";
import type { BaseEffect } from "./effect.js";

/** Fewer bases give no verdict, and are not equivalent either. */
export const MINIMUM_BASES = 8;

/** What rows say of a claim. */
export type Verdict = "reproduced" | "contradicted" | "inconclusive";

/** A claim and what the rows say of it. */
export interface ClaimResult extends Claim {
  verdict: Verdict;
  /** Mean over bases, in the claim's unit; NaN without rows. */
  effect: number;
  /** Interval of the effect, at `confidence`. */
  low: number;
  high: number;
  /** Two-sided t test of the effect against the threshold, adjusted by Holm's procedure within the paper. */
  adjusted: number;
  /** Sign-flip p of the effect against the threshold, not adjusted. */
  p: number;
  /** Bases. */
  n: number;
  /** Between bases. */
  sd: number;
  /** Level of the interval: the rank's within the paper, or the plain one where there are too few bases for a verdict. */
  confidence: number;
  perBase: BaseEffect[];
  /** Bases that would settle an inconclusive claim, if the effect and its spread are as seen. */
  needed?: number;
  /** The verdict in a sentence. */
  reason: string;
}
