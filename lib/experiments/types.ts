import type { StepRow } from "../core/types.js";
import type { RecipeDeclaration } from "../recipes/named.js";
import type { EvaluationOptions } from "../training/evaluate.js";
import type { EvaluationAt } from "../training/run.js";
import type { TrainingSettings } from "../training/settings.js";

/** The tasks that a declaration can name. */
export type TaskName = "countdown" | "pancake" | "pancakeFree";

/** A recipe under a name, with what differs from the experiment's other methods. */
export interface MethodDeclaration extends Required<RecipeDeclaration> {
  budgetTokens?: number;
  /** Ends the run after so many steps, if its budget lasts: for comparisons per training step. */
  steps?: number;
  settings?: Partial<TrainingSettings>;
  evaluations?: number;
  /** Cuts the base's vocabulary (its tail of meaningless tokens) to this size. */
  vocab?: number;
  /** Appended to the base's name: `-better` trains from `countdown-2-better`. */
  variant?: string;
  /** Evaluation at the run's two ends, where it differs from that along the way (more samples). */
  evaluationAt?: EvaluationAt;
}

/** An experiment as data: written, with its checks, before the runs; its fingerprint stands in every row. */
export interface Experiment {
  name: string;
  title: string;
  task: TaskName;
  /** Base checkpoints in data/bases. */
  bases: readonly string[];
  seeds: readonly number[];
  /** Every method may generate this many tokens. */
  budgetTokens: number;
  settings: Partial<TrainingSettings>;
  evaluation: Partial<EvaluationOptions>;
  /** Every base gets draws of its own at evaluations, so that their noise is not common to all bases. */
  evaluationByBase?: boolean;
  evaluations: number;
  methods: readonly MethodDeclaration[];
  checks: readonly Check[];
}

/** Experiments whose rows lie together, and the claims that are judged by them: what a file of data/experiments holds. */
export interface Study {
  name: string;
  /** Raised with every change after the first runs. */
  version: number;
  title: string;
  experiments: readonly Experiment[];
  claims: readonly Claim[];
}

/** A quantity of one run, read off its rows. */
export interface Reading {
  /** A field of a row, or of its evaluation: `entropy`, `evaluation.passAt.1`. */
  of: string;
  /**
   * The first or last row that has it, its extremes, or the last row within so many generated tokens or steps. `equal`:
   * where this run and the one it is compared with first reach the same pass@1, the largest that both reach
   * (evaluations along a run joined by straight lines).
   */
  at: "start" | "end" | "largest" | "smallest" | "equal" | { tokens: number } | { step: number };
}

/** What two quantities are compared, within a run or between two paired ones. */
export interface Comparison {
  method: string;
  reading: Reading;
  /** A number, another reading of the same run, or another method's (same base and seed). */
  against: number | Reading | { method: string; reading: Reading };
  /** The reading is divided by (`ratio`) or lessened by (`difference`) the other. */
  compare: "ratio" | "difference";
}

/** One statement that rows can bear out or not, seed by seed. */
export interface Check extends Comparison {
  id: string;
  paper: "SIREN" | "FR3E" | "field" | "both";
  claim: string;
  sign: "above" | "below";
  threshold: number;
}

/** A check with the base as its unit: it gets a verdict. */
export interface Claim extends Check {
  task: TaskName;
  yardstick: "within a run" | "per step" | "equal tokens" | "equal pass@1";
  /** Lessened by a second comparison: a difference of differences. */
  minus?: Comparison;
  /** A figure of one base's runs in the comparison's place. */
  statistic?: BandStatistic | LawStatistic;
  /** What the effect is counted in: `nats`, `pass@32`. */
  unit: string;
  /** A distance from the threshold too small to matter, in the effect's unit: an interval within it is told as equivalent. */
  margin?: number;
  /** What the paper printed, for the reader; its models are other ones. */
  published?: string;
  /** Other claims that explain this one's outcome. */
  controls?: readonly string[];
}

/** Decades of coefficient whose score is at least the reference method's, less those of another sweep. */
export interface BandStatistic {
  name: "band";
  sweep: readonly { coefficient: number; method: string }[];
  other: readonly { coefficient: number; method: string }[];
  /** The floor's method. */
  floor: string;
  reading: Reading;
}

/** R squared of R = -a exp(H) + b over the method's evaluations. */
export interface LawStatistic {
  name: "law";
}

/** One training run of an experiment. */
export interface RunDeclaration {
  experiment: string;
  fingerprint: string;
  task: TaskName;
  method: MethodDeclaration;
  base: string;
  seed: number;
  budgetTokens: number;
  settings: Partial<TrainingSettings>;
  evaluation: Partial<EvaluationOptions>;
  evaluations: number;
}

/** Rows of an experiment by method, base and seed. */
export type RowsByRun = ReadonlyMap<string, readonly StepRow[]>;
