import { checkOneOf, fail } from "../../core/check.js";
import { recipeNamed } from "../../recipes/named.js";
import { evaluationOptions } from "../../training/evaluate.js";
import { runName } from "../../training/persist.js";
import type { Claim, Comparison, Experiment, MethodDeclaration, Study } from "../types.js";

export function checkExperiment(path: string, { name, methods, checks, evaluation }: Experiment): void {
  const names = methods.map((method) => method.name);
  const twice = names.find((method, i) => names.indexOf(method) < i);
  if (twice) fail("studyNamed", `${path}: ${name}`, "methods of different names", twice);
  for (const method of methods) {
    recipeNamed(method);
    const { start, end } = method.evaluationAt ?? {};
    for (const own of [start, end]) evaluationOptions({ ...evaluation, ...own });
  }
  for (const check of checks) {
    checkEqual(path, check);
    for (const used of methodsIn(check)) checkOneOf("studyNamed", check.id, used, names);
  }
}

// Rows of a study lie together: their files' names must tell its runs apart.
export function checkApart(path: string, experiments: readonly Experiment[]): void {
  const seen = new Map<string, string>();
  for (const { name: experiment, methods, bases, seeds } of experiments) {
    const runs = methods.flatMap(({ name }) => bases.flatMap((base) => seeds.map((seed) => runName(name, base, seed))));
    for (const run of runs) {
      const other = seen.get(run);
      if (other) {
        const rule = "experiments of different methods, bases or seeds";
        fail("studyNamed", path, rule, `${run} in both ${other} and ${experiment}`);
      }
      seen.set(run, experiment);
    }
  }
}

// Claims read a method by its name, whichever experiment of the task ran it.
export function checkNames(path: string, experiments: readonly Experiment[]): void {
  const seen = new Map<string, { experiment: string; method: MethodDeclaration }>();
  for (const { name: experiment, task, methods } of experiments) {
    for (const method of methods) {
      const key = JSON.stringify([task, method.name]);
      const other = seen.get(key);
      if (other && recipeOf(other.method) !== recipeOf(method)) {
        const rule = `of one recipe with the same options in ${other.experiment} and ${experiment}; give one of them another name`;
        fail("studyNamed", `${path}: method`, rule, method.name);
      }
      seen.set(key, { experiment, method });
    }
  }
}

/** What a method is, wherever and for however long it is run; not the order in which its options are written. */
function recipeOf({ recipe, options, settings = {}, vocab, variant }: MethodDeclaration): string {
  const sorted = [options, settings].map((fields) => Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
  return JSON.stringify([recipe, sorted, vocab, variant]);
}

// Methods of several experiments pair by base and seed: with none in common there is nothing to judge, whatever is run.
export function checkPaired(path: string, claim: Claim, { experiments }: Study): void {
  const own = experiments.filter(({ task }) => task === claim.task);
  const unitsOf = (method: string): string[] =>
    own
      .filter(({ methods }) => methods.some(({ name }) => name === method))
      .flatMap(({ bases, seeds }) => bases.flatMap((base) => seeds.map((seed) => `${base} ${seed}`)));
  const methods = methodsOfClaim(claim);
  const [first, ...others] = methods.map((method) => new Set(unitsOf(method)));
  if ([...first].some((unit) => others.every((units) => units.has(unit)))) return;
  const rule = "on methods that are run on a common base with a common seed";
  fail("studyNamed", `${path}: ${claim.id}`, rule, [...new Set(methods)].join(", "));
}

export function checkClaim(path: string, claim: Claim, { experiments, claims }: Study): void {
  const ids = claims.map(({ id }) => id);
  const names = experiments.filter(({ task }) => task === claim.task).flatMap(({ methods }) => methods);
  const known = names.map(({ name }) => name);
  if (known.length === 0) fail("studyNamed", `${path}: ${claim.id}`, "a claim on a task that is run", claim.task);
  const { minus, statistic, controls = [] } = claim;
  if (!statistic) for (const each of [claim, ...(minus ? [minus] : [])]) checkEqual(path, { ...each, id: claim.id });
  for (const control of controls) checkOneOf("studyNamed", `${claim.id}: controls`, control, ids);
  for (const used of methodsOfClaim(claim)) checkOneOf("studyNamed", claim.id, used, known);
}

// A number has no run whose pass@1 could be equal.
function checkEqual(path: string, { id, reading, against }: Comparison & { id: string }): void {
  if (reading.at !== "equal" || typeof against !== "number") return;
  fail("studyNamed", `${path}: ${id}: against`, "another run's reading where the place is equal", against);
}

function methodsOfClaim({ minus, statistic, ...claim }: Claim): string[] {
  const compared = [...methodsIn(claim), ...(minus ? methodsIn(minus) : [])];
  if (statistic?.name !== "band") return compared;
  const swept = [...statistic.sweep, ...statistic.other].map(({ method }) => method);
  return [...compared, ...swept, statistic.floor];
}

function methodsIn({ method, against }: Comparison): string[] {
  return [method, ...(typeof against === "object" && "method" in against ? [against.method] : [])];
}
