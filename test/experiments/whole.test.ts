import { expect, it } from "vitest";
import { projectPath } from "../../lib/core/root.js";
import type { StepRow } from "../../lib/core/types.js";
import { studyNamed } from "../../lib/experiments/studies.js";
import { runsTold, wholeRuns } from "../../lib/experiments/whole.js";
import { readRows } from "../../lib/records/rows.js";

const quick = studyNamed("quick");
const [experiment] = quick.experiments;
const row = (recipe: string, step: number, tokens: number, more: object = {}) =>
  ({ recipe, task: "countdown", base: "countdown-1", seed: 101, step, tokens, ...more }) as StepRow;

it("tells runs that came to their budget or their steps from those that did not", () => {
  const short = { ...experiment.methods[0], steps: 50 };
  const study = { ...quick, experiments: [{ ...experiment, methods: [short, ...experiment.methods.slice(1)] }] };
  const rows = [
    ...[row("siren", 0, 0), row("siren", 90, 414_000), row("fr3e", 0, 0), row("fr3e", 90, 413_999)],
    ...[row("grpo", 50, 9), row("grpoPlusPlus", 0, 0), row("grpoPlusPlus", 0, 0, { base: "elsewhere" })],
    row("another's", 0, 0),
  ];
  const { rows: whole, unfinished } = wholeRuns(study, rows);
  expect(whole.map(({ recipe, step }) => `${recipe} ${step}`)).toEqual([
    "siren 0",
    "siren 90",
    "grpo 50",
    "another's 0",
  ]);
  expect(unfinished.map(({ recipe, step }) => `${recipe} ${step}`)).toEqual([
    ...["fr3e 90", "grpoPlusPlus 0", "grpoPlusPlus 0"],
  ]);
  expect(runsTold(unfinished.slice(0, 2))).toBe(
    "fr3e on countdown-1, seed 101, at step 90; grpoPlusPlus on countdown-1, seed 101, at step 0",
  );
  expect(runsTold([...unfinished, ...unfinished])).toMatch(/; 3 more$/);
});

it("goes by the experiment that declares the run's base and seed, where several run the method", () => {
  const longer = { ...experiment, name: "longer", seeds: [7], budgetTokens: 500_000 };
  const study = { ...quick, experiments: [experiment, longer] };
  const left = [7, 8, 101].map((seed) => wholeRuns(study, [row("siren", 90, 414_000, { seed })]).unfinished.length);
  expect(left).toEqual([1, 0, 0]);
});

it("finds every shipped run of quick whole", () => {
  const { rows } = readRows(projectPath("data", "results", "quick"));
  expect(wholeRuns(quick, rows)).toEqual({ rows, unfinished: [] });
});
