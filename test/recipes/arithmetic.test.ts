import { describe, expect, it } from "vitest";
import { generator } from "../../lib/core/random.js";
import type { Group, Rollout } from "../../lib/core/types.js";
import * as recipes from "../../lib/recipes/index.js";
import type { LossContext, Recipe } from "../../lib/recipes/types.js";
import { rewarded } from "../../lib/training/step.js";
import { trainedRollouts } from "../../lib/training/update.js";
import { task } from "../training/small.js";

const [prompt] = task.prompts("train", { count: 1, difficulty: "easy" });
const rollout = (verdict: boolean, length = 1): Rollout => ({
  ...{ prompt: prompt.tokens, tokens: Array.from({ length }, (_, t) => t + 2), finished: true, verdict, group: "g" },
  reward: verdict ? 1 : 0,
  logprobs: new Float32Array(length).fill(-1),
  entropy: Float32Array.from({ length }, (_, t) => t + 1),
  nucleusEntropy: Float32Array.from({ length }, (_, t) => t / 2),
});
const group = (...verdicts: number[]): Group => ({ id: "g", prompt, rollouts: verdicts.map((v) => rollout(v === 1)) });

/** The first token's advantage of every response of one group. */
const advantagesOf = (recipe: Recipe, ...verdicts: number[]) =>
  trainedRollouts(recipe, { groups: rewarded(recipe, [group(...verdicts)], 40, generator(1)) })[0].map(
    ({ advantages }) => advantages[0],
  );

const close = (got: ArrayLike<number>, want: number[]) => {
  expect(got).toHaveLength(want.length);
  want.forEach((x, i) => {
    expect(got[i]).toBeCloseTo(x, 5);
  });
};

/** One response a row; what is not given is as at sampling. */
function context(given: Partial<Record<keyof LossContext, unknown>> & { logprobs: number[][] }): LossContext {
  const rows = (values: number[][]) => values.map((row) => Float32Array.from(row));
  const fill = (x: number) => given.logprobs.map((row) => new Float32Array(row.length).fill(x));
  const floats = ["logprobs", "oldLogprobs", "advantages", "entropies", "nucleusEntropies"] as const;
  const converted = floats.flatMap((name) => (given[name] ? [[name, rows(given[name] as number[][])]] : []));
  return {
    ...{ oldLogprobs: fill(-1), advantages: fill(1), entropies: fill(1), nucleusEntropies: fill(1) },
    ...{ maxLength: 10, state: {}, random: generator(1), ...given },
    rollouts: given.logprobs.map((row) => rollout(true, row.length)),
    masks: given.logprobs.map((row) => new Uint8Array(row.length).fill(1)),
    ...Object.fromEntries(converted),
  } as LossContext;
}

describe("advantages", () => {
  it("of one right response in four", () => {
    const root = Math.sqrt(0.25);
    close(
      advantagesOf(recipes.grpo(), 1, 0, 0, 0),
      [0.75, -0.25, -0.25, -0.25].map((a) => a / (root + 1e-6)),
    );
    close(advantagesOf(recipes.drGrpo(), 1, 0, 0, 0), [0.75, -0.25, -0.25, -0.25]);
    close(advantagesOf(recipes.rloo(), 1, 0, 0, 0), [1, -1 / 3, -1 / 3, -1 / 3]);
    close(advantagesOf(recipes.maxRl(), 1, 0, 0, 0), [3, -1, -1, -1]);
    close(advantagesOf(recipes.reinforce(), 1, 0, 0, 0), [1, 0, 0, 0]);
  });

  it("of pass@k: rho = 1/2, sigma = 1/2 with one right in four and k = 2", () => {
    // A wrong one's set of two is right with probability 1/3 in the place of 1/2.
    close(advantagesOf(recipes.passAtK({ k: 2, size: 4 }), 1, 0, 0, 0), [1, -1 / 3, -1 / 3, -1 / 3]);
  });

  it("of DAPO: rewards +-1, and a punishment in the last fifth of the longest response", () => {
    const long: Group = { id: "g", prompt, rollouts: [rollout(true, 10), rollout(true, 36), rollout(false, 40)] };
    const [{ rollouts }] = rewarded(recipes.dapo(), [long], 40, generator(1));
    expect(rollouts.map(({ reward }) => reward)).toEqual([1, 0.5, -2]);
    expect(rollouts.map(({ verdict }) => verdict)).toEqual([true, true, false]);
  });

  it("shaped by entropy: min(0.4 H, |A| / 2) on top", () => {
    const [[{ advantages }]] = trainedRollouts(recipes.entropyAdvantage(), {
      groups: [{ id: "g", prompt, rollouts: [rollout(true, 3), rollout(false, 3)] }],
    });
    close(advantages, [0.75, 0.75, 0.75]);
    expect(
      recipes.entropyAdvantage({ alpha: 0.1 }).shape[0].apply([Float32Array.of(1, 1)], [rollout(true, 2)]),
    ).toEqual([Float32Array.of(1.1, 1.2)]);
  });

  it("of coin flips: 0 or 1 whatever the verdict, the same for the same stream", () => {
    const groups = [group(1, 1, 1, 1, 1, 1, 1, 1), group(0, 0, 0, 0, 0, 0, 0, 0)];
    const flipped = rewarded(recipes.randomReward(), groups, 40, generator(2));
    const rewards = flipped.flatMap((g) => g.rollouts.map(({ reward }) => reward));
    expect(new Set(rewards)).toEqual(new Set([0, 1]));
    expect(flipped.map((g) => g.rollouts.every(({ verdict }) => verdict))).toEqual([true, false]);
    expect(rewarded(recipes.randomReward(), groups, 40, generator(2))).toEqual(flipped);
  });
});

describe("FR3E's states", () => {
  const states = [group(1, 0, 0, 0), group(1, 1, 0, 0), group(1, 1, 1, 0), group(1, 0, 0, 0)];
  const chains = [[0, 1, 2, 3]];
  const firsts = (recipe: Recipe, groups = states) =>
    recipe.advantage.apply({ groups, chains }).map((advantages) => advantages[0]);
  const cut = [group(1, 0, 0, 0), group(1, 1, 1, 1), group(1, 1, 0, 0)];

  it("in the release's reading: first state against 1, deltas sharpened", () => {
    close(firsts(recipes.fr3eRelease()), [0.75 / 1.67924, 0.5 / 1.1049, 0.25 / 1.1049, 0.75 / 0.754161]);
  });

  it("in the paper's reading, without modulation, and with factors above 1 alone", () => {
    const rise = Math.exp(-0.25);
    const fall = Math.exp(0.5);
    close(firsts(recipes.fr3e()), [0.75, 0.5 * rise, 0.25 * rise, 0.75 * fall]);
    close(firsts(recipes.fr3eNoModulation()), [0.75, 0.5, 0.25, 0.75]);
    close(firsts(recipes.fr3eOnlyAbove()), [0.75, 0.5, 0.25, 0.75 * fall]);
  });

  it("compare mixed states alone in the release: a delta skips the uniform one", () => {
    const three = { groups: cut, chains: [[0, 1, 2]] };
    const last = (recipe: Recipe) => recipe.advantage.apply(three)[2][0];
    expect(last(recipes.fr3e())).toBeCloseTo(0.5 * Math.exp(0.5), 6);
    // Of 1 - 1/4 and 1/4 to the power of 1.5, the second's share.
    const share = 0.25 ** 1.5 / (0.75 ** 1.5 + 0.25 ** 1.5);
    expect(last(recipes.fr3eRelease())).toBeCloseTo(0.5 * Math.exp(-share), 6);
  });

  it("leave a group of no chain centred", () => {
    const { advantage } = recipes.fr3eWithFirstReturns();
    close(advantage.apply({ groups: [...states, group(1, 0)], chains })[4], [0.5, -0.5]);
  });
});

describe("surrogates", () => {
  const risen = { logprobs: [[-0.5, -1]], advantages: [[1, 1]] };

  it("clip at their bounds: e^0.5 = 1.6487 in the first of two tokens", () => {
    const value = (recipe: Recipe, given: Parameters<typeof context>[0] = risen) =>
      recipe.surrogate.apply(context(given)).value;
    expect(value(recipes.grpo())).toBeCloseTo(-(1.2 + 1) / 2, 6);
    expect(value(recipes.drGrpo())).toBeCloseTo(-(1.2 + 1) / 10, 6);
    expect(value(recipes.grpoPlusPlus())).toBeCloseTo(-(1.28 + 1) / 2, 6);
    expect(value(recipes.fr3eRelease())).toBeCloseTo(-(1.3 + 1) / 2, 6);
    expect(value(recipes.klCov())).toBeCloseTo(-(Math.exp(0.5) + 1) / 2, 6);
    expect(value(recipes.gspo())).toBeCloseTo(-1.0004, 6);
    expect(value(recipes.cispo())).toBeCloseTo(0.5 * (1.2 * 0.5 + 1), 6);
    expect(value(recipes.rloo())).toBeCloseTo(1.5, 6);
    // A ratio of e^3 at A = -1 is held at 10.
    expect(value(recipes.dapo(), { logprobs: [[2]], advantages: [[-1]] })).toBeCloseTo(10, 6);
  });

  it("report what GSPO and CISPO clipped", () => {
    expect(recipes.gspo().surrogate.apply(context(risen)).metrics).toEqual({ clipFraction: 1 });
    expect(recipes.cispo().surrogate.apply(context(risen)).metrics).toEqual({ clipFraction: 0.5 });
  });

  it("take Clip-Cov's token out of the gradient: covariance 1.5 in (1, 5)", () => {
    const given = { logprobs: [[-1, -4]], oldLogprobs: [[-1, -4]], advantages: [[1, -1]] };
    const { dLogprob } = recipes.clipCov().surrogate.apply(context(given));
    // Both tokens have it; one is drawn.
    const left = [...dLogprob![0]].filter((d) => d !== 0);
    expect(left).toHaveLength(1);
    expect(Math.abs(left[0])).toBe(0.5);
    const none = recipes.clipCov({ low: 2 }).surrogate.apply(context(given));
    close(none.dLogprob![0], [-0.5, 0.5]);
  });

  it("hold KL-Cov's token to the old policy, and nothing on-policy", () => {
    const [penalty] = recipes.klCov().regularizers;
    const given = { logprobs: [[-0.5, -4]], oldLogprobs: [[-1, -4]], advantages: [[2, -1]] };
    expect(penalty.apply(context(given)).value).toBeCloseTo(0.25, 6);
    expect(penalty.apply(context({ ...given, oldLogprobs: given.logprobs })).value).toBe(0);
  });

  it("look at forking tokens alone, over the kept or over all", () => {
    const given = { logprobs: [[-1, -1, -1, -1, -1]], entropies: [[1, 5, 2, 3, 4]], advantages: [[4, 4, 4, 4, 4]] };
    expect(recipes.forkingTokens().mask[0].apply(context(given))).toEqual([Uint8Array.of(0, 1, 0, 0, 0)]);
    const over = recipes.forkingTokensOverAll().surrogate.apply(context(given));
    expect(over.value).toBeCloseTo(-4 / 5, 6);
  });
});

describe("regularisers", () => {
  const batch = {
    logprobs: [[-1, -1, -1, -1, -1]],
    entropies: [[5, 1, 1, 1, 1]],
    nucleusEntropies: [[2, 0, 4, 0, 0]],
    state: { anchor: 3 },
  };
  const value = (recipe: Recipe, given = batch) => recipe.regularizers[0].apply(context(given)).value;
  const beta = 0.1;

  it("of SIREN, each part left out once", () => {
    expect(value(recipes.siren({ beta }))).toBeCloseTo(0.1 * (4 - 3) ** 2, 6);
    expect(value(recipes.sirenNoTopP({ beta }))).toBeCloseTo(0.1 * (5 - 3) ** 2, 6);
    expect(value(recipes.sirenNoPeakMask({ beta }))).toBeCloseTo(0.1 * (1.2 - 3) ** 2, 6);
    expect(value(recipes.sirenNoAnchor({ beta }))).toBeCloseTo(-0.1 * 4, 6);
    expect(value(recipes.sirenAnchorOnly({ beta }))).toBeCloseTo(0.1 * (1.8 - 3) ** 2, 6);
    expect(value(recipes.sirenTokenFirst({ beta }))).toBeCloseTo(0.1 * (2 - 3) ** 2, 6);
    expect(value(recipes.sirenLowerBound({ beta }))).toBe(0);
    expect(value(recipes.sirenLowerBound({ beta }), { ...batch, state: { anchor: 6 } })).toBeCloseTo(0.4, 6);
  });

  it("with coefficients that move", () => {
    const adaptive = recipes.sirenAdaptive({ beta, rate: 0.5 });
    const state = { coefficient: 0.1, target: 4.5, anchor: 3 };
    expect(value(adaptive, { ...batch, state })).toBeCloseTo(-0.1 * 4, 6);
    expect(adaptive.adapt[0].apply(state, 9, { regularized: 4 }).coefficient).toBeCloseTo(0.35, 6);
    expect(adaptive.adapt[0].apply(state, 9, {})).toBe(state);
    const stepped = recipes.steppedEntropy({ target: 2, delta: 0.01 });
    const held = { coefficient: 0.02, applied: 0.02, anchor: 0 };
    expect(value(stepped, { ...batch, state: held })).toBeCloseTo(-0.02 * 1.8, 6);
    expect(stepped.adapt[0].apply(held, 9, { regularized: 1.8 })).toMatchObject({ coefficient: 0.03, applied: 0.03 });
    expect(stepped.adapt[0].apply(held, 9, { regularized: 2.1 })).toMatchObject({ coefficient: 0.01, applied: 0 });
    // Token entropies 1, 2, 3: their mean is at the target, and above the lower one.
    const begun = (target: number) =>
      recipes.steppedEntropy({ target, initial: 0.1 }).begin[0].apply([rollout(true, 3)]);
    expect(begun(2)).toEqual({ coefficient: 0.1, applied: 0.1 });
    expect(begun(1.9)).toEqual({ coefficient: 0.1, applied: 0 });
  });

  it("of the reference: k3 at a gap of 1 nat, and an error without it", () => {
    const [penalty] = recipes.withKl({ coefficient: 2 }).regularizers;
    const reference = { logprobs: [Float32Array.of(-2)], entropies: [], nucleusEntropies: [] };
    expect(penalty.apply(context({ logprobs: [[-1]], reference })).value).toBeCloseTo(2 * Math.exp(-1), 6);
    expect(() => penalty.apply(context({ logprobs: [[-1]] }))).toThrow("reference's statistics");
  });
});
