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

/** Seconds that the runs will take, from a few steps timed here and now. */
export async function estimateSeconds(runs: readonly RunDeclaration[], workers: number): Promise<number> {
  if (runs.length === 0) return 0;
  const { secondsPerToken, tokensPerResponse } = await timeSteps(runs[0]);
  const each = runs.map(({ budgetTokens, evaluation, evaluations }) => {
    const { prompts, samples } = { ...defaultEvaluation, ...evaluation };
    const evaluated = evaluations * 2 * prompts * samples * tokensPerResponse;
    return START + secondsPerToken * (budgetTokens + SAMPLING * evaluated);
  });
  const atOnce = Math.min(workers, runs.length);
  return each.reduce((a, b) => a + b, 0) / (1 + (atOnce - 1) * SECOND);
}

async function timeSteps({ base, task, settings }: RunDeclaration) {
  const { config, parameters } = loadBase(base);
  const engine = await pickEngine();
  try {
    const model = await engine.createModel(config, parameters);
    const options = { task: taskNamed(task, config.vocab), model, base, settings, seed: 0, steps: 4, evaluations: 0 };
    const rows: StepRow[] = [];
    for await (const row of run(recipeNamed({ recipe: "grpoPlusPlus" }), options)) rows.push(row);
    // The first steps also compile; the quickest one is what a long run's steps are like.
    const perToken = rows.slice(1).map((row, i) => (row.seconds - rows[i].seconds) / (row.tokens - rows[i].tokens));
    return { secondsPerToken: Math.min(...perToken), tokensPerResponse: rows[1].length };
  } finally {
    engine.dispose();
  }
}
