/** The nouns that every folder shares. Numbers of one response are one ragged array each: no padding anywhere. */

/** A float array as the library hands it out. A plain alias: older TypeScript (tslab's) has no generic typed arrays. */
export type Floats = Float32Array;

/** A task's question, already as token ids. */
export interface Prompt {
  /** Unique within its task and difficulty; rollouts of one prompt share it. */
  id: string;
  tokens: number[];
  difficulty: string;
  /** What the task's verifier needs to judge a response. */
  gold: unknown;
}

/** One sampled response and what its sampler knew about it, token by token. */
export interface Rollout {
  prompt: number[];
  /** Sampled tokens, the end token included where it was sampled. [T] */
  tokens: number[];
  /** Log-probability of each sampled token at the sampling temperature, nats. [T] */
  logprobs: Float32Array;
  /** Full token entropy, nats. [T] */
  entropy: Float32Array;
  /** Entropy of the renormalised nucleus, nats. [T] */
  nucleusEntropy: Float32Array;
  /** The end token was sampled before the length limit. */
  finished: boolean;
  /** Right or wrong, by the task's verifier. Buckets count this. */
  verdict: boolean;
  /** What the optimiser sees: the verdict as 0/1, or a shaped value. */
  reward: number;
  /** Rollouts that are compared with each other share it: a prompt's, or a state's. */
  group: string;
  /** Where a continuation started: the trajectory it was cut from and the index of the state on it. */
  state?: { base: string; index: number };
}

/** Rollouts compared with each other: the responses to one prompt, or the continuations of one state. */
export interface Group {
  id: string;
  prompt: Prompt;
  rollouts: Rollout[];
}

/** Prompt and response of one sequence, as an engine reads it. */
export interface Sample {
  prompt: ArrayLike<number>;
  tokens: ArrayLike<number>;
}

/** Per-token statistics of a batch of responses; one array a response. */
export interface BatchStatistics {
  logprobs: Float32Array[];
  entropies: Float32Array[];
  nucleusEntropies: Float32Array[];
}

/** d loss / d statistic, per token; absent means zero. */
export interface Coefficients {
  dLogprob?: Float32Array[];
  dEntropy?: Float32Array[];
  dNucleusEntropy?: Float32Array[];
}

/** A scalar loss together with its derivative in every token's statistics. */
export interface LossTerm extends Coefficients {
  value: number;
}

/** pass@k and its kin on a held-out set; shares are of groups of eight. */
export interface Evaluation {
  passAt: Record<string, number>;
  majAt: Record<string, number>;
  avgAt: number;
  allRight: number;
  allWrong: number;
  /** pass@k beyond the usual number of samples, all of it from more of them. */
  wide?: { samples: number; passAt: Record<string, number> };
  /** What the sampled responses look like. */
  responses?: ResponseFigures;
  /** Right responses of every prompt, in order of difficulty and prompt: for intervals over prompts, and c/n histograms. */
  right?: number[];
  /** maj@k of every prompt, in the order of `right`, at the largest k of `majAt`, whose value is their mean. */
  majority?: number[];
  /** The same figures split by difficulty. */
  byDifficulty?: Record<string, Omit<Evaluation, "byDifficulty" | "right" | "majority" | "wide">>;
}

/** Figures of held-out responses themselves; entropies are token means in nats. */
export interface ResponseFigures {
  /** Mean length, tokens. */
  length: number;
  /** Mean length of the right ones; absent where none is right. */
  rightLength?: number;
  /** exp(-mean log-probability of the sampled tokens). */
  perplexity: number;
  /** Different right answers a prompt, among its first 32 samples. */
  distinct: number;
  entropy: number;
  nucleusEntropy: number;
  /** Entropy where the response had a choice to make, and where it had none. */
  forkEntropy: number;
  plainEntropy: number;
  /** Share of tokens that are forks. */
  forkShare: number;
  /** Share of the four highest-entropy positions of a response that are forks. */
  branchPrecision: number;
  /** Share of sampled tokens that mean nothing in the task: the tail that an explosion fills. */
  tail: number;
}

/** What one training step leaves behind: one JSON line. */
export interface StepRow {
  recipe: string;
  task: string;
  base: string;
  seed: number;
  step: number;
  /** Generated tokens so far, every sampled one of them: rejected groups and first returns too. */
  tokens: number;
  entropy: number;
  nucleusEntropy: number;
  accuracy: number;
  allRight: number;
  mixed: number;
  allWrong: number;
  length: number;
  clipLow: number;
  clipHigh: number;
  approxKl: number;
  groupsSampled: number;
  groupsKept: number;
  lossValue: number;
  gradNorm: number;
  emptyMasks: number;
  evaluation?: Evaluation;
  /** Fingerprint of the experiment's declaration, where the run belongs to one. */
  declaration?: string;
  /** Wall time since the run began. The one field that two equal runs may differ in. */
  seconds: number;
  /** A recipe's own figures (anchor, regularised entropy, skipped updates, ...). */
  extra?: Record<string, number>;
}

/** What a verifier says of a response. */
export interface TaskVerdict {
  correct: boolean;
  /** A key under which equal solutions meet (majority votes, distinct solutions); null where nothing could be read. */
  answer: string | null;
  reason: string;
}

/** A family of prompts with a verifier, on token ids. */
export interface Task {
  name: string;
  vocab: number;
  endToken: number;
  /** Longest prompt and response together. */
  context: number;
  /** Longest response. */
  maxTokens: number;
  difficulties: readonly string[];
  /** A seeded set of solvable prompts; the three splits never share a prompt. */
  prompts(split: Split, options: { count: number; difficulty: string; seed?: number }): Prompt[];
  /** A supervised example. */
  trace(random: () => number, difficulty: string, options?: { wrongTarget?: number }): Sample;
  verify(prompt: Prompt, tokens: ArrayLike<number>): TaskVerdict;
  /** Token ids from here on mean nothing: the vocabulary's tail. */
  meaningful: number;
  /** 1 where the response had a choice to make, 0 where the next token follows from what stands. [T] */
  forks(tokens: ArrayLike<number>): Uint8Array;
  /** Token ids as text, one string each. */
  render(tokens: ArrayLike<number>): string[];
}

/** The three disjoint sets of prompts: for training, for evaluation during it, for the final confirmation. */
export type Split = "train" | "heldOut" | "confirmation";

/** How responses are sampled. */
export interface PolicyOptions {
  /** Responses a prompt. */
  count: number;
  maxTokens: number;
  endToken: number;
  temperature?: number;
  topP?: number;
  seed: number;
  /** Tokens already said, one array a prompt; the response continues them. */
  prefixes?: number[][];
}

/** Whatever can be sampled from: the tiny transformer, a server, a GGUF model. */
export interface Policy {
  /** `count` rollouts of every prompt, prompt by prompt; not yet judged (verdict false, reward 0). */
  generate(prompts: number[][], options: PolicyOptions): Promise<Rollout[]>;
}
