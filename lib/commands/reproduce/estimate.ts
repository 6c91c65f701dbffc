import { pickEngine } from "../../engine/pick.js";
import { loadBase, taskNamed } from "../../experiments/execute.js";
import type { RunDeclaration } from "../../experiments/types.js";
import { recipeNamed } from "../../recipes/named.js";
import { run } from "../../training/run.js";

/** Two processes on two sibling threads do less than twice the work; measured on such machines. */
const SIBLING = 0.65;
const EVALUATIONS_AS_TOKENS = 25_000;

/** Seconds that the runs will take, from two steps timed here and now. */
export async function estimateSeconds(runs: readonly RunDeclaration[], workers: number): Promise<number> {
  if (runs.length === 0) return 0;
  const { base, task } = runs[0];
  const { config, parameters } = loadBase(base);
  const engine = await pickEngine();
  try {
    const model = await engine.createModel(config, parameters);
    const options = { task: taskNamed(task, config.vocab), model, base, seed: 0, steps: 3, evaluations: 0 };
    let last = { seconds: 0, tokens: 0 };
    let perToken = 0;
    for await (const row of run(recipeNamed({ recipe: "grpoPlusPlus" }), options)) {
      perToken = (row.seconds - last.seconds) / Math.max(row.tokens - last.tokens, 1);
      last = row;
    }
    const tokens = runs.reduce((sum, r) => sum + r.budgetTokens + r.evaluations * EVALUATIONS_AS_TOKENS, 0);
    const speed = workers === 1 ? 1 : workers * SIBLING;
    return (perToken * tokens) / speed;
  } finally {
    engine.dispose();
  }
}
