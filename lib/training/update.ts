import { shuffled } from "../core/random.js";
import type { BatchStatistics, LossTerm, Rollout } from "../core/types.js";
import type { HeadOptions, Model } from "../engine/types.js";
import { sumTerms } from "../losses/sum-terms.js";
import type { LossContext, Recipe, Sampled } from "../recipes/types.js";
import type { TrainingSettings } from "./settings.js";

/** A rollout with the advantage of each of its tokens. */
export interface Trained {
  rollout: Rollout;
  advantages: Float32Array;
}

/** Means over the updates of one step, for the row. */
export interface UpdateFigures {
  lossValue: number;
  gradNorm: number;
  approxKl: number;
  clipLow: number;
  clipHigh: number;
  emptyMasks: number;
  skipped: number;
  extra: Record<string, number>;
}

/** The kept groups' rollouts with token-level advantages, shaped as the recipe says. */
export function trainedRollouts(recipe: Recipe, sampled: Pick<Sampled, "groups" | "chains">): Trained[][] {
  const advantages = recipe.advantage.apply(sampled);
  return sampled.groups.flatMap((group, g) => {
    if (!recipe.keep.apply(group)) return [];
    const spread = group.rollouts.map(({ tokens }, i) => new Float32Array(tokens.length).fill(advantages[g][i]));
    const shaped = recipe.shape.reduce<Float32Array[]>((values, { apply }) => apply(values, group.rollouts), spread);
    return [group.rollouts.map((rollout, i) => ({ rollout, advantages: shaped[i] }))];
  });
}

/** What the updates of one step share. */
export interface UpdateContext extends Pick<LossContext, "state" | "maxLength" | "random"> {
  /** Parameters of the frozen policy, where the recipe has one. */
  reference?: Float32Array;
}

/** Several optimiser updates over the kept groups, shuffled and split into whole groups. */
export async function update(
  recipe: Recipe,
  model: Model,
  groups: Trained[][],
  settings: TrainingSettings,
  context: UpdateContext,
): Promise<UpdateFigures> {
  const { random } = context;
  const batches = split(shuffled(groups, random.split("minibatches")), settings.updatesPerStep).map((part) =>
    part.flat(),
  );
  const figures: UpdateFigures[] = [];
  for (const [i, batch] of batches.entries()) {
    figures.push(await updateOnce(recipe, model, batch, settings, { ...context, random: random.split("loss", i) }));
  }
  return meanFigures(figures);
}

async function updateOnce(
  recipe: Recipe,
  model: Model,
  batch: Trained[],
  settings: TrainingSettings,
  { reference: frozen, ...given }: UpdateContext,
): Promise<UpdateFigures> {
  const rollouts = batch.map(({ rollout }) => rollout);
  const head = { temperature: settings.temperature, p: settings.p, nucleus: settings.nucleus, ...recipe.head?.apply };
  const reference = frozen && (await statisticsUnder(frozen, model, rollouts, head));
  const statistics = await model.statistics(rollouts, head);
  const context: LossContext = {
    ...given,
    ...statistics,
    reference,
    rollouts,
    oldLogprobs: rollouts.map(({ logprobs }) => logprobs),
    advantages: batch.map(({ advantages }) => advantages),
    masks: rollouts.map(({ tokens }) => new Uint8Array(tokens.length).fill(1)),
  };
  const masks = recipe.mask.map(({ apply }) => apply(context)).reduce(both, context.masks);
  const surrogate = recipe.surrogate.apply({ ...context, masks });
  const extras = recipe.regularizers.map(({ apply }) => apply(context));
  const loss: LossTerm = sumTerms(surrogate, ...extras);
  await model.backward(rollouts, loss, head);
  const { gradNorm, skipped } = await model.step({
    lr: settings.lr,
    betas: settings.betas,
    clip: settings.gradientClip,
  });
  const extra = Object.assign({}, ...[surrogate, ...extras].map(({ metrics }) => metrics ?? {})) as Record<
    string,
    number
  >;
  const { approxKl = 0, clipLow = 0, clipHigh = 0 } = surrogate;
  const emptyMasks = extra.emptyMasks ?? 0;
  return { lossValue: loss.value, gradNorm, approxKl, clipLow, clipHigh, emptyMasks, skipped: skipped ? 1 : 0, extra };
}

/** Statistics under other parameters, before the model's own are read: what it keeps for `backward` must be its own. */
async function statisticsUnder(
  parameters: Float32Array,
  model: Model,
  rollouts: Rollout[],
  head: HeadOptions,
): Promise<BatchStatistics> {
  const own = model.parameters();
  model.setParameters(parameters);
  try {
    return await model.statistics([...rollouts], head);
  } finally {
    model.setParameters(own);
  }
}

// A token trains where every mask keeps it.
const both = (a: Uint8Array[], b: Uint8Array[]): Uint8Array[] =>
  a.map((row, i) => row.map((kept, t) => kept & b[i][t]));

/** At most `parts` runs of nearly equal length, none empty. */
export function split<T>(items: readonly T[], parts: number): T[][] {
  const count = Math.min(parts, items.length);
  const cut = (i: number) => Math.round((i * items.length) / count);
  return Array.from({ length: count }, (_, i) => items.slice(cut(i), cut(i + 1)));
}

function meanFigures(figures: UpdateFigures[]): UpdateFigures {
  const mean = (of: (f: UpdateFigures) => number) =>
    figures.length === 0 ? 0 : figures.reduce((sum, f) => sum + of(f), 0) / figures.length;
  const names = [...new Set(figures.flatMap(({ extra }) => Object.keys(extra)))];
  return {
    lossValue: mean((f) => f.lossValue),
    gradNorm: mean((f) => f.gradNorm),
    approxKl: mean((f) => f.approxKl),
    clipLow: mean((f) => f.clipLow),
    clipHigh: mean((f) => f.clipHigh),
    emptyMasks: figures.reduce((sum, f) => sum + f.emptyMasks, 0),
    skipped: figures.reduce((sum, f) => sum + f.skipped, 0),
    extra: Object.fromEntries(names.map((name) => [name, mean((f) => f.extra[name] ?? 0)])),
  };
}
