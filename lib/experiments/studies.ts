import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkOneOf, fail } from "../core/check.js";
import { projectPath } from "../core/root.js";
import { recipeNamed } from "../recipes/named.js";
import type { Claim, Comparison, Experiment, MethodDeclaration, Reading, Study } from "./types.js";

/** Names of the studies that come with the project. */
export function studyNames(): string[] {
  return readdirSync(projectPath("data", "experiments"))
    .flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? [])
    .sort();
}

/**
 * A declared study: one of data/experiments by name, or a JSON file of your own by its path.
 *
 * @throws RangeError when there is no such study, a recipe or option is unknown, two methods share a name, or a check
 * or claim names a method that is not run; SyntaxError naming the file when it is not JSON
 * @example studyNamed("quick").experiments[0].task // "countdown"
 * @source this project
 */
export function studyNamed(name: string): Study {
  const own = name.endsWith(".json") && existsSync(name);
  if (!own) checkOneOf("studyNamed", "name", name, studyNames());
  const path = own ? resolve(name) : join(projectPath("data", "experiments"), `${name}.json`);
  const study = parsed(path);
  const { experiments } = study;
  if (!Array.isArray(experiments) || experiments.length === 0) {
    fail("studyNamed", `${path}: experiments`, "a list of at least one", experiments);
  }
  for (const experiment of experiments) checkExperiment(path, experiment);
  for (const claim of study.claims ?? []) {
    checkClaim(path, claim, study);
    checkWithin(path, claim, study);
  }
  checkApart(path, experiments);
  return { ...study, claims: study.claims ?? [] };
}

/** Every method that the study runs, by name, in order. */
export function methodsOf(study: Study): string[] {
  return [...new Set(study.experiments.flatMap(({ methods }) => methods.map(({ name }) => name)))];
}

function parsed(path: string): Study {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Study;
  } catch (error) {
    throw new SyntaxError(`studyNamed: ${path} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

const METHOD_KEYS: readonly (keyof MethodDeclaration)[] = [
  ...(["recipe", "options", "name", "budgetTokens", "steps", "settings", "evaluations", "vocab", "variant"] as const),
  "evaluationAt",
];

function checkExperiment(path: string, { name, methods, checks = [] }: Experiment): void {
  for (const method of methods) {
    for (const key of Object.keys(method)) checkOneOf("studyNamed", `${path}: ${method.name}`, key, METHOD_KEYS);
  }
  const names = methods.map((method) => method.name);
  const twice = names.find((method, i) => names.indexOf(method) < i);
  if (twice) fail("studyNamed", `${path}: ${name}`, "methods of different names", twice);
  for (const method of methods) recipeNamed(method);
  for (const check of checks) for (const used of methodsIn(check)) checkOneOf("studyNamed", check.id, used, names);
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

// Rows of a study lie together: recipe, base and seed must tell its runs apart.
function checkApart(path: string, experiments: readonly Experiment[]): void {
  const runs = experiments.flatMap(({ methods, bases, seeds }) =>
    methods.flatMap(({ name }) => bases.flatMap((base) => seeds.map((seed) => `${name}, base ${base}, seed ${seed}`))),
  );
  const seen = new Set<string>();
  for (const run of runs) {
    if (seen.has(run)) fail("studyNamed", path, "experiments of different methods, bases or seeds", run);
    seen.add(run);
  }
}

function checkClaim(path: string, claim: Claim, { experiments }: Study): void {
  const names = experiments.filter(({ task }) => task === claim.task).flatMap(({ methods }) => methods);
  const known = names.map(({ name }) => name);
  if (known.length === 0) fail("studyNamed", `${path}: ${claim.id}`, "a claim on a task that is run", claim.task);
  const { minus, statistic } = claim;
  const swept = statistic?.name === "band" ? [...statistic.sweep, ...statistic.other].map(({ method }) => method) : [];
  const floor = statistic?.name === "band" ? [statistic.floor] : [];
  for (const used of [...methodsIn(claim), ...(minus ? methodsIn(minus) : []), ...swept, ...floor]) {
    checkOneOf("studyNamed", claim.id, used, known);
  }
}

function methodsIn({ method, against }: Comparison): string[] {
  return [method, ...(typeof against === "object" && "method" in against ? [against.method] : [])];
}
