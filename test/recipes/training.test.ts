import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { generator } from "../../lib/core/random.js";
import type { Model } from "../../lib/engine/types.js";
import { tinyPolicy } from "../../lib/policies/tiny.js";
import * as recipes from "../../lib/recipes/index.js";
import { recipeNamed } from "../../lib/recipes/named.js";
import type { Recipe, RecipeState } from "../../lib/recipes/types.js";
import { persistedRun, runName } from "../../lib/training/persist.js";
import { furtherPrompts, poolOf, promptsOfStep } from "../../lib/training/pool.js";
import { run } from "../../lib/training/run.js";
import { trainingSettings } from "../../lib/training/settings.js";
import { trainStep } from "../../lib/training/step.js";
import { small, smallModel, task } from "../training/small.js";

let model: Model;
let base: Float32Array;
beforeAll(async () => {
  model = await smallModel();
  base = model.parameters();
});

const settings = trainingSettings({ promptsPerStep: 6, updatesPerStep: 2, lr: 1e-3 });
const pool = poolOf(task, 24);

/** Three steps from the base, as `run` makes them. */
async function threeSteps(recipe: Recipe) {
  model.setParameters(base);
  const zeros = new Float32Array(base.length);
  model.setOptimizerState({ step: 0, first: zeros, second: zeros });
  const policy = tinyPolicy(model, { p: settings.p, nucleus: settings.nucleus, ...recipe.head?.apply });
  const reference = recipe.reference && base;
  let state: RecipeState | undefined;
  const steps = [];
  for (const step of [1, 2, 3]) {
    const random = generator(3);
    const prompts = promptsOfStep(pool, step, settings.promptsPerStep, random);
    const more = furtherPrompts(pool, prompts, random.split("refill", step));
    const given = { policy, task, prompts, settings, state, reference, more, random: random.split("step", step) };
    const made = await trainStep(recipe, given);
    state = made.state;
    steps.push(made);
  }
  return { steps, state: state ?? {} };
}

// Few continuations: what is tested is that every part fits its neighbours.
const cheap: Record<string, object> = Object.fromEntries(
  Object.keys(recipes)
    .filter((name) => /^fr3e|Branching$/.test(name))
    .map((name) => [name, { firstReturn: 4, rollouts: 2 }]),
);

describe("every recipe", () => {
  it.each(Object.keys(recipes))("%s trains", async (name) => {
    const { steps } = await threeSteps(recipeNamed({ recipe: name, options: { ...cheap[name] } }));
    expect(steps.some(({ figures }) => figures.groupsKept > 0)).toBe(true);
    for (const { figures, skipped } of steps) {
      expect(skipped).toBe(0);
      for (const value of [figures.lossValue, figures.gradNorm, ...Object.values(figures.extra ?? {})]) {
        expect(Number.isFinite(value)).toBe(true);
      }
    }
    expect(model.parameters()).not.toEqual(base);
  });
});

describe("what a recipe carries from step to step", () => {
  it("moves an adaptive coefficient by its rule, from the figures of each step", async () => {
    const { steps } = await threeSteps(recipes.adaptiveEntropy({ target: 2, rate: 0.1 }));
    let coefficient = 0;
    for (const { figures, state } of steps) {
      expect(figures.extra?.coefficient).toBeCloseTo(coefficient, 12);
      coefficient = Math.max(0, coefficient + 0.1 * (2 - (figures.extra?.regularized ?? Number.NaN)));
      expect(state.coefficient).toBeCloseTo(coefficient, 12);
    }
    expect(coefficient).toBeGreaterThan(0);
    const { state } = await threeSteps(recipes.steppedEntropy({ target: 5, delta: 0.01 }));
    expect(state.coefficient).toBeCloseTo(0.03, 12);
  });

  it("aims at the base's own entropy where no target is given", async () => {
    const { steps } = await threeSteps(recipes.adaptiveEntropy());
    expect(steps[0].figures.extra?.target).toBeGreaterThan(0);
    expect(new Set(steps.map(({ state }) => state.target)).size).toBe(1);
  });
});

describe("withKl", () => {
  it("is 0 at the base and grows as the policy leaves it, which a penalty slows", async () => {
    const kls = async (coefficient: number) =>
      (await threeSteps(recipes.withKl({ coefficient, on: recipes.grpoPlusPlus() }))).steps.map(
        ({ figures }) => figures.extra?.kl ?? Number.NaN,
      );
    const free = await kls(0);
    const held = await kls(10);
    // The first of a step's two updates is at the base itself.
    expect(free[0]).toBeLessThan(free[2]);
    expect(held[2]).toBeLessThan(free[2]);
  });

  it("leaves a run's own parameters alone and goes through `run`", async () => {
    const rows = [];
    const options = { ...small, steps: 2, settings: { ...small.settings, updatesPerStep: 1 }, model };
    model.setParameters(base);
    for await (const row of run(recipes.withKl(), options)) rows.push(row);
    expect(rows[1].extra?.kl).toBeCloseTo(0, 6);
    expect(rows[2].extra?.kl).toBeGreaterThan(0);
    const resume = { step: 1, rows: 2, tokens: 0, seconds: 0, skippedUpdates: 0, done: false };
    await expect(run(recipes.withKl(), { ...options, resume }).next()).rejects.toThrow("reference must be given");
  });
});

it("a run that holds on to its base ends with the same rows when it is broken off and resumed", async () => {
  const rowsOf = async (breakAfter: number) => {
    const folder = mkdtempSync(join(tmpdir(), "kl-"));
    for (const stop of breakAfter === 0 ? [99] : [breakAfter, 99]) {
      model.setParameters(base);
      const zeros = new Float32Array(base.length);
      model.setOptimizerState({ step: 0, first: zeros, second: zeros });
      const rows = persistedRun(
        recipes.withKl(),
        { ...small, steps: 3, model },
        { folder, configuration: {}, every: 1 },
      );
      for (let i = 0; i < stop; i++) if ((await rows.next()).done) break;
    }
    const text = readFileSync(join(folder, `${runName("grpo+kl", "small", small.seed)}.jsonl`), "utf8");
    return text.replace(/"seconds":[\d.]+/g, "");
  };
  expect(await rowsOf(2)).toBe(await rowsOf(0));
});

describe("dapo", () => {
  it("refills uniform groups, counts all tokens and observes the first round alone", async () => {
    const { steps } = await threeSteps(recipes.dapo({ rounds: 3 }));
    const once = await threeSteps(recipes.dapo({ rounds: 1 }));
    expect(once.steps[0].figures.groupsSampled).toBe(6);
    expect(steps[0].figures.groupsSampled).toBeGreaterThan(6);
    expect(steps[0].figures.groupsKept).toBeLessThanOrEqual(6);
    expect(steps[0].figures.groupsKept).toBeGreaterThan(once.steps[0].figures.groupsKept);
    expect(steps[0].tokens).toBeGreaterThan(once.steps[0].tokens);
    expect(steps[0].figures.accuracy).toBe(once.steps[0].figures.accuracy);
  });
});

describe("furtherPrompts", () => {
  it("hands out the rest of the pool once, the same for the same stream", () => {
    const prompts = pool.slice(0, 6);
    const more = furtherPrompts(pool, prompts, generator(4));
    const all = [...more(10), ...more(10)];
    expect(new Set([...prompts, ...all])).toEqual(new Set(pool));
    expect(all).toHaveLength(18);
    expect(more(1)).toEqual([]);
    expect(furtherPrompts(pool, prompts, generator(4))(18)).toEqual(all);
  });
});
