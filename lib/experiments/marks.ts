import { shownEffect } from "./claims/format.js";
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
  /** The effect as tables print it, neither shifted nor turned: with the threshold where that is not "above 0". */
  told: string;
  /** The heading under which it stands: its paper. */
  group: string;
}

/**
 * Judged claims as marks of a forest plot or an overview: those that have rows, as distances beyond their thresholds on
 * the claimed side, each with its effect as tables print it (and `n`, its bases, where claims differ in them).
 *
 * @throws never.
 * @example claimMarks([]) // []
 * @source this project
 */
export function claimMarks(results: readonly ClaimResult[]): ClaimMark[] {
  const judged = results.filter(({ n }) => n > 0);
  const differ = new Set(judged.map(({ n }) => n)).size > 1;
  return judged.map((result) => ({
    name: `${result.id} ${result.claim}`,
    ...onClaimedSide(result),
    verdict: result.verdict,
    unit: result.unit,
    told: told(result) + (differ ? ` n=${result.n}` : ""),
    group: result.paper,
  }));
}

function told(result: ClaimResult): string {
  const { sign, threshold, unit } = result;
  const plain = sign === "above" && threshold === 0;
  return `${shownEffect(result)} ${unit}${plain ? "" : ` (${sign === "above" ? ">" : "<"}${threshold})`}`;
}
