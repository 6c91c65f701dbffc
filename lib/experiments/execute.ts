import { checkOneOf } from "../core/check.js";
import type { StepRow } from "../core/types.js";
import { pickEngine } from "../engine/pick.js";
import { recipeNamed } from "../recipes/named.js";
import { taskNamed } from "../tasks/named.js";
import { cutVocabulary } from "../training/base.js";
import { loadParameters, parametersDigest } from "../training/checkpoint.js";
import { persistedRun } from "../training/persist.js";
import { baseNames, basePath } from "./bases.js";
import { configurationOf } from "./plan.js";
import type { RunDeclaration } from "./types.js";

/**
 * A base checkpoint of data/bases by name.
 *
 * @throws RangeError when there is no such base or its file is damaged.
 * @example const base = loadBase("countdown-1");
 * @source this project
 */
export function loadBase(name: string): ReturnType<typeof loadParameters> {
  return loadParameters(basePath(checkOneOf("loadBase", "name", name, baseNames())));
}

/** The parameters that a run starts from: a variant of its base where the method names one, its vocabulary cut where it says so. */
function baseOf({ base, task, method: { variant = "", vocab } }: RunDeclaration): ReturnType<typeof loadBase> {
  const loaded = loadBase(`${base}${variant}`);
  return vocab === undefined ? loaded : { ...loaded, ...cutVocabulary(loaded, vocab, taskNamed(task)) };
}

/**
 * Fingerprints of the parameters that runs start from, each base read once.
 *
 * @throws RangeError when a base does not exist or its file is damaged
 */
export function startDigests(runs: readonly RunDeclaration[]): (run: RunDeclaration) => string {
  const name = ({ base, method: { variant = "", vocab } }: RunDeclaration): string => `${base}${variant} ${vocab}`;
  const digests = new Map<string, string>();
  for (const run of runs) {
    if (!digests.has(name(run))) digests.set(name(run), parametersDigest(baseOf(run).parameters));
  }
  return (run) => digests.get(name(run))!;
}

/** Makes, or goes on making, the rows of one run. */
export async function* executeRun(
  declaration: RunDeclaration,
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<StepRow> {
  const { fingerprint, method, base, seed, budgetTokens, settings, evaluation, evaluations } = declaration;
  const recipe = recipeNamed(method);
  const { config, parameters } = baseOf(declaration);
  const engine = await pickEngine();
  try {
    const model = await engine.createModel(config, parameters);
    const task = taskNamed(declaration.task, config.vocab);
    const options = {
      task,
      model,
      base,
      seed,
      budgetTokens,
      settings,
      evaluation,
      evaluations,
      evaluationAt: method.evaluationAt,
      steps: method.steps,
      signal,
      declaration: fingerprint,
    };
    yield* persistedRun(recipe, options, { folder, configuration: configurationOf(declaration) });
  } finally {
    engine.dispose();
  }
}
