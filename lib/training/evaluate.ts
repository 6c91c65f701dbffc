import { checkArray, checkInteger, checkNumber, checkOneOf, fail } from "../core/check.js";
import { generator } from "../core/random.js";
import type { Evaluation, Group, Policy, Split, Task } from "../core/types.js";
import { passAtK } from "../metrics/pass-at-k.js";
import { sampleGroups } from "../recipes/parts-sampling.js";
import { type Keys, majorities } from "./majority.js";
import { responseFigures } from "./responses.js";
import { observe } from "./step.js";

/** Which held-out prompts are sampled how often, and which k are scored. */
export interface EvaluationOptions {
  split: Split;
  /** Prompts of each difficulty. */
  prompts: number;
  /** Responses a prompt. */
  samples: number;
  passAt: readonly number[];
  majAt: readonly number[];
  /**
   * Draws so many a prompt for a curve of pass@k (k doubling up to it). Every other figure is of the first `samples` of
   * them, which are the ones drawn without it: it stays comparable with evaluations along the way.
   */
  wide?: number;
  temperature: number;
  /** The same for every run that is compared. */
  seed: number;
}

export const defaultEvaluation: EvaluationOptions = {
  split: "heldOut",
  prompts: 100,
  samples: 32,
  passAt: [1, 8, 16, 32],
  majAt: [8, 32],
  temperature: 1,
  seed: 7,
};

/** Group size that the shares of All-Right and All-Wrong prompts are stated for. */
const GROUP = 8;

type Flat = Omit<Evaluation, "byDifficulty" | "right" | "majority" | "wide">;

/**
 * Samples held-out prompts and scores them: unbiased pass@k, maj@k over canonical answers, avg@n, and the expected share
 * of All-Right and All-Wrong groups of eight; overall and by difficulty. Also figures of the responses themselves.
 *
 * @throws RangeError when fewer samples are drawn than some k or the group of eight needs
 * @example const { passAt } = await evaluate(policy, task, { prompts: 16, samples: 16 });
 * @source this project; pass@k: Chen et al. 2021, equation 1
 */
export async function evaluate(
  policy: Policy,
  task: Task,
  overrides: Partial<EvaluationOptions> = {},
): Promise<{ evaluation: Evaluation; observed: ReturnType<typeof observe>; groups: Group[] }> {
  const options = evaluationOptions(overrides);
  const { majAt } = options;
  const random = generator(options.seed);
  const byDifficulty: Record<string, Flat> = {};
  const all: Group[] = [];
  const keys: (string | null)[][] = [];
  const drawn: Group[] = [];
  for (const difficulty of task.difficulties) {
    const prompts = task.prompts(options.split, { count: options.prompts, difficulty });
    const { temperature } = options;
    const context = { policy, task, prompts, temperature, random: random.split("evaluation", difficulty) };
    const more = await sampleGroups(context, Math.max(options.samples, options.wide ?? 0));
    const groups = more.map((group) => ({ ...group, rollouts: group.rollouts.slice(0, options.samples) }));
    const answers = groups.map(({ prompt, rollouts }) => rollouts.map((r) => task.verify(prompt, r.tokens).answer));
    byDifficulty[difficulty] = score(groups, answers, task, options);
    all.push(...groups);
    keys.push(...answers);
    drawn.push(...more);
  }
  const wide = options.wide === undefined ? {} : { wide: wideScore(drawn, options.wide) };
  const each = {
    right: rightCounts(all),
    ...(majAt.length > 0 && { majority: majorities(all, keys, Math.max(...majAt)) }),
  };
  const evaluation = { ...score(all, keys, task, options), ...wide, ...each, byDifficulty };
  return { evaluation, observed: observe(all), groups: all };
}

function wideScore(groups: readonly Group[], samples: number): Evaluation["wide"] {
  const counts = rightCounts(groups);
  const doubling = Array.from({ length: Math.floor(Math.log2(samples)) + 1 }, (_, i) => 2 ** i);
  const mean = (k: number) => round(counts.reduce((sum, c) => sum + passAtK(samples, c, k), 0) / counts.length);
  return { samples, passAt: Object.fromEntries(doubling.map((k) => [k, mean(k)])) };
}

const rightCounts = (groups: readonly Group[]): number[] =>
  groups.map(({ rollouts }) => rollouts.filter(({ verdict }) => verdict).length);

function score(
  groups: readonly Group[],
  keys: Keys,
  task: Task,
  { samples: n, passAt, majAt }: EvaluationOptions,
): Flat {
  const counts = rightCounts(groups);
  const average = (values: readonly number[]) => round(values.reduce((sum, x) => sum + x, 0) / values.length);
  const mean = (of: (c: number) => number) => average(counts.map(of));
  return {
    passAt: Object.fromEntries(passAt.map((k) => [k, mean((c) => passAtK(n, c, k))])),
    majAt: Object.fromEntries(majAt.map((k) => [k, average(majorities(groups, keys, k))])),
    avgAt: mean((c) => c / n),
    allRight: mean((c) => 1 - passAtK(n, n - c, GROUP)),
    allWrong: mean((c) => 1 - passAtK(n, c, GROUP)),
    responses: responseFigures(groups, keys, task),
  };
}

// Six digits are far below the sampling error, and keep rows readable.
const round = (x: number): number => Math.round(x * 1e6) / 1e6;

const SPLITS: readonly Split[] = ["train", "heldOut", "confirmation"];

/** Defaults with some replaced. @throws RangeError when a value is outside its range, or some k needs more samples */
export function evaluationOptions(overrides: Partial<EvaluationOptions> = {}): EvaluationOptions {
  const options = { ...defaultEvaluation, ...overrides };
  const { split, samples, prompts, passAt, majAt, wide, temperature, seed } = options;
  checkOneOf("evaluate", "split", split, SPLITS);
  checkInteger("evaluate", "prompts", prompts, 1);
  checkInteger("evaluate", "samples", samples, GROUP);
  if (wide !== undefined) checkInteger("evaluate", "wide", wide, samples);
  checkNumber("evaluate", "temperature", temperature, { low: 0, open: "low" });
  checkInteger("evaluate", "seed", seed, 0, Number.MAX_SAFE_INTEGER);
  for (const [name, list] of Object.entries({ passAt, majAt })) {
    checkArray("evaluate", name, list);
    for (const k of list) {
      if (!Number.isInteger(k) || k < 1 || k > samples)
        fail("evaluate", name, `integers between 1 and samples (${samples})`, k);
    }
  }
  return options;
}
