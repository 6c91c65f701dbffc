import type { StepRow } from "../core/types.js";
import { pickEngine } from "../engine/pick.js";
import type { Recipe } from "../recipes/types.js";
import { taskNamed } from "../tasks/named.js";
import type { EvaluationOptions } from "../training/evaluate.js";
import { run } from "../training/run.js";
import { loadBase } from "./execute.js";
import { evaluationOf } from "./plan.js";
import type { Experiment } from "./types.js";

/** What of an experiment a trial cuts short. */
export interface TrialOptions {
  /** One of the experiment's bases; the first by default. */
  base?: string;
  /** The experiment's first by default, so that the rows pair with its runs. */
  seed?: number;
  /** Generated tokens; the experiment's by default. */
  budgetTokens?: number;
  /** What differs from the experiment's evaluation. */
  evaluation?: Partial<EvaluationOptions>;
  /** Called after every row: the moment to show progress. */
  onRow?: (row: StepRow) => void;
  /** Ends the trial after the step in hand; the rows so far are given back. */
  signal?: AbortSignal;
}

/**
 * Trains a recipe of one's own as an experiment would, on one of its bases and for as many tokens as one has time for:
 * same prompts, same settings, evaluated at the same places. Its rows stand beside those of the experiment's runs with
 * that base and seed; a recipe that the experiment ran gives its first rows once more.
 *
 * @throws RangeError when the base is unknown or an option is out of range
 * @example const rows = await trial(recipes.siren({ beta: 0.3 }), studyNamed("paper").experiments[0], { budgetTokens: 138000 });
 * @source this project
 */
export async function trial(recipe: Recipe, experiment: Experiment, options: TrialOptions = {}): Promise<StepRow[]> {
  const { base = experiment.bases[0], seed = experiment.seeds[0], signal, onRow } = options;
  const { budgetTokens = experiment.budgetTokens } = options;
  const { config, parameters } = loadBase(base);
  const engine = await pickEngine();
  const rows: StepRow[] = [];
  try {
    const model = await engine.createModel(config, parameters);
    const task = taskNamed(experiment.task, config.vocab);
    const evaluation = { ...evaluationOf(experiment, base), ...options.evaluation };
    const evaluations = evaluationsWithin(experiment, budgetTokens);
    const { settings } = experiment;
    const running = { task, model, base, seed, budgetTokens, settings, evaluation, evaluations, signal };
    for await (const row of run(recipe, running)) {
      rows.push(row);
      onRow?.(row);
    }
  } finally {
    engine.dispose();
  }
  return rows;
}

/** As many as keep the experiment's distance between evaluations, base and end included. */
function evaluationsWithin({ evaluations, budgetTokens }: Experiment, tokens: number): number {
  return Math.max(2, 1 + Math.round(((evaluations - 1) * tokens) / budgetTokens));
}
