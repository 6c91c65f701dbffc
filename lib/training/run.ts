import { checkInteger, checkNumber } from "../core/check.js";
import { generator, type Random } from "../core/random.js";
import type { Policy, Prompt, StepRow, Task } from "../core/types.js";
import type { Model } from "../engine/types.js";
import { tinyPolicy } from "../policies/tiny.js";
import type { Recipe } from "../recipes/types.js";
import type { RunState } from "./checkpoint.js";
import { type EvaluationOptions, evaluate } from "./evaluate.js";
import { furtherPrompts, poolOf, promptsOfStep } from "./pool.js";
import { type TrainingSettings, trainingSettings } from "./settings.js";
import { type StepFigures, trainStep } from "./step.js";

/** What differs at a run's two ends from the evaluations along the way. */
export interface EvaluationAt {
  start?: Partial<EvaluationOptions>;
  end?: Partial<EvaluationOptions>;
}

/** What a run trains, for how long, and what it reports. */
export interface RunOptions {
  task: Task;
  /** Holds the base's parameters (or a checkpoint's); trained in place. */
  model: Model;
  /** Name of the base checkpoint, for the rows. */
  base: string;
  seed: number;
  /** Stop after this many steps ... */
  steps?: number;
  /** ... or as soon as this many tokens were generated, whichever comes first. */
  budgetTokens?: number;
  settings?: Partial<TrainingSettings>;
  evaluation?: Partial<EvaluationOptions>;
  evaluationAt?: EvaluationAt;
  /** How often the policy is evaluated over the run, base and end included; 0 for never. Default 3. */
  evaluations?: number;
  /** Fingerprint of the declaration that the run belongs to, for its rows. */
  declaration?: string;
  /** Where to go on from. */
  resume?: RunState;
  /** The base's parameters, for recipes that hold on to them; needed where a run is resumed. */
  reference?: Float32Array;
  /** Called after every row, when model and state belong together: the moment to save a checkpoint. */
  onStep?: (row: StepRow, state: RunState) => void;
  signal?: AbortSignal;
}

interface Context {
  recipe: Recipe;
  policy: Policy & { model: Model };
  pool: Prompt[];
  settings: TrainingSettings;
  random: Random;
  reference?: Float32Array;
  options: RunOptions;
}

const START: RunState = { step: 0, rows: 0, tokens: 0, seconds: 0, skippedUpdates: 0, done: false };

/**
 * Trains a policy by a recipe, a row a step; row 0 is the base, evaluated. Every random stream follows from (seed, step),
 * so a run that goes on from a checkpoint makes the rows it would have made.
 *
 * @throws RangeError when neither steps nor budgetTokens is given, or a value is out of range
 * @example for await (const row of run(recipes.siren(), options)) console.log(row.step, row.entropy);
 * @source this project
 */
export async function* run(recipe: Recipe, options: RunOptions): AsyncGenerator<StepRow> {
  checkOptions(options);
  const settings = trainingSettings(options.settings);
  const random = generator(options.seed);
  const policy = tinyPolicy(options.model, { p: settings.p, nucleus: settings.nucleus, ...recipe.head?.apply });
  const pool = poolOf(options.task, settings.pool, settings.difficulties);
  const reference = recipe.reference && referenceOf(options);
  const context: Context = { recipe, policy, pool, settings, random, reference, options };
  let state = options.resume ?? START;
  const begun = performance.now() - 1000 * state.seconds;
  while (!state.done && !options.signal?.aborted) {
    const { figures, next } = state.rows === 0 ? await baseRow(context) : await stepRow(context, state);
    const share = progress(next, options);
    const done = share >= 1;
    const due = evaluationsBy(share, options) > evaluationsBy(progress(state, options), options);
    const evaluation = due && next.step > 0 ? await evaluateNow(context, done) : figures.evaluation;
    const seconds = Math.round(performance.now() - begun) / 1000;
    state = { ...next, rows: state.rows + 1, seconds, done };
    const { task, base, seed } = options;
    const { step, tokens } = state;
    const row: StepRow = {
      ...{ recipe: recipe.name, task: task.name, base, seed, step, tokens },
      ...figures,
      ...(evaluation && { evaluation }),
      ...(options.declaration && { declaration: options.declaration }),
      seconds,
    };
    options.onStep?.(row, state);
    yield row;
  }
}

type Figures = StepFigures & Pick<StepRow, "evaluation">;

async function baseRow(context: Context): Promise<{ figures: Figures; next: RunState }> {
  const { evaluations = 3, evaluation: along, evaluationAt } = context.options;
  const evaluated = await evaluate(context.policy, context.options.task, {
    ...along,
    ...evaluationAt?.start,
    ...(evaluations === 0 && { prompts: 8, samples: 8, passAt: [1, 8], majAt: [8] }),
  });
  const none = { lossValue: 0, gradNorm: 0, approxKl: 0, clipLow: 0, clipHigh: 0, emptyMasks: 0 };
  const { observed, evaluation } = evaluated;
  const figures = { ...observed, ...none, groupsSampled: 0, groupsKept: 0, ...(evaluations > 0 && { evaluation }) };
  return { figures, next: START };
}

async function stepRow(context: Context, state: RunState): Promise<{ figures: Figures; next: RunState }> {
  const { recipe, policy, pool, settings, random, reference, options } = context;
  const step = state.step + 1;
  const prompts = promptsOfStep(pool, step, settings.promptsPerStep, random);
  const trained = await trainStep(recipe, {
    ...{ policy, settings, prompts, reference, task: options.task, state: state.recipeState },
    more: furtherPrompts(pool, prompts, random.split("refill", step)),
    random: random.split("step", step),
  });
  const next = {
    ...state,
    step,
    tokens: state.tokens + trained.tokens,
    recipeState: trained.state,
    skippedUpdates: state.skippedUpdates + trained.skipped,
  };
  return { figures: trained.figures, next };
}

async function evaluateNow({ policy, options }: Context, done: boolean): Promise<StepRow["evaluation"]> {
  const chosen = { ...options.evaluation, ...(done && options.evaluationAt?.end) };
  return (await evaluate(policy, options.task, chosen)).evaluation;
}

function progress({ step, tokens, rows }: RunState, { steps = Infinity, budgetTokens = Infinity }: RunOptions): number {
  return rows === 0 && step === 0 ? 0 : Math.max(step / steps, tokens / budgetTokens);
}

/** How many evaluations after the base's are due by this share of the run. */
function evaluationsBy(share: number, { evaluations = 3 }: RunOptions): number {
  return Math.floor(Math.min(share, 1) * Math.max(evaluations - 1, 0) + 1e-9);
}

function referenceOf({ model, resume, reference }: RunOptions): Float32Array {
  if (reference) return reference;
  if (resume) throw new RangeError("run: reference must be given where a run with a reference policy is resumed");
  return model.parameters();
}

function checkOptions({ steps, budgetTokens, evaluations, seed }: RunOptions): void {
  checkInteger("run", "seed", seed, 0);
  if (steps === undefined && budgetTokens === undefined) {
    throw new RangeError("run: steps or budgetTokens must be given, got neither");
  }
  if (steps !== undefined) checkInteger("run", "steps", steps, 1);
  if (budgetTokens !== undefined) checkNumber("run", "budgetTokens", budgetTokens, { low: 1 });
  if (evaluations !== undefined) checkInteger("run", "evaluations", evaluations, 0);
}
