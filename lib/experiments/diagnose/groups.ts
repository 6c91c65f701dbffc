import { onset, series, shown, trained, windows } from "./series.js";
import type { Look } from "./types.js";

const HARDER = ["recipes.dapo(): dropped groups are refilled", "harder prompts: these are solved"];
const EASIER = [
  "easier prompts, or larger groups: recipes.grpoPlusPlus({ size: 16 })",
  "recipes.fr3e(): starts half-way along a right response",
  "recipes.dapo(): dropped groups are refilled, at the price of their tokens",
];

/** Groups in which every response is right, or every one wrong: no advantage, no gradient. */
export const deadGroups: Look = (run, { aliveGroups }) => {
  const rows = trained(run);
  const kept = series(rows, ({ groupsKept, groupsSampled }) => groupsKept / groupsSampled);
  const mixed = series(rows, ({ mixed: share, allRight, allWrong }) => share ?? 1 - allRight - allWrong);
  // Recipes that drop no group keep dead ones, too: their share of mixed groups tells.
  const found = [kept, mixed].flatMap((points) => onset(windows(points), (value) => value < aliveGroups) ?? []);
  if (found.length === 0) return undefined;
  const { since, lasts, values } = found.sort((a, b) => a.since - b.since)[0];
  const end = rows[rows.length - 1];
  const least = Math.min(...values);
  const [right, wrong] = [end.allRight, end.allWrong];
  const shares =
    right === undefined || wrong === undefined ? "" : `; All-Right ${shown(right)}, All-Wrong ${shown(wrong)}`;
  return {
    name: "dead groups",
    severity: !lasts ? "note" : least === 0 ? "severe" : "warning",
    since,
    evidence: `${least === 0 ? "no group teaches" : `${shown(least)} of the groups teach`} (limit ${aliveGroups})${shares}`,
    remedies: right > wrong ? HARDER : EASIER,
  };
};

/** Responses in which a mask keeps no token: their term is 0. */
export const emptyMasks: Look = (run, { emptyMasks: limit }) => {
  const points = series(trained(run), (row) => row.emptyMasks / Math.max(row.groupsKept ?? 1, 1));
  const found = onset(windows(points), (value) => value >= limit);
  if (!found) return undefined;
  return {
    name: "empty masks",
    severity: found.lasts ? "warning" : "note",
    since: found.since,
    evidence: `${shown(Math.max(...found.values))} responses a kept group without a kept token (limit ${limit})`,
    remedies: [
      "recipes.siren({ tau }) with a lower tau: more tokens are peaks",
      'recipes.siren({ scope: "batch" }): one threshold for all, so short or flat responses need not have a peak of their own',
      "recipes.forkingTokens({ share }) with a larger share",
    ],
  };
};
