import { onset, series, shown, startOf, windows } from "./series.js";
import type { Look } from "./types.js";

/** Entropy falls to a share of its start. */
export const collapse: Look = (run, { collapse: limit }) => {
  const points = series(run, (row) => row.entropy);
  if (points.length < 2) return undefined;
  const start = startOf(points);
  const found = onset(windows(points), (value) => value <= limit * start);
  if (!found || start <= 0) return undefined;
  const least = Math.min(...found.values);
  return {
    name: "collapse",
    // At a tenth the law R = -a exp(H) + b has next to nothing left to buy accuracy with.
    severity: !found.lasts ? "note" : least <= 0.1 * start ? "severe" : "warning",
    since: found.since,
    evidence: `entropy ${shown(start)} -> ${shown(least)} nats, ${shown(least / start)} of its start (limit ${limit})`,
    remedies: [
      "recipes.siren({ on }): nucleus entropy of peak tokens held near its start",
      "recipes.klCov({ on }) or recipes.clipCov({ on }): the few tokens that pay with entropy are held back",
      "recipes.grpoPlusPlus() or recipes.dapo(): epsHigh .28 lets unlikely tokens grow",
      "settings.lr halved, or the run stopped earlier: the same frontier of pass@1 and pass@k may be reached",
    ],
  };
};

/** Entropy rises far above its start. */
export const explosion: Look = (run, { explosion: times, explosionNats }) => {
  const points = series(run, (row) => row.entropy);
  if (points.length < 2) return undefined;
  const start = startOf(points);
  const found = onset(windows(points), (value) => value >= times * start && value >= start + explosionNats);
  if (!found) return undefined;
  const most = Math.max(...found.values);
  const rise = start > 0 ? `${shown(most / start)} times its start` : "from nothing";
  return {
    name: "explosion",
    severity: found.lasts ? "severe" : "warning",
    since: found.since,
    evidence: `entropy ${shown(start)} -> ${shown(most)} nats, ${rise} (limit ${times} times and +${shown(explosionNats)})`,
    remedies: [
      "recipes.naiveEntropy({ beta }) with beta a third or less",
      "recipes.siren({ beta, on }): a spring towards the anchor pulls back from above, too",
      "recipes.adaptiveEntropy({ target, on }): the coefficient falls to 0 above the target",
      "settings.lr halved where no entropy term is in the loss",
    ],
  };
};

/** Uncertainty outside the nucleus: entropy that explores nothing. */
export const noiseTail: Look = (run, { tailNats, tailTokens }) => {
  const outside = windows(series(run, (row) => row.entropy - row.nucleusEntropy));
  const tokens = series(run, ({ evaluation }) => {
    const { tail, length } = evaluation?.responses ?? {};
    return typeof tail === "number" && typeof length === "number" ? tail * length : undefined;
  });
  const nats = onset(outside, (value) => value >= tailNats);
  const spoilt = onset(tokens, (value) => value >= tailTokens);
  if (!nats && !spoilt) return undefined;
  const parts = [
    nats && `${shown(Math.max(...nats.values))} nats of entropy lie outside the nucleus (limit ${shown(tailNats)})`,
    spoilt && `${shown(Math.max(...spoilt.values))} meaningless tokens a response (limit ${tailTokens})`,
  ];
  return {
    name: "noise tail",
    severity: nats?.lasts || spoilt?.lasts ? "warning" : "note",
    since: Math.min(nats?.since ?? Infinity, spoilt?.since ?? Infinity),
    evidence: parts.filter(Boolean).join("; "),
    remedies: [
      "recipes.siren({ p: 0.8, on }): only the nucleus's entropy is rewarded",
      "recipes.naiveEntropy({ beta }) with a smaller beta",
      "topP below 1 where the policy is sampled from: the tail is not drawn",
    ],
  };
};
