import { availableParallelism, loadavg } from "node:os";
import type { StepRow } from "../../core/types.js";
import { pickEngine } from "../../engine/pick.js";
import { loadBase } from "../../experiments/execute.js";
import type { RunDeclaration } from "../../experiments/types.js";
import { recipeNamed } from "../../recipes/named.js";
import { taskNamed } from "../../tasks/named.js";
import { defaultEvaluation } from "../../training/evaluate.js";
import { run } from "../../training/run.js";

/** A second process on a sibling thread adds about this share of the first one's speed; measured on such machines. */
const SECOND = 0.3;
/** Sampling alone costs this share of training on the same tokens. */
const SAMPLING = 0.3;
/** A process's start, seconds. */
const START = 1.5;

/** What a task's steps cost here and now. */
export interface Timing {
  secondsPerToken: number;
  tokensPerStep: number;
  tokensPerResponse: number;
  /** Difficulties, each with its held-out prompts. */
  difficulties: number;
}

/** A few steps of every task of the runs, timed one after the other. */
export async function timeTasks(runs: readonly RunDeclaration[]): Promise<Map<string, Timing>> {
  const timings = new Map<string, Timing>();
  for (const each of runs) if (!timings.has(each.task)) timings.set(each.task, await timeSteps(each));
  return timings;
}

/** Seconds of one run alone on this machine. */
export function runSeconds(declaration: RunDeclaration, { secondsPerToken, ...timing }: Timing): number {
  const { budgetTokens, method } = declaration;
  const trained = Math.min(budgetTokens, (method.steps ?? Number.POSITIVE_INFINITY) * timing.tokensPerStep);
  return START + secondsPerToken * (trained + SAMPLING * evaluatedTokens(declaration, timing));
}

/** Tokens of all evaluations, those at the two ends with what is their own. */
function evaluatedTokens(
  { evaluations, evaluation, method: { evaluationAt = {} } }: RunDeclaration,
  { tokensPerResponse, difficulties }: Omit<Timing, "secondsPerToken">,
): number {
  const { start, end } = evaluationAt;
  const along = Array.from({ length: Math.max(0, evaluations - 2) }, () => ({}));
  const all = [...(evaluations > 0 ? [start] : []), ...along, ...(evaluations > 1 ? [end] : [])];
  const responses = all.map((own) => {
    const { prompts, samples, wide = 0 } = { ...defaultEvaluation, ...evaluation, ...own };
    return difficulties * prompts * Math.max(samples, wide);
  });
  return tokensPerResponse * responses.reduce((a, b) => a + b, 0);
}

/** Seconds of all runs, so many at a time. */
export function allSeconds(
  runs: readonly RunDeclaration[],
  timings: ReadonlyMap<string, Timing>,
  workers: number,
): number {
  const alone = runs.reduce((sum, each) => sum + runSeconds(each, timings.get(each.task)!), 0);
  return alone / (1 + (Math.max(1, Math.min(workers, runs.length)) - 1) * SECOND);
}

/** A remark where other programs slow down what was timed; empty where the machine is free. */
export function busyRemark(load = loadavg()[0], cores = availableParallelism()): string {
  return load > 1.5 * cores ? ` (its load is ${load.toFixed(0)} on ${cores} cores: faster when it is free)` : "";
}

async function timeSteps({ base, task: name, settings }: RunDeclaration): Promise<Timing> {
  const { config, parameters } = loadBase(base);
  const engine = await pickEngine();
  try {
    const model = await engine.createModel(config, parameters);
    const task = taskNamed(name, config.vocab);
    const options = { task, model, base, settings, seed: 0, steps: 4, evaluations: 0 };
    const rows: StepRow[] = [];
    for await (const row of run(recipeNamed({ recipe: "grpoPlusPlus" }), options)) rows.push(row);
    // The first steps also compile; the quickest one is what a long run's steps are like.
    const perToken = rows.slice(1).map((row, i) => (row.seconds - rows[i].seconds) / (row.tokens - rows[i].tokens));
    return {
      ...{ secondsPerToken: Math.min(...perToken), tokensPerStep: rows[1].tokens, tokensPerResponse: rows[1].length },
      difficulties: task.difficulties.length,
    };
  } finally {
    engine.dispose();
  }
}
