import { checkOneOf, fail } from "../core/check.js";
import { digest } from "../training/checkpoint.js";
import { defaultEvaluation } from "../training/evaluate.js";
import { runName } from "../training/persist.js";
import { methodsOf } from "./studies.js";
import type { Claim, Experiment, RunDeclaration, Study } from "./types.js";

export interface Selection {
  /** Methods by name; all when absent. */
  only?: readonly string[];
  seeds?: readonly number[];
  bases?: readonly string[];
}

/** The fingerprint of a declaration and its claims: seeds aside, since more of them change nothing about each. */
export function fingerprint({ seeds: _, ...declared }: Experiment, claims: readonly Claim[] = []): string {
  return digest(claims.length > 0 ? { ...declared, claims } : declared);
}

/**
 * The runs of a study, experiment by experiment. A chosen base that experiments declare is run by these alone; another
 * one, by all experiments on its task.
 *
 * @throws RangeError when a chosen method is not one of the study's, a base is of no task of it, or two runs would have the same files
 * @example planStudy(studyNamed("quick"), { seeds: [] }) // []
 * @source this project
 */
export function planStudy(study: Study, { only, bases, ...selection }: Selection = {}): RunDeclaration[] {
  for (const name of only ?? []) checkOneOf("planStudy", "only", name, methodsOf(study));
  const declared = new Set(study.experiments.flatMap((experiment) => experiment.bases));
  const families = [...new Set([...declared].map(familyOf))];
  for (const base of bases ?? []) checkOneOf("planStudy", `family of base ${base}`, familyOf(base), families);
  const runs = study.experiments.flatMap((experiment) => {
    const names = experiment.methods.map(({ name }) => name);
    const chosen = only?.filter((name) => names.includes(name));
    // A base belongs to its task: it selects nothing of the other experiments.
    const own = bases?.filter((base) =>
      declared.has(base) ? experiment.bases.includes(base) : experiment.bases.map(familyOf).includes(familyOf(base)),
    );
    return planRuns(experiment, { ...selection, only: chosen, bases: own }, claimsOn(study.claims, experiment));
  });
  const names = runs.map(({ method, base, seed }) => runName(method.name, base, seed));
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) fail("planStudy", "seeds and bases", "such that every run has files of its own", name);
    seen.add(name);
  }
  return runs;
}

/** `countdown` of `countdown-2`: bases of one family are of one task. */
const familyOf = (base: string): string => base.replace(/-\d+$/, "");

/** All of a run that decides its rows: the experiment's name and mark say where they lie and belong, not what they are. */
export function configurationOf({ experiment: _, fingerprint: _mark, ...configuration }: RunDeclaration): unknown {
  return configuration;
}

/** The claims that an experiment's rows decide. */
export function claimsOn(claims: readonly Claim[], { task }: Experiment): Claim[] {
  return claims.filter((claim) => claim.task === task);
}

/**
 * The runs of an experiment, seed by seed, so that a broken-off experiment has whole pairs.
 *
 * @throws RangeError when a chosen method is not one of the experiment's
 * @example planRuns(studyNamed("quick").experiments[0], { seeds: [] }) // []
 * @source this project
 */
export function planRuns(
  experiment: Experiment,
  { only, seeds = experiment.seeds, bases = experiment.bases }: Selection = {},
  claims: readonly Claim[] = [],
): RunDeclaration[] {
  const names = experiment.methods.map(({ name }) => name);
  for (const name of only ?? []) checkOneOf("planRuns", "only", name, names);
  const methods = experiment.methods.filter(({ name }) => !only || only.includes(name));
  const { name, task, budgetTokens, settings, evaluations } = experiment;
  const mark = fingerprint(experiment, claims);
  return seeds.flatMap((seed) =>
    bases.flatMap((base) =>
      methods.map((method) => ({
        ...{ experiment: name, fingerprint: mark, task, method, base, seed },
        evaluation: evaluationOf(experiment, base),
        budgetTokens: method.budgetTokens ?? budgetTokens,
        settings: { ...settings, ...method.settings },
        evaluations: method.evaluations ?? evaluations,
      })),
    ),
  );
}

/** Methods on one base share their draws, whichever experiment they are of and whatever is selected: its name decides. */
export function evaluationOf({ evaluation, evaluationByBase }: Experiment, base: string): Experiment["evaluation"] {
  if (!evaluationByBase) return evaluation;
  const own = Number.parseInt(digest(base).slice(0, 8), 16);
  return { ...evaluation, seed: (evaluation.seed ?? defaultEvaluation.seed) + own };
}
