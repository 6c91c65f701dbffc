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
import { gridOf, PAPER } from "./grid.js";

const ENTROPY = "evaluation.responses.entropy";
const PASS = "evaluation.passAt.1";

const runsOf = (runs: readonly Run[], method: string): Run[] => runs.filter(([{ recipe }]) => recipe === method);
const values = (runs: readonly Run[], reading: Reading): number[] => runs.flatMap((run) => read(run, reading) ?? []);
const mean = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0) / list.length;

const bandIn = ({ claims }: Study): BandStatistic | undefined =>
  claims.flatMap(({ statistic }) => (statistic?.name === "band" ? [statistic] : []))[0];

/** The floor's method and those of both sweeps, as the study's claim on bands declares them. */
export function sweptMethods(study: Study): string[] {
  const band = bandIn(study);
  return band ? [band.floor, ...[...band.sweep, ...band.other].map(({ method }) => method)] : [];
}

/** The sweep that the study's claim on bands declares, read where the claim reads it. */
export function sweepOf(rows: StepRow[], study: Study): PlotlySpec {
  const band = bandIn(study);
  if (!band) return coefficientSweep([]);
  const { sweep, other, reading, floor } = band;
  const runs = [...groupRuns(rows).values()];
  const least = values(runsOf(runs, floor), reading);
  const sweeps = [sweep, other].map((points) => [recipeOf(points, study), points] as const);
  const points = sweeps.flatMap(([recipe, own]) => pointsOf(recipe, own, runs, reading));
  const bands = sweeps.flatMap(([recipe, own]) =>
    least.length === 0 ? [] : (bandOf(recipe, own, runs, reading, mean(least)) ?? []),
  );
  const base = runs.filter(([{ step }]) => step === 0);
  return coefficientSweep(points, {
    startEntropy: mean(values(base, { of: ENTROPY, at: "start" })),
    startPassAt1: mean(values(base, { of: PASS, at: "start" })),
    usable: Object.fromEntries(bands),
  });
}

/** The recipe that is swept, under whatever names its runs go. */
function recipeOf([{ method }]: Sweep, { experiments }: Study): string {
  const methods = experiments.flatMap((experiment) => experiment.methods);
  return methods.find(({ name }) => name === method)?.recipe ?? method;
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

/** maj@32 over the p and tau that the study declares; the paper's setting is ringed. */
export function sensitivityOf(rows: StepRow[], study: Study): PlotlySpec {
  const reading = study.claims.find(({ id }) => id.startsWith("S8"))?.reading ?? {
    of: "evaluation.majAt.32",
    at: "end",
  };
  const runs = [...groupRuns(rows).values()];
  const grid = gridOf(study);
  const settings = (of: "p" | "tau") => [...new Set(grid.map((point) => point[of]))].sort((a, b) => a - b);
  const [ps, taus] = [settings("p"), settings("tau")];
  const at = (p: number, tau: number): number | null => {
    const point = grid.find((other) => other.p === p && other.tau === tau);
    const found = point ? values(runsOf(runs, point.method), reading) : [];
    return found.length === 0 ? null : mean(found);
  };
  return sensitivityMap({
    x: { name: "p", values: ps },
    y: { name: "tau", values: taus },
    values: taus.map((tau) => ps.map((p) => at(p, tau))),
    measure: "maj@32",
    ...(ps.includes(PAPER.p) && taus.includes(PAPER.tau) && { marked: { x: PAPER.p, y: PAPER.tau } }),
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
