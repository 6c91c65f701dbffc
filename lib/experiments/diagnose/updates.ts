import type { StepRow } from "../../core/types.js";
import { median, onset, series, shown, trained, windows } from "./series.js";
import type { Look, Symptom } from "./types.js";

/** The clip removes a large part of the gradient. */
export const clippedOut: Look = (run, { clipped }) => {
  const points = series(trained(run), ({ clipLow, clipHigh }) =>
    clipLow === undefined && clipHigh === undefined ? undefined : (clipLow ?? 0) + (clipHigh ?? 0),
  );
  const found = onset(windows(points), (value) => value >= clipped);
  if (!found) return undefined;
  const most = Math.max(...found.values);
  return {
    name: "clipped-out updates",
    severity: !found.lasts ? "note" : most >= 0.5 ? "severe" : "warning",
    since: found.since,
    evidence: `${shown(most)} of the tokens lose their gradient to the clip (limit ${clipped})`,
    remedies: [
      "settings.updatesPerStep lowered: ratios stay near 1",
      "recipes.grpoPlusPlus() or recipes.dapo(): a higher upper bound",
      "recipes.cispo(): clips the weight and keeps the gradient",
      "settings.lr halved",
    ],
  };
};

/** The policy moves far from the one that sampled. */
export const drift: Look = (run, { drift: limit }) => {
  const points = series(trained(run), (row) => row.approxKl);
  const found = onset(windows(points), (value) => Math.abs(value) >= limit);
  if (!found) return undefined;
  const most = Math.max(...found.values.map(Math.abs));
  return {
    name: "off-policy drift",
    severity: !found.lasts ? "note" : most >= 0.1 ? "severe" : "warning",
    since: found.since,
    evidence: `approxKl ${shown(most)} nats a token between sampler and policy (limit ${limit})`,
    remedies: [
      "settings.lr halved, settings.updatesPerStep lowered",
      "importanceWeights: truncated importance sampling, where another program samples",
      "recipes.withKl({ coefficient: 0.001, on })",
    ],
  };
};

/** Loss or gradient of a size that no mean over tokens has. */
export const scale: Look = (run, limits) => {
  const { gradientClip, largeGradient, tinyGradient, largeLoss } = limits;
  const rows = trained(run).filter(({ groupsKept }) => groupsKept !== 0);
  const norms = series(rows, (row) => row.gradNorm).map(({ value }) => value);
  const losses = series(rows, (row) => row.lossValue).map(({ value }) => Math.abs(value));
  const middle = median(norms) / gradientClip;
  const loss = median(losses);
  const reasons = [
    ...(middle >= largeGradient
      ? [`median gradient norm ${shown(median(norms))}, ${shown(middle)} times the clip (limit ${largeGradient})`]
      : []),
    ...(middle <= tinyGradient
      ? [`median gradient norm ${shown(median(norms))} (limit ${tinyGradient} of the clip)`]
      : []),
    ...(loss >= largeLoss ? [`median |loss| ${shown(loss)} (limit ${largeLoss})`] : []),
  ];
  return reasons.length === 0 ? undefined : ofScale(rows[0].step, reasons, middle <= tinyGradient);
};

function ofScale(since: number, reasons: string[], tiny: boolean): Symptom {
  return {
    name: "wrong aggregation scale",
    severity: "warning",
    since,
    evidence: reasons.join("; "),
    remedies: tiny
      ? [
          'aggregation "seq-mean-token-sum-norm": maxLength far above the responses\' length divides the loss away',
          "masks: does the gradient's mask keep any token?",
          "recipes.drGrpo({ size }): are rewards of a group ever different?",
        ]
      : [
          'aggregation "token-mean" (recipes.grpoPlusPlus) in "seq-mean-token-sum"\'s place, or lr divided by the mean length',
          "denominators of the whole batch, where micro-batches are summed",
          "coefficients of regularisers: they are weighed against a loss of order 1",
        ],
  };
}

const WATCHED = ["lossValue", "gradNorm", "approxKl", "entropy"] as const;
/** NaN is null in JSON. */
const broken = (row: StepRow): boolean =>
  WATCHED.some((name) => row[name] !== undefined && !Number.isFinite(row[name])) || (row.extra?.skipped ?? 0) > 0;

/** Updates that came to nothing, or to no number. */
export const skipped: Look = (run) => {
  const rows = trained(run);
  const bad = rows.filter(broken);
  if (bad.length === 0) return undefined;
  const share = bad.length / rows.length;
  const names = WATCHED.filter((name) => bad.some((row) => row[name] !== undefined && !Number.isFinite(row[name])));
  return {
    name: "skipped updates",
    severity: share >= 0.1 ? "severe" : "warning",
    since: bad[0].step,
    evidence: `${bad.length} of ${rows.length} steps with skipped updates or no finite ${names.join(", ") || "gradient"}`,
    remedies: [
      "settings.lr halved, settings.gradientClip lowered",
      "log-ratios: are old log-probabilities of the same temperature and tokens?",
      "groups of equal rewards divided by their spread: groupAdvantage's epsilon",
    ],
  };
};
