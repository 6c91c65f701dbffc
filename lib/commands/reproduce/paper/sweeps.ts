import type { StepRow } from "../../../core/types.js";
import { groupRuns, type Run, read } from "../../../experiments/reading.js";
import type { BandStatistic, Reading, Study } from "../../../experiments/types.js";
import {
  coefficientSweep,
  entropyLaw,
  type PlotlySpec,
  type SweepPoint,
  sensitivityMap,
} from "../../../figures/index.js";
import { fitEntropyLaw } from "../../../metrics/entropy-fit.js";
import { usableBand } from "../../../metrics/usable-band.js";

const ENTROPY = "evaluation.responses.entropy";
const PASS = "evaluation.passAt.1";

const runsOf = (runs: readonly Run[], method: string): Run[] => runs.filter(([{ recipe }]) => recipe === method);
const values = (runs: readonly Run[], reading: Reading): number[] => runs.flatMap((run) => read(run, reading) ?? []);
const mean = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0) / list.length;

/** The sweep that the study's claim on bands declares, read where the claim reads it. */
export function sweepOf(rows: StepRow[], { claims }: Study): PlotlySpec {
  const claim = claims.find(({ statistic }) => statistic?.name === "band");
  if (claim?.statistic?.name !== "band") return coefficientSweep([]);
  const { sweep, other, reading, floor } = claim.statistic;
  const runs = [...groupRuns(rows).values()];
  const points = [...pointsOf("naiveEntropy", sweep, runs, reading), ...pointsOf("siren", other, runs, reading)];
  const least = values(runsOf(runs, floor), reading);
  const bands =
    least.length === 0
      ? []
      : [bandOf("naiveEntropy", sweep, runs, reading, mean(least)), bandOf("siren", other, runs, reading, mean(least))];
  const base = runs.filter(([{ step }]) => step === 0);
  return coefficientSweep(points, {
    startEntropy: mean(values(base, { of: ENTROPY, at: "start" })),
    startPassAt1: mean(values(base, { of: PASS, at: "start" })),
    usable: Object.fromEntries(bands.flatMap((band) => band ?? [])),
  });
}

type Sweep = BandStatistic["sweep"];

function pointsOf(recipe: string, sweep: Sweep, runs: readonly Run[], { at }: Reading): SweepPoint[] {
  return sweep.flatMap(({ coefficient, method }) =>
    runsOf(runs, method).flatMap((run) => {
      const [entropy, passAt1] = [read(run, { of: ENTROPY, at }), read(run, { of: PASS, at })];
      return entropy === undefined || passAt1 === undefined ? [] : [{ recipe, coefficient, entropy, passAt1 }];
    }),
  );
}

/** Where the mean over bases is at least the floor's. */
function bandOf(
  recipe: string,
  sweep: Sweep,
  runs: readonly Run[],
  reading: Reading,
  floor: number,
): [string, [number, number]][] | undefined {
  const scores = sweep.flatMap(({ coefficient, method }) => {
    const own = values(runsOf(runs, method), reading);
    return own.length === 0 ? [] : [{ coefficient, score: mean(own) }];
  });
  const band = scores.length === 0 ? null : usableBand(scores, { floor });
  return band ? [[recipe, [band.low, band.high]]] : undefined;
}

/** maj@32 over p and tau; `siren` itself is the paper's setting. */
export function sensitivityOf(rows: StepRow[], { claims }: Study): PlotlySpec {
  const reading = claims.find(({ id }) => id.startsWith("S8"))?.reading ?? { of: "evaluation.majAt.32", at: "end" };
  const runs = [...groupRuns(rows).values()];
  const grid = [0.5, 0.8, 0.95];
  const at = (p: number, tau: number): number | null => {
    const method = p === 0.8 && tau === 0.8 ? "siren" : `siren(p=${p}, tau=${tau})`;
    const found = values(runsOf(runs, method), reading);
    return found.length === 0 ? null : mean(found);
  };
  return sensitivityMap({
    x: { name: "p", values: grid },
    y: { name: "tau", values: grid },
    values: grid.map((tau) => grid.map((p) => at(p, tau))),
    ...{ measure: "maj@32", marked: { x: 0.8, y: 0.8 } },
  });
}

/** The law over held-out evaluations. */
export function entropyLawOf(rows: StepRow[]): PlotlySpec {
  const points = rows.flatMap((row) => {
    const [entropy, accuracy] = [row.evaluation?.responses?.entropy, row.evaluation?.passAt[1]];
    return entropy === undefined || accuracy === undefined ? [] : [{ ...row, entropy, accuracy }];
  });
  const lists = [points.map(({ entropy }) => entropy), points.map(({ accuracy }) => accuracy)] as const;
  return entropyLaw(points, points.length > 2 ? { fit: fitEntropyLaw(...lists) } : {});
}
