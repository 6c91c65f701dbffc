import type { StepRow } from "../../core/types.js";
import { accuracy, at, onset, series, shown, windows } from "./series.js";
import type { Look } from "./types.js";

/** Responses grow, accuracy does not: over the whole run, or over its second half. */
export const lengthHacking: Look = (run, { lengthGrowth, gain, minSteps }) => {
  const lengths = windows(series(run, (row) => row.length));
  const { name, points } = accuracy(run);
  if (lengths.length < 2 || points.length < 2) return undefined;
  const [first, last] = [lengths[0].step, lengths[lengths.length - 1].step];
  if (last - first < minSteps) return undefined;
  for (const from of [first, (first + last) / 2]) {
    const short = at(lengths, from).value;
    const [before, after] = [at(points, from).value, points[points.length - 1].value];
    const grown = onset(
      lengths.filter(({ step }) => step >= from),
      (value) => value >= lengthGrowth * short,
    );
    if (!grown?.lasts || after - before > gain) continue;
    return {
      name: "length hacking",
      severity: "warning",
      since: grown.since,
      evidence: `length ${shown(short)} -> ${shown(lengths[lengths.length - 1].value)} tokens (limit x ${lengthGrowth}) while ${name} ${shown(before)} -> ${shown(after)}`,
      remedies: [
        "recipes.drGrpo(): neither length nor spread is divided by, so long wrong responses are not spared",
        "recipes.dapo({ buffer }): overlong responses pay",
        'aggregation "token-mean" in "seq-mean-token-mean"\'s place',
      ],
    };
  }
  return undefined;
};

/** Names under which trainers log the share of responses that were cut off: ours, verl's, TRL's. */
const CUT = ["truncated", "response_length/clip_ratio", "completions/clipped_ratio"];
const cutShare = ({ extra }: StepRow): number | undefined =>
  CUT.map((name) => extra?.[name]).find((x) => x !== undefined);

/** Responses end at the limit, not where they would. */
export const truncation: Look = (run, { truncated, maxLength }) => {
  const shares = onset(windows(series(run, cutShare)), (value) => value >= truncated);
  const lengths = onset(windows(series(run, (row) => row.length)), (value) => value >= 0.9 * maxLength);
  if (!shares && !lengths) return undefined;
  const parts = [
    shares && `${shown(Math.max(...shares.values))} of the responses are cut off (limit ${truncated})`,
    lengths && `mean length ${shown(Math.max(...lengths.values))} of at most ${maxLength} tokens`,
  ];
  return {
    name: "truncation",
    severity: shares?.lasts || lengths?.lasts ? "warning" : "note",
    since: Math.min(shares?.since ?? Infinity, lengths?.since ?? Infinity),
    evidence: parts.filter(Boolean).join("; "),
    remedies: [
      "a longer response limit: a right answer that is cut off counts as wrong",
      "recipes.dapo({ buffer }): a soft price before the limit",
    ],
  };
};
