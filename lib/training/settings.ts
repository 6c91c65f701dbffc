import { checkInteger, checkNumber } from "../core/check.js";

/** How the tiny world trains; the same for every method, so that only the method differs. */
export interface TrainingSettings {
  lr: number;
  promptsPerStep: number;
  /** Optimiser updates a sampled batch. */
  updatesPerStep: number;
  temperature: number;
  /** Prompts in the training pool, equal parts of every difficulty ... */
  pool: number;
  /** ... of the task, or of these alone. */
  difficulties?: readonly string[];
  gradientClip: number;
  betas: [number, number];
  /** Mass and definition of the nucleus whose entropy is measured. */
  p: number;
  nucleus: "inclusive" | "exclusive" | "below";
}

/** The settings that every method shares unless a declaration says otherwise. */
export const defaultSettings: TrainingSettings = {
  lr: 1e-4,
  promptsPerStep: 32,
  updatesPerStep: 4,
  temperature: 1,
  pool: 512,
  gradientClip: 1,
  betas: [0.9, 0.95],
  p: 0.8,
  nucleus: "inclusive",
};

/** Defaults with some replaced. @throws RangeError when a value is outside its range */
export function trainingSettings(overrides: Partial<TrainingSettings> = {}): TrainingSettings {
  const settings = { ...defaultSettings, ...overrides };
  checkNumber("trainingSettings", "lr", settings.lr, { low: 0 });
  checkNumber("trainingSettings", "temperature", settings.temperature, { low: 0, open: "low" });
  checkNumber("trainingSettings", "gradientClip", settings.gradientClip, { low: 0, open: "low" });
  checkNumber("trainingSettings", "p", settings.p, { low: 0, high: 1, open: "low" });
  for (const name of ["promptsPerStep", "updatesPerStep", "pool"] as const) {
    checkInteger("trainingSettings", name, settings[name], 1);
  }
  return settings;
}
