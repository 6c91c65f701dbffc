import type { ClaimResult, Verdict } from "./claims/result.js";
import { onClaimedSide } from "./claims/summary.js";

/** A judged claim as a forest plot draws it. */
export interface ClaimMark {
  /** Its id and statement. */
  name: string;
  /** Effect beyond the threshold on the claimed side, with its interval. */
  mean: number;
  low: number;
  high: number;
  verdict: Verdict;
  unit: string;
  /** The heading under which it stands: its paper. */
  group: string;
}

/**
 * Judged claims as marks of a forest plot or an overview: those that have rows, as distances beyond their thresholds on
 * the claimed side.
 *
 * @throws never.
 * @example claimMarks([]) // []
 * @source this project
 */
export function claimMarks(results: readonly ClaimResult[]): ClaimMark[] {
  return results
    .filter(({ n }) => n > 0)
    .map((result) => ({
      name: `${result.id} ${result.claim}`,
      ...onClaimedSide(result),
      verdict: result.verdict,
      unit: result.unit,
      group: result.paper,
    }));
}
