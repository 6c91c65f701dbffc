import { describe, expect, it } from "vitest";
import { generator } from "../../lib/core/random.js";
import type { Policy, Rollout } from "../../lib/core/types.js";
import * as recipes from "../../lib/recipes/index.js";
import type { Recipe } from "../../lib/recipes/types.js";
import { task } from "../training/small.js";

const prompts = task.prompts("train", { count: 2, difficulty: "easy" });
const rule = { ...task, verify: (_: unknown, tokens: ArrayLike<number>) => verdictOf(Array.from(tokens)) };
const verdictOf = (tokens: number[]) => ({ correct: tokens[0] % 2 === 1, answer: null, reason: "" });

/** A policy of twelve tokens a response, the first of which says whether it is right; it remembers its prefixes. */
function scripted(): { policy: Policy; asked: number[][] } {
  const asked: number[][] = [];
  const generate: Policy["generate"] = async (starts, { count, prefixes = [] }) => {
    asked.push(...prefixes);
    return starts.flatMap((prompt, i) =>
      Array.from({ length: count }, (_, j): Rollout => {
        const length = 12 - prefixes[i].length;
        const at = (f: (t: number) => number) => Float32Array.from({ length }, (_, t) => f(t + prefixes[i].length));
        return {
          ...{ prompt, finished: true, verdict: false, reward: 0, group: "" },
          tokens: Array.from({ length }, (_, t) => (t === 0 ? 2 + j : 5 + ((t + j) % 3))),
          logprobs: at((t) => -((t * 5) % 12) / 4),
          entropy: at((t) => ((t * 7) % 12) / 4),
          nucleusEntropy: at(() => 0),
        };
      }),
    );
  };
  return { policy: { generate }, asked };
}

async function sampled(recipe: Recipe) {
  const { policy, asked } = scripted();
  const given = { policy, task: rule, prompts, temperature: 1, random: generator(1), more: () => [] };
  return { ...(await recipe.sampling.apply(given)), asked };
}

const few = { firstReturn: 4, rollouts: 2 };
const lengths = (asked: number[][]) => [...new Set(asked.map((prefix) => prefix.length))].sort((a, b) => a - b);

describe("branching recipes", () => {
  it("explore both trajectories, the bare prompt once, and count every token", async () => {
    const { groups, chains, observed, tokens } = await sampled(recipes.fr3e({ ...few, points: 2 }));
    expect(observed).toHaveLength(2);
    expect(chains).toHaveLength(4);
    expect(groups.filter(({ id }) => id.endsWith("#0"))).toHaveLength(2);
    expect(groups).toHaveLength(2 * (1 + 2 * 2));
    const all = [...groups, ...observed].flatMap(({ rollouts }) => rollouts);
    expect(tokens).toBe(all.reduce((sum, rollout) => sum + rollout.tokens.length, 0));
    expect(all.filter(({ state }) => state?.index === 2)).toHaveLength(2 * 2 * 2);
  });

  it("put their points where their rule says", async () => {
    const at = async (recipe: Recipe) => lengths((await sampled(recipe)).asked);
    // Entropy (7 t mod 12)/4 is highest at 5 and 10, surprisal (5 t mod 12)/4 at 7 and 2.
    expect(await at(recipes.fr3e({ ...few, points: 2 }))).toEqual([0, 5, 10]);
    expect(await at(recipes.fr3e({ ...few, points: 2, by: "surprisal" }))).toEqual([0, 2, 7]);
    expect(await at(recipes.fr3e({ ...few, points: 2, by: "uniform" }))).toEqual([0, 4, 8]);
    expect(await at(recipes.treePoBranching({ ...few, segment: 5, depth: 9 }))).toEqual([0, 5, 10]);
    expect(await at(recipes.treeRlBranching({ ...few, forks: 4 }))).toEqual([0, 2, 7]);
    const drawn = await at(recipes.fr3e({ ...few, points: 2, by: "random" }));
    expect(drawn[0]).toBe(0);
    expect(await at(recipes.fr3e({ ...few, points: 2, by: "random" }))).toEqual(drawn);
  });

  it("branch by entropy's rise only where the response has a choice", async () => {
    const sure = { ...few, alpha: 1, beta: 0 };
    const { asked } = await sampled(recipes.arpoBranching(sure));
    const choices = task.forks([3, ...Array.from({ length: 11 }, (_, t) => 5 + ((t + 2) % 3))]);
    const allowed = [...choices.keys()].filter((t) => t > 0 && choices[t] === 1);
    expect(allowed.length).toBeGreaterThan(1);
    expect(
      lengths(asked)
        .filter((t) => t > 0)
        .every((t) => allowed.includes(t)),
    ).toBe(true);
    // A branch just before takes the whole probability: of places in a row every other one is left.
    const rarer = await sampled(recipes.aepoBranching({ ...sure, penalty: 1 }));
    expect(rarer.groups.length).toBeLessThan((await sampled(recipes.arpoBranching(sure))).groups.length);
  });

  it("have controls: bare prompts in the states' place, right trajectories alone, first returns too", async () => {
    const options = { ...few, points: 2 };
    const full = await sampled(recipes.fr3e(options));
    const bare = await sampled(recipes.fr3eBarePrompt(options));
    expect(bare.groups).toHaveLength(full.groups.length);
    expect(lengths(bare.asked)).toEqual([0]);
    expect(bare.chains).toEqual([]);
    expect(bare.groups.every(({ rollouts }) => rollouts.every(({ state }) => state === undefined))).toBe(true);
    const right = await sampled(recipes.fr3eRightOnly(options));
    expect(right.chains).toHaveLength(2);
    expect(right.groups).toHaveLength(2 * (1 + 2));
    const more = await sampled(recipes.fr3eWithFirstReturns(options));
    expect(more.groups.slice(full.groups.length)).toEqual(more.observed);
    expect(more.tokens).toBe(full.tokens);
  });
});
