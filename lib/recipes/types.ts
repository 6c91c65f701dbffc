import type { Random } from "../core/random.js";
import type { BatchStatistics, Group, LossTerm, Policy, Prompt, Rollout, Task } from "../core/types.js";
import type { HeadOptions } from "../engine/types.js";

/** One named, cited piece of a recipe. */
export interface Part<F> {
  /** The call it stands for, settings included: `groupAdvantage(std: false)`. */
  what: string;
  /** Paper section or release file. */
  source: string;
  apply: F;
}

/** What a recipe carries from step to step: an anchor, a coefficient. Stored in checkpoints. */
export type RecipeState = Readonly<Record<string, number>>;

/** What a recipe samples with. */
export interface SamplingContext {
  policy: Policy;
  task: Task;
  prompts: Prompt[];
  temperature: number;
  random: Random;
  /** Further prompts of the pool, none twice within a step; fewer than asked for when it is used up. */
  more: (count: number) => Prompt[];
}

/** What sampling a step brought. */
export interface Sampled {
  /** What may be trained on. */
  groups: Group[];
  /** Groups that are states of one trajectory, in order, as indices; a state of two trajectories is in both. */
  chains?: number[][];
  /** Responses from the bare prompt: accuracy, buckets, entropy and length are read off these. */
  observed: Group[];
  /** Every sampled token. */
  tokens: number;
}

/** All that a loss may look at. One entry a response of the update batch. */
export interface LossContext extends BatchStatistics {
  rollouts: Rollout[];
  oldLogprobs: Float32Array[];
  /** Per token. */
  advantages: Float32Array[];
  /** Tokens that carry the policy gradient. */
  masks: Uint8Array[];
  /** The same responses read by the base policy, where the recipe has a `reference`. */
  reference?: BatchStatistics;
  /** Longest response of the task, tokens. */
  maxLength: number;
  state: RecipeState;
  random: Random;
}

export interface SurrogateTerm extends LossTerm {
  /** Shares of the kept tokens held at the lower and at the upper bound. */
  clipLow?: number;
  clipHigh?: number;
  /** Token mean of old - new log-probability, nats. */
  approxKl?: number;
  metrics?: Record<string, number>;
}

export interface RegularizerTerm extends LossTerm {
  metrics?: Record<string, number>;
}

/** A method: what is sampled, compared, kept, priced. Every part can be replaced by itself. */
export interface Recipe {
  name: string;
  paper: string;
  /** Which nucleus the policy's statistics are read with, where the method has its own. */
  head?: Part<Pick<HeadOptions, "p" | "nucleus">>;
  /** A frozen policy that losses are to read the responses with; absent: none is computed. */
  reference?: Part<"base">;
  sampling: Part<(context: SamplingContext) => Promise<Sampled>>;
  /** Rewards of a group in the verdicts' place, in order; verdicts stay. */
  reward: Part<(group: Group, context: { maxLength: number; random: Random }) => number[]>[];
  /** One advantage a rollout, one array a group; sees all that was sampled, since FR3E compares neighbouring states. */
  advantage: Part<(sampled: Pick<Sampled, "groups" | "chains">) => Float32Array[]>;
  /** Which groups are trained on; asked after the advantages are known. */
  keep: Part<(group: Group) => boolean>;
  /** Token-level changes of the advantages, in order. */
  shape: Part<(advantages: Float32Array[], rollouts: Rollout[]) => Float32Array[]>[];
  /** Tokens that carry the policy gradient: those that every mask keeps. */
  mask: Part<(context: LossContext) => Uint8Array[]>[];
  surrogate: Part<(context: LossContext) => SurrogateTerm>;
  regularizers: Part<(context: LossContext) => RegularizerTerm>[];
  /** Figures of the initial policy, taken once from the first batch. */
  begin: Part<(rollouts: Rollout[]) => RecipeState>[];
  /** New state after a step, from its bare-prompt responses' entropy (nats) and its losses' own metrics. */
  adapt: Part<(state: RecipeState, entropy: number, metrics: Record<string, number>) => RecipeState>[];
}

/** The parts of a recipe, for replacing some of them. */
export type RecipeParts = Partial<Omit<Recipe, "name" | "paper">>;
