import type { StepRow } from "../../core/types.js";
import { compared, type Run, runKey } from "../reading.js";
import type { Claim } from "../types.js";
import { bandDifference, lawFit } from "./statistics.js";

/** A claim's effect on one base, averaged over the base's seeds. */
export interface BaseEffect {
  base: string;
  value: number;
}

/** Effects by base in order of name, and the bases without one. */
export interface Effects {
  perBase: BaseEffect[];
  /** Their runs are there, and do not give one. */
  missing: string[];
  /** A run of those that are compared is not there. */
  unpaired: string[];
}

/**
 * The effect of a claim on every base: its comparison (or statistic), less its second one, averaged over the base's
 * seeds. A run without a partner, without the quantity, or with a ratio to zero gives none.
 */
export function effectsOf(claim: Claim, runs: ReadonlyMap<string, Run>): Effects {
  const byBase = new Map<string, (number | undefined)[]>();
  for (const row of pairsOf(claim, runs)) {
    byBase.set(row.base, [...(byBase.get(row.base) ?? []), effectOf(claim, row, runs)]);
  }
  const paired = pairedBases(claim, runs);
  const bases = [...byBase].map(([base, effects]) => ({ base, values: effects.filter(known) }));
  bases.sort((a, b) => byName.compare(a.base, b.base));
  const without = bases.filter(({ values }) => values.length === 0).map(({ base }) => base);
  return {
    perBase: bases
      .filter(({ values }) => values.length > 0)
      .map(({ base, values }) => ({ base, value: values.reduce((sum, value) => sum + value, 0) / values.length })),
    missing: without.filter((base) => paired.has(base)),
    unpaired: without.filter((base) => !paired.has(base)),
  };
}

const byName = new Intl.Collator("en", { numeric: true });

const known = (value: number | undefined): value is number => Number.isFinite(value);

/** A row of each base and seed that the claim could be read on, in order of seeds, so that sums round alike. */
function pairsOf({ method, task, statistic }: Claim, runs: ReadonlyMap<string, Run>): StepRow[] {
  const leading = statistic?.name === "band" ? statistic.floor : method;
  const firsts = [...runs.values()].map(([row]) => row);
  return firsts.filter((row) => row.recipe === leading && row.task === task).sort((a, b) => a.seed - b.seed);
}

/** Bases on which, with one seed, every method that the claim reads has a run. */
function pairedBases(claim: Claim, runs: ReadonlyMap<string, Run>): Set<string> {
  const methods = methodsRead(claim);
  const paired = pairsOf(claim, runs).filter((pair) => methods.every((method) => runs.has(runKey(method, pair))));
  return new Set(paired.map(({ base }) => base));
}

function methodsRead({ minus, statistic, ...claim }: Claim): string[] {
  if (statistic?.name === "band") {
    const { sweep, other, floor } = statistic;
    return [floor, ...[...sweep, ...other].map(({ method }) => method)];
  }
  if (statistic?.name === "law") return [claim.method];
  const comparisons = minus ? [claim, minus] : [claim];
  return comparisons.flatMap(({ method, against }) =>
    typeof against === "object" && "method" in against ? [method, against.method] : [method],
  );
}

function effectOf(claim: Claim, pair: StepRow, runs: ReadonlyMap<string, Run>): number | undefined {
  const { minus, statistic } = claim;
  if (statistic?.name === "band") return bandDifference(statistic, pair, runs);
  if (statistic?.name === "law") return lawFit(claim.method, pair, runs);
  const effect = compared(claim, pair, runs)?.compared;
  const lessened = minus ? compared(minus, pair, runs)?.compared : 0;
  return effect === undefined || lessened === undefined ? undefined : effect - lessened;
}
