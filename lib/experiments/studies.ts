import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkOneOf, fail } from "../core/check.js";
import { projectPath } from "../core/root.js";
import { recipeNamed } from "../recipes/named.js";
import { evaluationOptions } from "../training/evaluate.js";
import { runName } from "../training/persist.js";
import { declaredStudy } from "./declared.js";
import type { Claim, Comparison, Experiment, Reading, Study } from "./types.js";

/** Names of the studies that come with the project. */
export function studyNames(): string[] {
  return readdirSync(projectPath("data", "experiments"))
    .flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? [])
    .sort();
}

/**
 * A declared study: one of data/experiments by name, or a JSON file of your own by its path.
 *
 * @throws RangeError when there is no such study, a recipe or option is unknown, a field is missing, unknown
 * or out of range, two methods share a name, two experiments make the same run, a check or claim names a method that is
 * not run, or a claim's methods have no base and seed in common; SyntaxError naming the file when it is not JSON
 * @example studyNamed("quick").experiments[0].task // "countdown"
 * @source this project
 */
export function studyNamed(name: string): Study {
  const own = name.endsWith(".json") && existsSync(name);
  if (!own) checkOneOf("studyNamed", "name", name, studyNames());
  const path = own ? resolve(name) : join(projectPath("data", "experiments"), `${name}.json`);
  const study = declaredStudy(path, parsed(path));
  const { experiments, claims } = study;
  for (const experiment of experiments) checkExperiment(path, experiment);
  for (const claim of claims) {
    checkClaim(path, claim, study);
    checkWithin(path, claim, study);
    checkPaired(path, claim, study);
  }
  const twice = claims.find(({ id }, i) => claims.findIndex((other) => other.id === id) < i);
  if (twice) fail("studyNamed", `${path}: claims`, "of different ids", twice.id);
  checkApart(path, experiments);
  return study;
}

/** Every method that the study runs, by name, in order. */
export function methodsOf(study: Study): string[] {
  return [...new Set(study.experiments.flatMap(({ methods }) => methods.map(({ name }) => name)))];
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new SyntaxError(`studyNamed: ${path} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

function checkExperiment(path: string, { name, methods, checks, evaluation }: Experiment): void {
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

/** How far beyond a budget a reading may stand: a run's last step ends beyond it. */
const SLACK = 1.25;

// Beyond the budget a reading would silently be that of the end.
function checkWithin(path: string, claim: Claim, { experiments }: Study): void {
  for (const part of [claim, ...(claim.minus ? [claim.minus] : [])]) {
    const { method, reading, against } = part;
    const other = typeof against === "number" ? [] : "method" in against ? [against] : [{ method, reading: against }];
    for (const used of [{ method, reading }, ...other]) {
      for (const experiment of experiments.filter(({ task }) => task === claim.task)) {
        const found = experiment.methods.find(({ name }) => name === used.method);
        if (found) checkReading(`${path}: ${claim.id}`, used.reading, found.budgetTokens ?? experiment.budgetTokens);
      }
    }
  }
}

function checkReading(where: string, { at }: Reading, budget: number): void {
  if (typeof at !== "object" || !("tokens" in at) || at.tokens <= SLACK * budget) return;
  fail("studyNamed", where, `read within its method's ${budget} tokens`, at.tokens);
}

// Rows of a study lie together: their files' names must tell its runs apart.
function checkApart(path: string, experiments: readonly Experiment[]): void {
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

// Methods of several experiments pair by base and seed: with none in common there is nothing to judge, whatever is run.
function checkPaired(path: string, claim: Claim, { experiments }: Study): void {
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

function checkClaim(path: string, claim: Claim, { experiments, claims }: Study): void {
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
