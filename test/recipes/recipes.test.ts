import { describe, expect, it } from "vitest";
import { generator } from "../../lib/core/random.js";
import type { Group, Rollout } from "../../lib/core/types.js";
import { withParts } from "../../lib/recipes/compose.js";
import { describeRecipe } from "../../lib/recipes/describe.js";
import { fr3eBranching } from "../../lib/recipes/fr3e.js";
import * as recipes from "../../lib/recipes/index.js";
import { recipeNamed } from "../../lib/recipes/named.js";
import { statesOf } from "../../lib/recipes/parts-branching.js";
import { trainedRollouts } from "../../lib/training/update.js";
import { task } from "../training/small.js";

const given = { task, random: generator(1) };
const [prompt] = task.prompts("train", { count: 1, difficulty: "easy" });

const rollout = (verdict: boolean, tokens = [1, 2, 3], entropy = [3, 2, 1]): Rollout => ({
  ...{ prompt: prompt.tokens, tokens, finished: true, verdict, reward: verdict ? 1 : 0, group: "g" },
  logprobs: new Float32Array(tokens.length),
  entropy: Float32Array.from(entropy),
  nucleusEntropy: Float32Array.from(entropy),
});
const group = (...verdicts: number[]): Group => ({ id: "g", prompt, rollouts: verdicts.map((v) => rollout(v === 1)) });

describe("recipes", () => {
  it("drop uniform groups in GRPO++ and keep them in GRPO", () => {
    const groups = [group(1, 0, 0, 0), group(1, 1), group(0, 0)];
    const kept = trainedRollouts(recipes.grpoPlusPlus(), { groups });
    expect(kept).toHaveLength(1);
    expect(kept[0].map(({ advantages }) => advantages[2])).toEqual([0.75, -0.25, -0.25, -0.25]);
    expect(trainedRollouts(recipes.grpo(), { groups })).toHaveLength(3);
  });

  it("scale FR3E's states along their chains, after every value is taken", () => {
    const groups = [group(1, 0, 0, 0), group(1, 1, 0, 0), group(1, 1, 1, 1), group(1, 1, 1, 0)];
    const kept = trainedRollouts(recipes.fr3e(), { groups, chains: [[0, 1, 2, 3]] });
    expect(kept).toHaveLength(3);
    expect(kept[1][0].advantages[0]).toBeCloseTo(0.5 * Math.exp(-0.25), 6);
    // The uniform state is not trained on, but it is what the next one is compared with.
    expect(kept[2][0].advantages[0]).toBeCloseTo(0.25 * Math.exp(0.25), 6);
  });

  it("branch only where right and wrong stand beside each other, and share what is shared", () => {
    const two = {
      id: "p",
      prompt,
      rollouts: [rollout(true, [7, 8, 9], [0, 1, 2]), rollout(false, [7, 5, 6], [0, 1, 2])],
    };
    const { starts, chains } = statesOf(two, fr3eBranching({ points: 2 }), given);
    expect(starts.map(({ prefix }) => prefix)).toEqual([[], [7], [7, 8], [7, 5]]);
    expect(chains).toEqual([
      [0, 1, 2],
      [0, 1, 3],
    ]);
    expect(statesOf(group(1, 1), fr3eBranching({ points: 2 }), given).starts).toEqual([]);
  });

  it("take SIREN's anchor over the peak tokens of the first batch", () => {
    const { anchor } = recipes
      .siren({ tau: 0.5 })
      .begin[0].apply([rollout(true), rollout(false, [1, 2, 3], [6, 4, 2])]);
    // Above the median of [3, 2, 1] stands 3, of [6, 4, 2] stands 6.
    expect(anchor).toBeCloseTo(4.5, 6);
  });

  it("price what they say: the naive bonus on all tokens", () => {
    const { regularizers } = recipes.naiveEntropy({ beta: 0.1 });
    const rollouts = [rollout(true)];
    const context = { entropies: [Float32Array.of(3, 2, 1)], rollouts } as never;
    expect(regularizers[0].apply(context).value).toBeCloseTo(-0.2, 6);
  });
});

describe("recipes as data", () => {
  it("are found by name, put on another recipe, and named for the rows", () => {
    const made = recipeNamed({ recipe: "siren", options: { beta: 0.1, on: "grpoPlusPlus" }, name: "mine" });
    expect(made.name).toBe("mine");
    expect(made.surrogate.what).toBe(recipes.grpoPlusPlus().surrogate.what);
  });

  it("say what is wrong: unknown name, negative coefficient, p or tau out of range", () => {
    expect(() => recipeNamed({ recipe: "siren", options: { bta: 0.2 } })).toThrow("did you mean beta?");
    expect(recipeNamed({ recipe: "fr3eBarePrompt", options: { points: 2 } }).name).toBe("fr3eBarePrompt");
    expect(() => recipeNamed({ recipe: "fr3e", options: { pionts: 2 } })).toThrow("did you mean points?");
    expect(() => recipeNamed({ recipe: "sirene" })).toThrow("did you mean siren?");
    expect(() => recipeNamed({ recipe: "naiveEntropy", options: { beta: -1 } })).toThrow(
      "naiveEntropy: beta must be a number in [0, Infinity], got -1",
    );
    expect(() => recipes.siren({ p: 0 })).toThrow("siren: p must be a number in (0, 1], got 0");
    expect(() => recipes.siren({ tau: 1 })).toThrow("tau must be a number in [0, 1), got 1");
    expect(() => recipes.fr3e({ rollouts: 0 })).toThrow("rollouts must be an integer >= 1, got 0");
    expect(() => recipes.grpo({ size: 0 })).toThrow("size must be an integer >= 1, got 0");
  });

  it("refuse options out of range when they are made, not when they train", () => {
    const refused: [() => unknown, string][] = [
      [() => recipes.dapo({ rounds: 0 }), "rounds must be an integer >= 1, got 0"],
      [() => recipes.dapo({ buffer: 2 }), "dapo: buffer must be a number in (0, 1], got 2"],
      [() => recipes.passAtK({ k: 9 }), "passAtK: k must be an integer in [1, 8], got 9"],
      [() => recipes.gspo({ epsLow: 2 }), "gspo: epsLow must be a number in [0, 1], got 2"],
      [() => recipes.clipCov({ low: 6 }), "clipCov: low must be a number in [-Infinity, 5], got 6"],
      [() => recipes.klCov({ ratio: -1 }), "klCov: ratio must be a number in [0, 1], got -1"],
      [
        () => recipes.entropyAdvantage({ kappa: 0 }),
        "entropyAdvantage: kappa must be a number in (0, Infinity], got 0",
      ],
      [() => recipes.forkingTokens({ share: 2 }), "forkingTokens: share must be a number in [0, 1], got 2"],
      [() => recipes.adaptiveEntropy({ rate: -1 }), "adaptiveEntropy: rate must be a number in [0, Infinity], got -1"],
      [() => recipes.steppedEntropy({ low: 2 }), "must be a number"],
      [() => recipes.sirenNoAnchor({ tau: 1 }), "sirenNoAnchor: tau must be a number in [0, 1), got 1"],
      [() => recipes.fr3e({ by: "nowhere" as never }), "fr3e: by must be one of entropy, surprisal, random, uniform"],
      [() => recipes.treePoBranching({ segment: 0 }), "treePoBranching: segment must be an integer >= 1, got 0"],
      [() => recipes.aepoBranching({ penalty: 2 }), "aepoBranching: penalty must be a number in [0, 1], got 2"],
      [() => recipes.withKl({ estimator: "k4" as never }), "withKl: estimator must be one of k1, k2, k3"],
      [() => recipes.randomReward({ chance: 2 }), "randomReward: chance must be a number in [0, 1], got 2"],
    ];
    for (const [make, message] of refused) expect(make).toThrow(message);
  });

  it("cite every part, a line each", () => {
    for (const name of Object.keys(recipes)) {
      const made = recipeNamed({ recipe: name });
      const parts = Object.values(made)
        .flat()
        .filter((value): value is { what: string; source: string } => typeof value === "object");
      for (const { what, source } of parts) expect(what && source, `${name}: ${what}`).toBeTruthy();
      expect(describeRecipe(made).split("\n")).toHaveLength(parts.length + 1);
    }
  });

  it("stand on one another to any depth", () => {
    const options = { coefficient: 0.1, on: { recipe: "siren", options: { on: "grpoPlusPlus" } } };
    const made = recipeNamed({ recipe: "withKl", options });
    expect(made.name).toBe("siren+kl");
    expect(made.regularizers.map(({ what }) => what.split("(")[0])).toEqual(["anchoredEntropy", "klPenalty"]);
    expect(made.surrogate.what).toBe(recipes.grpoPlusPlus().surrogate.what);
  });

  it("print what they are made of, and how they differ", () => {
    const text = describeRecipe(recipes.siren({ on: recipes.grpoPlusPlus() }), recipes.grpoPlusPlus());
    expect(text.split("\n")[0]).toBe("siren against grpoPlusPlus");
    expect(text).toContain("+ regularizers anchoredEntropy(beta: 0.005, of: nucleus, tokens");
    expect(text).not.toContain("groupSampling");
    expect(describeRecipe(recipes.grpo(), recipes.grpo())).toBe("grpo against grpo");
  });

  it("are overridden part by part", () => {
    const replaced = withParts(recipes.grpo(), { keep: recipes.grpoPlusPlus().keep, name: "grpo-mixed" });
    expect(trainedRollouts(replaced, { groups: [group(1, 1), group(1, 0)] })).toHaveLength(1);
  });
});
