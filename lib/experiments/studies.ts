import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkOneOf, fail } from "../core/check.js";
import { projectPath } from "../core/root.js";
import { checkBases } from "./bases.js";
import { checkApart, checkClaim, checkExperiment, checkNames, checkPaired } from "./declared/checks.js";
import { checkReadings } from "./declared/readable.js";
import { declaredStudy } from "./declared.js";
import type { Study } from "./types.js";

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
 * or out of range, a base does not exist or is of another task, two methods share a name, two experiments make the same
 * run, a check or claim names a method that is not run or a figure that its rows do not have, a claim's methods have no
 * base and seed in common, or a file of your own has the name of a study that comes with the project; SyntaxError naming
 * the file when it is not JSON
 * @example studyNamed("quick").experiments[0].task // "countdown"
 * @source this project
 */
export function studyNamed(name: string): Study {
  const own = name.endsWith(".json") && existsSync(name);
  if (!own) checkOneOf("studyNamed", "name", name, studyNames());
  const path = own ? resolve(name) : join(projectPath("data", "experiments"), `${name}.json`);
  const study = declaredStudy(path, parsed(path));
  const { experiments, claims } = study;
  checkOwnName(path, study.name);
  for (const experiment of experiments) {
    checkExperiment(path, experiment);
    checkBases(path, experiment);
  }
  checkNames(path, experiments);
  for (const claim of claims) {
    checkClaim(path, claim, study);
    checkPaired(path, claim, study);
  }
  checkReadings(path, study);
  const twice = claims.find(({ id }, i) => claims.findIndex((other) => other.id === id) < i);
  if (twice) fail("studyNamed", `${path}: claims`, "of different ids", twice.id);
  checkApart(path, experiments);
  return study;
}

/** Every method that the study runs, by name, in order. */
export function methodsOf(study: Study): string[] {
  return [...new Set(study.experiments.flatMap(({ methods }) => methods.map(({ name }) => name)))];
}

// Rows lie under a study's name: two of one name would mix theirs.
function checkOwnName(path: string, name: string): void {
  const shipped = join(projectPath("data", "experiments"), `${name}.json`);
  if (path === shipped || !existsSync(shipped)) return;
  fail("studyNamed", `${path}: name`, "another than those of the studies that come with the project; rename it", name);
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new SyntaxError(`studyNamed: ${path} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}
