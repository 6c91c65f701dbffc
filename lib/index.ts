/** The contents page: every public name, in pipeline order. The headings keep the sorter from mixing the rooms. */

// The nouns, and where randomness comes from

export * from "./core/random.js";
export * from "./core/types.js";

// Tasks: prompts with verifiers, on token ids

export { countdown } from "./tasks/countdown.js";
export { taskNamed } from "./tasks/named.js";
export { type PancakeOptions, pancake } from "./tasks/pancake.js";

// Verifiers: is the answer right?

export * from "./verifiers/index.js";

// Entropy: how uncertain the policy was, token by token

export * from "./entropy/index.js";

// Masks: which tokens a term looks at

export * from "./masks/index.js";

// Branching: where exploration starts anew

export * from "./branching/index.js";

// Advantages: which responses were better than expected

export * from "./advantages/index.js";

// Losses: a value and its derivative in every token

export * from "./losses/index.js";

// Engine and policies: what is sampled from and trained

export { pickEngine } from "./engine/pick.js";
export type { TfjsEngine, TfjsOptions } from "./engine/tfjs/index.js";
export type { Engine, Model, ModelConfig } from "./engine/types.js";
export type { WasmEngineOptions } from "./engine/wasm/index.js";
export { tinyPolicy } from "./policies/tiny.js";

// Recipes: one composition a method

export { withParts } from "./recipes/compose.js";
export { describeRecipe } from "./recipes/describe.js";
export * as recipes from "./recipes/index.js";
export { type RecipeDeclaration, recipeNamed } from "./recipes/named.js";
export { type Start, sampleFrom, sampleGroups } from "./recipes/parts-sampling.js";
export type { LossContext, Part, Recipe, RecipeParts, Sampled, SamplingContext } from "./recipes/types.js";

// Training: rows of a run

export { type EvaluationOptions, evaluate } from "./training/evaluate.js";
export { persistedRun } from "./training/persist.js";
export { type RunOptions, run } from "./training/run.js";
export { defaultSettings, type TrainingSettings } from "./training/settings.js";

// Metrics: what a run achieved

export * from "./metrics/index.js";

// Experiments and records: declared runs, their rows, what the rows say

export { type CheckResult, checkRows, checkSummary, groupRuns } from "./experiments/checks.js";
export { type JudgeOptions, judgeClaim, judgeClaims } from "./experiments/claims/judge.js";
export { type PromptInterval, promptInterval } from "./experiments/claims/prompts.js";
export type { ClaimResult, Verdict } from "./experiments/claims/result.js";
export { claimSummary, onClaimedSide } from "./experiments/claims/summary.js";
export {
  diagnose,
  diagnosisTable,
  type Finding,
  type Severity,
  type Symptom,
  type SymptomName,
  type Thresholds,
} from "./experiments/diagnose.js";
export { loadBase } from "./experiments/execute.js";
export { type ClaimMark, claimMarks } from "./experiments/marks.js";
export { methodTable, type RunReading, readEach } from "./experiments/method-table.js";
export { planRuns, planStudy } from "./experiments/plan.js";
export { basesNeeded, type ClaimPower, planPower, powerSummary } from "./experiments/power.js";
export { studyNamed } from "./experiments/studies.js";
export { type TrialOptions, trial } from "./experiments/trial.js";
export type { Check, Claim, Comparison, Experiment, Reading, Study } from "./experiments/types.js";
export { packRows } from "./records/pack.js";
export { findRows, readRows } from "./records/rows.js";

// Figures: rows to Plotly specs, and pictures of them

export * from "./figures/index.js";

// Notebook: how a cell shows things

export * from "./notebook/index.js";
