import type { StepRow } from "../core/types.js";
import { type CurveOptions, type Quantity, quantityCurves } from "./curves.js";
import type { PlotlySpec } from "./spec.js";

const of = (read: (responses: Responses) => number) => (row: StepRow) =>
  row.evaluation?.responses && read(row.evaluation.responses);
type Responses = NonNullable<NonNullable<StepRow["evaluation"]>["responses"]>;

const PLACES: Quantity[] = [
  { title: "entropy (nats)", heading: "at forks", of: of(({ forkEntropy }) => forkEntropy) },
  { title: "entropy (nats)", heading: "where nothing is to choose", of: of(({ plainEntropy }) => plainEntropy) },
  {
    title: "full − nucleus entropy (nats)",
    heading: "outside the nucleus",
    of: of(({ entropy, nucleusEntropy }) => entropy - nucleusEntropy),
  },
  { title: "share of tokens", heading: "meaningless tokens", of: of(({ tail }) => tail), linear: true },
];

/**
 * Where entropy goes along training: to the forks, where a response has a choice; to the tokens that follow from what
 * stands; out of the nucleus; and to tokens that mean nothing in the task. Four panels, of held-out responses.
 *
 * @param rows step rows with `evaluation.responses`; runs on cut vocabularies are recipes of their own
 * @param options entropies are on a logarithmic axis unless `log` is false
 * @throws RangeError when one recipe's rows come from several tasks; no rows give empty axes
 * @example explosionCurves([]).data // []
 * @source the analysis of naive entropy regularisation in SIREN (arXiv 2509.25133), whose places are told by token rank
 */
export function explosionCurves(rows: readonly StepRow[], options: CurveOptions = {}): PlotlySpec {
  const places = PLACES.map((place) => ({ ...place, markers: true }));
  return quantityCurves(rows, places, { title: "Where entropy goes", log: true, columns: 2, ...options });
}
