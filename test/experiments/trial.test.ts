import { describe, expect, it, test } from "vitest";
import type { StepRow } from "../../lib/core/types.js";
import { judgeClaims } from "../../lib/experiments/claims/judge.js";
import { claimSummary } from "../../lib/experiments/claims/summary.js";
import { claimMarks } from "../../lib/experiments/marks.js";
import { evaluationOf } from "../../lib/experiments/plan.js";
import { studyNamed } from "../../lib/experiments/studies.js";
import { trial } from "../../lib/experiments/trial.js";
import { recipeNamed } from "../../lib/recipes/named.js";
import { claim, pairsOf } from "./claims-rows.js";

const [countdown] = studyNamed("paper").experiments;
const evaluation = { prompts: 2, samples: 8, passAt: [1, 8], majAt: [8] };
const small = { ...countdown, settings: { ...countdown.settings, promptsPerStep: 4, pool: 8 } };

function rowsOf(budgetTokens: number, experiment = small): Promise<StepRow[]> {
  const recipe = recipeNamed({ recipe: "grpoPlusPlus", name: "mine" });
  return trial(recipe, experiment, { budgetTokens, evaluation });
}
const timeless = (rows: StepRow[]) => rows.map(({ seconds: _, ...row }) => row);

describe("trial", () => {
  it("runs on the experiment's first base and seed, evaluated as densely as the experiment", async () => {
    const rows = await rowsOf(1200, { ...small, budgetTokens: 2400, evaluations: 5 });
    expect(rows[0]).toMatchObject({ recipe: "mine", base: "countdown-2", seed: countdown.seeds[0], step: 0 });
    expect(rows.at(-1)?.tokens).toBeGreaterThanOrEqual(1200);
    expect(rows.filter((row) => row.evaluation)).toHaveLength(3);
  });

  it("evaluates with the draws that the experiment's runs on that base have", async () => {
    const byBase = { ...small, evaluationByBase: true };
    const [own] = await rowsOf(1, byBase);
    const { seed } = evaluationOf(byBase, "countdown-2");
    const planned = { ...evaluation, seed };
    const [same] = await trial(recipeNamed({ recipe: "grpoPlusPlus", name: "mine" }), small, {
      budgetTokens: 1,
      evaluation: planned,
    });
    expect(own.evaluation).toEqual(same.evaluation);
    const [common] = await rowsOf(1, { ...small, evaluationByBase: false });
    expect(own.evaluation?.right).not.toEqual(common.evaluation?.right);
  });

  it("hands every row on, and ends where a signal says so", async () => {
    const controller = new AbortController();
    const seen: number[] = [];
    const recipe = recipeNamed({ recipe: "grpoPlusPlus" });
    const onRow = ({ step }: StepRow) => {
      seen.push(step);
      if (step === 2) controller.abort();
    };
    const rows = await trial(recipe, small, { budgetTokens: 5000, evaluation, onRow, signal: controller.signal });
    expect(seen).toEqual([0, 1, 2]);
    expect(rows.map(({ step }) => step)).toEqual(seen);
  });

  it("a longer trial begins with the rows of a shorter one", async () => {
    const [short, long] = [await rowsOf(500), await rowsOf(900)];
    const trained = (rows: StepRow[]) => timeless(rows).map(({ evaluation: _, ...row }) => row);
    expect(trained(long).slice(0, short.length)).toEqual(trained(short));
  });
});

test("marks tell effects as tables do, and bases where claims differ in them", () => {
  const open = { ...claim, id: "S4-own", against: 0.5 } as const;
  const rows = pairsOf([0.1, 0.12, 0.11]);
  const one = { ...claim, method: "mine", id: "S4-one", against: { method: "lone", reading: claim.reading } } as const;
  const lone = rows.filter(({ recipe }) => recipe === "theirs").slice(0, 2);
  const all = [...rows, ...lone.map((row) => ({ ...row, recipe: "lone" }))];
  const both = judgeClaims([open, one], all);
  expect(claimMarks(both).map(({ told }) => told.replace(/.*pass/, "pass"))).toEqual(["pass@32 n=3", "pass@32 n=2"]);
  expect(claimMarks(both.slice(0, 1))[0].told).toBe(`${claimSummary(both)[0].effect} pass@32`);
});

test("marks are of claims with rows, on the claimed side", () => {
  const claims = studyNamed("paper").claims.filter(({ id }) => id === "S1-ruin" || id === "collapse");
  const rows = ["b1", "b2"].map((base, i) => ({
    ...{ recipe: "naiveEntropy(beta=0.1)", task: "countdown", base, seed: 1, step: 9, tokens: 9 },
    evaluation: { passAt: { 1: 0.005 + 0.01 * i } },
  })) as unknown as StepRow[];
  const marks = claimMarks(judgeClaims(claims, rows));
  expect(marks).toHaveLength(1);
  expect(marks[0]).toMatchObject({ unit: "pass@1", group: "SIREN", verdict: "inconclusive" });
  expect(marks[0].name).toContain("S1-ruin");
  expect(marks[0].mean).toBeCloseTo(0.01, 12);
  // Mean .01, sd .0070711 of two: t(.95, 1) = 12.7062.
  expect(marks[0].told).toBe("0.010 [-0.054, 0.074] pass@1 (<0.02)");
});
