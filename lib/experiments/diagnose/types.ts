import type { StepRow } from "../../core/types.js";
import type { Thresholds } from "./thresholds.js";

/** What goes wrong in a run, by name. */
export type SymptomName =
  | "collapse"
  | "explosion"
  | "noise tail"
  | "accuracy ruined"
  | "stalled learning"
  | "sharpening"
  | "dead groups"
  | "empty masks"
  | "length hacking"
  | "truncation"
  | "clipped-out updates"
  | "off-policy drift"
  | "wrong aggregation scale"
  | "skipped updates";

/** `severe` spoils the run, `warning` its figures, `note` is worth a look. */
export type Severity = "severe" | "warning" | "note";

/** One symptom with the figures that show it. */
export interface Symptom {
  name: SymptomName;
  severity: Severity;
  /** Step from which it is seen. */
  since: number;
  /** A sentence with the figures and the threshold. */
  evidence: string;
  /** What is usually done, as recipes and options of this library. */
  remedies: readonly string[];
}

/** A symptom and the run that has it. */
export interface Finding extends Symptom {
  recipe: string;
  task: string;
  base: string;
  seed: number;
}

/** Looks at one run, in order of steps, for one symptom. Any field of a row may be absent. */
export type Look = (run: readonly StepRow[], limits: Thresholds) => Symptom | undefined;
