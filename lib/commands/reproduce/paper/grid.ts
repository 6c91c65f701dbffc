import type { Study } from "../../../experiments/types.js";

/** The nucleus's p and the peak mask's tau of the paper. */
export const PAPER = { p: 0.8, tau: 0.8 };

/** A run of SIREN at one p and tau. */
export interface GridPoint {
  method: string;
  p: number;
  tau: number;
}

/** The declared runs of SIREN that differ from the method `siren` in p and tau alone, that one included. */
export function gridOf({ experiments }: Study): GridPoint[] {
  const methods = experiments.filter(({ task }) => task === "countdown").flatMap((experiment) => experiment.methods);
  const siren = methods.find(({ name }) => name === "siren");
  const rest = ({
    recipe,
    options: { p: _p, tau: _tau, ...options },
    settings,
    variant,
    vocab,
  }: (typeof methods)[number]) => JSON.stringify([recipe, Object.entries(options).sort(), settings, variant, vocab]);
  return methods
    .filter((method) => siren && rest(method) === rest(siren))
    .map(({ name, options }) => ({ method: name, ...PAPER, ...(options as Partial<typeof PAPER>) }))
    .map(({ method, p, tau }) => ({ method, p, tau }));
}
