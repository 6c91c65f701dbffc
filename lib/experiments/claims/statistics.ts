import type { StepRow } from "../../core/types.js";
import { fitEntropyLaw } from "../../metrics/entropy-fit.js";
import { usableBand } from "../../metrics/usable-band.js";
import { type Run, readPair, runKey } from "../reading.js";
import type { BandStatistic } from "../types.js";

type Runs = ReadonlyMap<string, Run>;

/** Decades of the sweep's usable band less those of the other's, on one base; undefined where a coefficient was not run. */
export function bandDifference(
  { sweep, other, floor, reading }: BandStatistic,
  pair: StepRow,
  runs: Runs,
): number | undefined {
  const reference = runs.get(runKey(floor, pair));
  const decades = (points: BandStatistic["sweep"]): number | undefined => {
    const scores = points.flatMap(({ coefficient, method }) => {
      const run = runs.get(runKey(method, pair));
      if (!run || !reference) return [];
      const [value, least] = readPair([run, reading], [reference, reading]);
      return value === undefined || least === undefined ? [] : [{ coefficient, score: value - least }];
    });
    if (scores.length < points.length) return undefined;
    return usableBand(scores, { floor: 0 })?.decades ?? 0;
  };
  const [own, others] = [decades(sweep), decades(other)];
  return own === undefined || others === undefined ? undefined : own - others;
}

/** Fewer points lie on a line by themselves. */
const FEWEST = 3;

/** R squared of R = -a exp(H) + b over a run's evaluations; undefined with fewer than three, or where H never changes. */
export function lawFit(method: string, pair: StepRow, runs: Runs): number | undefined {
  const points = (runs.get(runKey(method, pair)) ?? []).flatMap(({ evaluation }) => {
    const [entropy, accuracy] = [evaluation?.responses?.entropy, evaluation?.passAt["1"]];
    return typeof entropy === "number" && typeof accuracy === "number" ? [{ entropy, accuracy }] : [];
  });
  const entropies = points.map(({ entropy }) => entropy);
  if (points.length < FEWEST || Math.max(...entropies) - Math.min(...entropies) < 1e-9) return undefined;
  return fitEntropyLaw(
    entropies,
    points.map(({ accuracy }) => accuracy),
  ).r2;
}
