import type { StepRow } from "../../../core/types.js";
import { shown, shownEffect } from "../../../experiments/claims/format.js";
import { judgeClaim } from "../../../experiments/claims/judge.js";
import type { ClaimResult } from "../../../experiments/claims/result.js";
import { compared, groupRuns, type Run } from "../../../experiments/reading.js";
import type { Claim, Comparison } from "../../../experiments/types.js";
import type { Block } from "../page.js";
import { tableOf } from "../tables.js";

const ABOUT =
  "Every claim that compares two methods, and every other that was not reproduced: the two values that were compared (means over bases), " +
  "pass@1 and entropy of both methods at the same place, the same comparison at equal pass@1 (95 % interval, not " +
  "declared, not adjusted, no verdict), and the declared controls with the same comparison by other yardsticks or on " +
  "another task. A gain in entropy or pass@32 beside a lower pass@1 is slower learning unless it is there at equal " +
  "pass@1, too.";

/** What speaks for how a verdict came about. */
export function explainedBlocks(results: readonly ClaimResult[], rows: readonly StepRow[]): Block[] {
  const open = results.filter((result) => result.n > 0 && (result.verdict !== "reproduced" || partnerOf(result)));
  if (open.length === 0) return [];
  const runs = groupRuns(rows);
  const records = open.map((result) => ({
    ...{ id: result.id, verdict: result.verdict, effect: `${shownEffect(result)} ${result.unit}` },
    ...stands(result, runs),
    "at equal pass@1": equally(result, rows),
    "controls and other yardsticks": controlsOf(result, results).map(told).join("; "),
  }));
  return [{ heading: "What was compared, and its controls" }, { text: ABOUT }, { table: tableOf(records) }];
}

/** The named controls, then the same comparison by another yardstick or on another task. */
export function controlsOf(result: ClaimResult, results: readonly ClaimResult[]): ClaimResult[] {
  const named = results.filter(({ id }) => result.controls?.includes(id));
  const same = results.filter(
    (other) => other !== result && !named.includes(other) && subject(other) === subject(result),
  );
  return [...named, ...same];
}

const partnerOf = ({ against }: Comparison) =>
  typeof against === "object" && "method" in against ? against : undefined;

/** What is compared, whatever the yardstick and the task. */
function subject(claim: Claim): string {
  const { method, reading, against, statistic, minus } = claim;
  const partner = partnerOf(claim);
  // Within a run "at the start" and "at the end" are other subjects.
  return JSON.stringify([method, partner ? [partner.method, reading.of] : [reading, against], statistic, minus]);
}

const told = ({ id, verdict, yardstick, task, ...result }: ClaimResult): string =>
  `${id} (${yardstick}, ${task}) ${verdict}${result.n > 0 ? `: ${shownEffect(result)}` : ""}`;

/** The values compared, and pass@1 and entropy of both methods where the claim reads them. */
function stands(claim: ClaimResult, runs: ReadonlyMap<string, Run>): Record<string, string> {
  if (claim.statistic) return {};
  const partner = partnerOf(claim);
  const at = (of: string): Comparison | undefined =>
    partner && claim.reading.at !== "equal"
      ? { ...claim, reading: { ...claim.reading, of }, against: { ...partner, reading: { ...partner.reading, of } } }
      : undefined;
  return {
    "the two values": bothValues(claim, claim.task, runs),
    "pass@1, both": bothValues(at("evaluation.passAt.1"), claim.task, runs),
    "entropy, both": bothValues(at("evaluation.responses.entropy"), claim.task, runs),
  };
}

function bothValues(comparison: Comparison | undefined, task: string, runs: ReadonlyMap<string, Run>): string {
  if (!comparison) return "";
  const own = [...runs.values()].filter(([row]) => row.recipe === comparison.method && row.task === task);
  const found = own.flatMap(([row]) => compared(comparison, row, runs) ?? []);
  if (found.length === 0) return "";
  const mean = (of: "value" | "against") => shown(found.reduce((sum, pair) => sum + pair[of], 0) / found.length);
  return `${mean("value")}, ${mean("against")}`;
}

/** The claim's own comparison at equal pass@1, where it is one of two methods' curves. */
function equally(claim: ClaimResult, rows: readonly StepRow[]): string {
  const { reading, minus, statistic } = claim;
  const partner = partnerOf(claim);
  if (!partner || minus || statistic || reading.at === "equal" || reading.at === "start") return "";
  // Not read along the way, or equal by construction.
  if (!reading.of.startsWith("evaluation.") || /^evaluation\.(wide\.|passAt\.1$|avgAt$)/.test(reading.of)) return "";
  const equal = { of: reading.of, at: "equal" } as const;
  const result = judgeClaim({ ...claim, reading: equal, against: { method: partner.method, reading: equal } }, rows);
  return result.n > 1 ? shownEffect(result) : "";
}
