import { accuracy, onset, series, shown, windows } from "./series.js";
import type { Look } from "./types.js";

/** Accuracy lost again, entropy or no entropy. */
export const ruined: Look = (run, { ruin, collapse }) => {
  const { name, points } = accuracy(run);
  if (points.length < 2) return undefined;
  const best = points.reduce((top, point) => (point.value > top.value ? point : top));
  const after = points.filter(({ step }) => step > best.step);
  const found = best.value > 0 ? onset(after, (value) => value <= ruin * best.value) : undefined;
  if (!found?.lasts) return undefined;
  const end = points[points.length - 1].value;
  const entropies = series(run, (row) => row.entropy);
  const [first, last] = [entropies[0]?.value, entropies.at(-1)?.value];
  const held = last !== undefined && last > collapse * first;
  const note = held ? `; entropy ${shown(first)} -> ${shown(last)} nats: kept, but it explores nothing` : "";
  // Evaluations are rare; the accuracy of training dates the fall.
  const training = windows(series(run, (row) => row.accuracy));
  const dated = onset(training, (value) => value <= ruin * Math.max(...training.map((point) => point.value)));
  return {
    name: "accuracy ruined",
    severity: "severe",
    since: dated?.lasts ? Math.min(dated.since, found.since) : found.since,
    evidence: `${name} ${shown(best.value)} -> ${shown(end)} (limit ${ruin} of its best)${note}`,
    remedies: [
      "settings.lr halved, settings.updatesPerStep lowered",
      ...(held ? ["recipes.siren({ on }) in an entropy bonus's place, or the bonus's beta a third"] : []),
      "recipes.withKl({ coefficient: 0.001, on }): the base stays near",
      "the checkpoint before this step",
    ],
  };
};

/** No gain worth the name. */
export const stalled: Look = (run, { gain, minSteps, ruin }) => {
  const { name, points } = accuracy(run);
  if (points.length < 2) return undefined;
  const [first, last] = [points[0], points[points.length - 1]];
  const enough = last.step - first.step >= minSteps;
  const room = first.value < 1 - gain;
  if (!enough || !room || last.value - first.value > gain || last.value <= ruin * first.value) return undefined;
  return {
    name: "stalled learning",
    severity: "warning",
    since: first.step,
    evidence: `${name} ${shown(first.value)} -> ${shown(last.value)} in ${last.step - first.step} steps (a gain up to ${gain} is none)`,
    remedies: [
      "the reward and the verifier, on some responses by hand",
      "settings.lr up to three times, where gradient norms and approxKl are small",
      "recipes.dapo(): groups that teach nothing are refilled; or prompts of another difficulty",
      "recipes.randomReward({ on }) as a control: does the run differ from it?",
    ],
  };
};

/** pass@1 is bought with pass@k. */
export const sharpening: Look = (run, { sharpening: limit }) => {
  const evaluated = run.filter(({ evaluation }) => Number.isFinite(evaluation?.passAt?.["1"]));
  if (evaluated.length < 2) return undefined;
  const [first, last] = [evaluated[0], evaluated[evaluated.length - 1]].map((row) => row.evaluation?.passAt ?? {});
  const k = Math.max(
    ...Object.keys(first)
      .map(Number)
      .filter((each) => each in last),
  );
  const [gain, loss] = [last["1"] - first["1"], first[k] - last[k]];
  if (!(k > 1 && gain >= limit && loss >= limit)) return undefined;
  const fallen = onset(
    series(evaluated, (row) => row.evaluation?.passAt[k]),
    (value) => value <= first[k] - limit,
  );
  return {
    name: "sharpening",
    severity: loss >= gain ? "warning" : "note",
    since: fallen?.since ?? evaluated[0].step,
    evidence: `pass@1 ${shown(first["1"])} -> ${shown(last["1"])} while pass@${k} ${shown(first[k])} -> ${shown(last[k])} (limit ${limit} each)`,
    remedies: [
      "frontier(rows): is an earlier checkpoint as good at both?",
      "recipes.passAtK({ k }) or recipes.siren({ on })",
      "settings.lr halved",
      "passAtKCurves with the base drawn in: what of this could the base do already?",
    ],
  };
};
