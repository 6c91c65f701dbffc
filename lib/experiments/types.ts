import type { StepRow } from "../core/types.js";
import type { RecipeDeclaration } from "../recipes/named.js";
import type { EvaluationOptions } from "../training/evaluate.js";
import type { TrainingSettings } from "../training/settings.js";

/** An experiment as data: written, with its checks, before the runs; its fingerprint stands in every row. */
export interface Experiment {
  name: string;
  title: string;
  task: "countdown";
  /** Base checkpoints in data/bases. */
  bases: readonly string[];
  seeds: readonly number[];
  /** Every method may generate this many tokens. */
  budgetTokens: number;
  settings: Partial<TrainingSettings>;
  evaluation: Partial<EvaluationOptions>;
  evaluations: number;
  methods: readonly Required<RecipeDeclaration>[];
  checks: readonly Check[];
}

/** A quantity of one run, read off its rows. */
export interface Reading {
  /** A field of a row, or of its evaluation: `entropy`, `evaluation.passAt.1`. */
  of: string;
  /** The first or last row that has it, or the largest value anywhere. */
  at: "start" | "end" | "largest";
}

/** One statement that rows can bear out or not, seed by seed. */
export interface Check {
  id: string;
  paper: "SIREN" | "FR3E" | "both";
  claim: string;
  method: string;
  reading: Reading;
  /** What the reading is held against: a number, another reading of the same run, or another method's (same base and seed). */
  against: number | Reading | { method: string; reading: Reading };
  /** The reading is divided by (`ratio`) or lessened by (`difference`) the other before it is compared. */
  compare: "ratio" | "difference";
  sign: "above" | "below";
  threshold: number;
}

/** One training run of an experiment. */
export interface RunDeclaration {
  experiment: string;
  fingerprint: string;
  task: Experiment["task"];
  method: Required<RecipeDeclaration>;
  base: string;
  seed: number;
  budgetTokens: number;
  settings: Partial<TrainingSettings>;
  evaluation: Partial<EvaluationOptions>;
  evaluations: number;
}

/** Rows of an experiment by method, base and seed. */
export type RowsByRun = ReadonlyMap<string, readonly StepRow[]>;
