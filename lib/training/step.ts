import type { Random } from "../core/random.js";
import type { Group, Policy, Prompt, StepRow, Task } from "../core/types.js";
import type { Model } from "../engine/types.js";
import type { Recipe, RecipeState, SamplingContext } from "../recipes/types.js";
import type { TrainingSettings } from "./settings.js";
import { type Trained, trainedRollouts, update } from "./update.js";

/** The figures of a row that one step decides. */
export type StepFigures = Omit<
  StepRow,
  "recipe" | "task" | "base" | "seed" | "step" | "tokens" | "evaluation" | "seconds"
>;

/** Sample, compare, keep, update: one training step. `state` is undefined at the first one. */
export async function trainStep(
  recipe: Recipe,
  {
    policy,
    task,
    prompts,
    settings,
    state,
    random,
    more = () => [],
    reference,
  }: {
    policy: Policy & { model: Model };
    task: Task;
    prompts: Prompt[];
    settings: TrainingSettings;
    state: RecipeState | undefined;
    random: Random;
    /** Further prompts, for recipes that refill. */
    more?: SamplingContext["more"];
    /** Parameters of the frozen policy, for recipes that read one. */
    reference?: Float32Array;
  },
): Promise<{ figures: StepFigures; tokens: number; state: RecipeState; skipped: number }> {
  const { temperature } = settings;
  const maxLength = task.maxTokens;
  const brought = await recipe.sampling.apply({ policy, task, prompts, temperature, random, more });
  const sampled = { ...brought, groups: rewarded(recipe, brought.groups, maxLength, random) };
  const kept = trainedRollouts(recipe, sampled);
  const begun = state ?? beginState(recipe, sampled.groups);
  const context = { state: begun, maxLength, random, reference };
  const { skipped, extra, ...updated } = await update(recipe, policy.model, kept, settings, context);
  const observed = observe(sampled.observed);
  const next = recipe.adapt.reduce((current, { apply }) => apply(current, observed.entropy, extra), begun);
  const figures: StepFigures = {
    ...observed,
    ...updated,
    groupsSampled: sampled.groups.length,
    groupsKept: kept.length,
    extra: { ...extra, ...begun, ...advantageFigures(kept) },
  };
  return { figures, tokens: sampled.tokens, state: next, skipped };
}

/** Mean and spread of the trained responses' advantages (before token-level shaping they are one number each). */
function advantageFigures(kept: readonly Trained[][]): { advantageMean: number; advantageStd: number } {
  const values = kept.flat().map(({ advantages }) => advantages.reduce((a, b) => a + b, 0) / (advantages.length || 1));
  const mean = values.reduce((a, b) => a + b, 0) / (values.length || 1);
  const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (values.length || 1);
  return { advantageMean: mean, advantageStd: Math.sqrt(variance) };
}

/** The groups with the recipe's rewards in the verdicts' place. */
export function rewarded(recipe: Recipe, groups: Group[], maxLength: number, random: Random): Group[] {
  return groups.map((group, g) => {
    let { rollouts } = group;
    for (const [r, { apply }] of recipe.reward.entries()) {
      const rewards = apply({ ...group, rollouts }, { maxLength, random: random.split("reward", g, r) });
      rollouts = rollouts.map((rollout, i) => ({ ...rollout, reward: rewards[i] }));
    }
    return { ...group, rollouts };
  });
}

function beginState(recipe: Recipe, groups: Group[]): RecipeState {
  const rollouts = groups.flatMap((group) => group.rollouts);
  return Object.assign({}, ...recipe.begin.map(({ apply }) => apply(rollouts))) as RecipeState;
}

/** Entropies (token means), accuracy, group shares and length of bare-prompt responses. */
export function observe(
  groups: readonly Group[],
): Pick<StepRow, "entropy" | "nucleusEntropy" | "accuracy" | "allRight" | "mixed" | "allWrong" | "length"> {
  const rollouts = groups.flatMap((group) => group.rollouts);
  const tokens = rollouts.reduce((sum, rollout) => sum + rollout.tokens.length, 0);
  const total = (arrays: Float32Array[]) => arrays.reduce((sum, a) => sum + a.reduce((s, x) => s + x, 0), 0);
  const right = groups.map((group) => group.rollouts.filter(({ verdict }) => verdict).length);
  const share = (test: (right: number, size: number) => boolean) =>
    groups.filter((group, i) => test(right[i], group.rollouts.length)).length / Math.max(groups.length, 1);
  const allRight = share((c, n) => c === n);
  const allWrong = share((c) => c === 0);
  return {
    entropy: total(rollouts.map((r) => r.entropy)) / Math.max(tokens, 1),
    nucleusEntropy: total(rollouts.map((r) => r.nucleusEntropy)) / Math.max(tokens, 1),
    accuracy: right.reduce((a, b) => a + b, 0) / Math.max(rollouts.length, 1),
    allRight,
    mixed: share((c, n) => c > 0 && c < n),
    allWrong,
    length: tokens / Math.max(rollouts.length, 1),
  };
}
