import { checkOneOf } from "../core/check.js";
import { digest } from "../training/checkpoint.js";
import type { Experiment, RunDeclaration } from "./types.js";

export interface Selection {
  /** Methods by name; all when absent. */
  only?: readonly string[];
  seeds?: readonly number[];
}

/** The fingerprint of a declaration: seeds aside, since more of them change nothing about each. */
export function fingerprint({ seeds: _, ...declared }: Experiment): string {
  return digest(declared);
}

/**
 * The runs of an experiment, seed by seed, so that a broken-off experiment has whole pairs.
 *
 * @throws RangeError when a chosen method is not one of the experiment's
 * @example planRuns(presetNamed("quick"), { seeds: [] }) // []
 * @source this project
 */
export function planRuns(experiment: Experiment, { only, seeds = experiment.seeds }: Selection = {}): RunDeclaration[] {
  const names = experiment.methods.map(({ name }) => name);
  for (const name of only ?? []) checkOneOf("planRuns", "only", name, names);
  const methods = experiment.methods.filter(({ name }) => !only || only.includes(name));
  const { name, task, budgetTokens, settings, evaluation, evaluations } = experiment;
  const mark = fingerprint(experiment);
  return seeds.flatMap((seed) =>
    experiment.bases.flatMap((base) =>
      methods.map((method) => ({
        ...{ experiment: name, fingerprint: mark, task, method, base, seed },
        ...{ budgetTokens, settings, evaluation, evaluations },
      })),
    ),
  );
}
