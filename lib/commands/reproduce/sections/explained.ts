import type { StepRow } from "../../../core/types.js";
import { shown, shownEffect } from "../../../experiments/claims/format.js";
import type { ClaimResult } from "../../../experiments/claims/result.js";
import { groupRuns, type Run, read, runKey } from "../../../experiments/reading.js";
import type { Block } from "../page.js";
import { tableOf } from "../tables.js";

const ABOUT =
  "Every claim that was not reproduced, beside its controls: the claims that its declaration names, and the same " +
  "comparison by another yardstick or on another task. The last columns say where the two methods stood (means over the " +
  "bases of both): a gain in entropy or pass@32 that goes with a lower pass@1 is slower learning unless the row at equal " +
  "pass@1 says otherwise.";

/** What speaks for how a claim that was not reproduced came about. */
export function explainedBlocks(results: readonly ClaimResult[], rows: readonly StepRow[]): Block[] {
  const open = results.filter(({ verdict, n }) => verdict !== "reproduced" && n > 0);
  if (open.length === 0) return [];
  const runs = groupRuns(rows);
  const records = open.map((result) => ({
    ...{ id: result.id, verdict: result.verdict, effect: `${shownEffect(result)} ${result.unit}` },
    "controls and other yardsticks": controlsOf(result, results).map(told).join("; "),
    ...stands(result, runs),
  }));
  return [{ heading: "What was not reproduced, and its controls" }, { text: ABOUT }, { table: tableOf(records) }];
}

/** The named controls, then the same comparison by another yardstick or on another task. */
export function controlsOf(result: ClaimResult, results: readonly ClaimResult[]): ClaimResult[] {
  const named = results.filter(({ id }) => result.controls?.includes(id));
  const same = results.filter(
    (other) => other !== result && !named.includes(other) && subject(other) === subject(result),
  );
  return [...named, ...same];
}

function subject({ method, reading, against, compare, sign, statistic, minus }: ClaimResult): string {
  const partner = typeof against === "object" && "method" in against ? against.method : "";
  return partner && !minus
    ? [method, partner, reading.of, compare, sign].join(" ")
    : JSON.stringify([method, reading, statistic ?? minus ?? against]);
}

const told = ({ id, verdict, yardstick, task, ...result }: ClaimResult): string =>
  `${id} (${yardstick}, ${task}) ${verdict}${result.n > 0 ? `: ${shownEffect(result)}` : ""}`;

/** pass@1 and entropy of both methods where the claim reads them. */
function stands(
  { method, reading, against, task }: ClaimResult,
  runs: ReadonlyMap<string, Run>,
): Record<string, string> {
  const partner = typeof against === "object" && "method" in against ? against : undefined;
  if (!partner || reading.at === "equal") return {};
  const pairs = [...runs.values()].flatMap((run) => {
    const other = runs.get(runKey(partner.method, run[0]));
    return run[0].recipe === method && run[0].task === task && other ? [{ run, other }] : [];
  });
  const mean = (of: string, side: "run" | "other") => {
    const at = side === "run" ? reading.at : partner.reading.at;
    const values = pairs.flatMap((pair) => read(pair[side], { of, at }) ?? []);
    return values.length === 0 ? "none" : shown(values.reduce((a, b) => a + b, 0) / values.length);
  };
  const both = (of: string) => `${mean(of, "run")} against ${mean(of, "other")}`;
  return { "pass@1, both": both("evaluation.passAt.1"), "entropy, both": both("evaluation.responses.entropy") };
}
