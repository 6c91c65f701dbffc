import type { StepRow } from "../../core/types.js";
import type { Study, TaskName } from "../../experiments/types.js";
import {
  accuracyCurves,
  bucketAreas,
  entropyCurves,
  equalAccuracy,
  explosionCurves,
  finalEvaluations,
  frontier,
  lengthCurves,
  type PlotlySpec,
  passAtKCurves,
  quantityCurves,
  rightCounts,
} from "../../figures/index.js";
import { entropyLawOf, sensitivityOf, sweepOf } from "./paper-sweeps.js";

/** A figure of the study `paper` as data: which methods of which task it shows, and how. */
export interface PaperFigure {
  file: string;
  caption: string;
  task: TaskName;
  /** As lines at most eight: more than that nobody tells apart. */
  methods: readonly string[];
  /** Also as PNG, for pages that take no SVG. */
  png?: boolean;
  draw: (rows: StepRow[], study: Study) => PlotlySpec;
}

const trained = (rows: readonly StepRow[]): StepRow[] => rows.filter(({ step }) => step > 0);
const interval = "interval" as const;
const entropy = (rows: StepRow[]): PlotlySpec => entropyCurves(trained(rows), { log: true, smooth: 3, band: interval });
const passAt = (of: number) => (rows: StepRow[]) => accuracyCurves(rows, { of, band: interval });
const shares = (rows: StepRow[]): PlotlySpec =>
  quantityCurves(
    rows,
    [
      { title: "share of prompts", heading: "All-Right", of: ({ evaluation }) => evaluation?.allRight, markers: true },
      { title: "share of prompts", heading: "All-Wrong", of: ({ evaluation }) => evaluation?.allWrong, markers: true },
    ],
    { band: interval, title: "Held-out prompts by their groups of eight" },
  );
const majority = (rows: StepRow[]): PlotlySpec =>
  quantityCurves(
    rows,
    [{ title: "maj@32", of: ({ evaluation }) => evaluation?.majAt[32], markers: true, range: "normal" }],
    {
      ...{ band: interval, title: "maj@32 on held-out prompts" },
    },
  );
const stops = { stopped: ["grpoPlusPlus", "grpoPlusPlus(lr=1e-4)"], runs: false };

const MEANS = "Lines are means over the bases, bands 95 % t intervals.";
const MAIN = ["grpoPlusPlus", "siren", "fr3e"];
const NEIGHBOURS = ["clipCov", "klCov", "entropyAdvantage", "forkingTokens"];
const NAIVE = ["naiveEntropy(beta=0.003)", "naiveEntropy(beta=0.02)", "naiveEntropy(beta=0.1)"];
const ABLATED = ["NoTopP", "NoPeakMask", "NoAnchor", "AnchorOnly", "TokenFirst", "Adaptive"].map(
  (name) => `siren${name}`,
);
const BRANCHED = ["NoModulation", "OnlyAbove", "BarePrompt", "WithFirstReturns", "RightOnly", "Release"].map(
  (name) => `fr3e${name}`,
);
const POINTS = ["by=surprisal", "by=random", "by=uniform", "points=2", "points=8", "rollouts=2", "rollouts=8"].map(
  (name) => `fr3e(${name})`,
);
const SWEEP = [
  ...[0.003, 0.01, 0.02, 0.03, 0.05, 0.1].map((beta) => `naiveEntropy(beta=${beta})`),
  ...["siren", "siren(beta=0.03)", "siren(beta=0.1)", "siren(beta=1)"],
];
const GRID = [0.5, 0.8, 0.95].flatMap((p) => [0.5, 0.8, 0.95].map((tau) => `siren(p=${p}, tau=${tau})`));

const countdown: Omit<PaperFigure, "task">[] = [
  {
    ...{
      file: "entropy",
      png: true,
      methods: [...MAIN, "grpoPlusPlus(lr=1e-4)", ...NAIVE, "randomReward"],
      draw: entropy,
    },
    caption: `Full and nucleus entropy of training responses (nats, log scale). ${MEANS}`,
  },
  {
    ...{ file: "entropy-neighbours", draw: entropy },
    methods: ["grpoPlusPlus", "siren", "drGrpo", "siren(on=drGrpo)", ...NEIGHBOURS],
    caption: `The same for SIREN on its paper's base and for the methods it is compared with. ${MEANS}`,
  },
  {
    ...{ file: "frontier", png: true, draw: (rows) => frontier(rows, stops) },
    methods: ["grpoPlusPlus", "grpoPlusPlus(lr=1e-4)", "siren", "fr3e", "naiveEntropy(beta=0.02)", "randomReward"],
    caption:
      "Held-out pass@1 against pass@32 along training, means over the bases; the grey line is the best that stopping " +
      "GRPO++ early, at either learning rate, gives. A method explores better only where its path lies beyond that line.",
  },
  {
    ...{ file: "frontier-neighbours", draw: (rows) => frontier(rows, stops) },
    methods: ["grpoPlusPlus", "grpoPlusPlus(lr=1e-4)", "drGrpo", "siren(on=drGrpo)", ...NEIGHBOURS],
    caption: "The same for the methods that SIREN is compared with.",
  },
  {
    ...{ file: "pass-at-k", draw: (rows) => passAtKCurves(finalEvaluations(rows), { band: interval }) },
    methods: [...MAIN, "naiveEntropy(beta=0.02)"],
    caption: `pass@k at the end, to k = 256, with the base. ${MEANS}`,
  },
  {
    ...{ file: "pass-at-k-gain", methods: [...MAIN, "naiveEntropy(beta=0.02)"] },
    draw: (rows) => passAtKCurves(finalEvaluations(rows), { band: interval, against: "base" }),
    caption: `The same, each policy less the base it began from: below 0 the base overtakes it. ${MEANS}`,
  },
  {
    ...{ file: "pass-at-32", methods: [...MAIN, "grpoPlusPlus(lr=1e-4)", ...NEIGHBOURS], draw: passAt(32) },
    caption: `Held-out pass@32 over training. ${MEANS}`,
  },
  {
    ...{ file: "majority", methods: [...MAIN, "naiveEntropy(beta=0.02)", ...NEIGHBOURS], draw: majority },
    caption: `Held-out maj@32 over training: votes among canonical expressions. ${MEANS}`,
  },
  {
    ...{ file: "equal-pass-at-1", methods: [...MAIN, "grpoPlusPlus(lr=1e-4)", "fr3eBarePrompt"] },
    draw: (rows) => equalAccuracy(rows, { runs: false }),
    caption: "Held-out entropy at equal pass@1: a method that only learns more slowly walks the same path.",
  },
  {
    ...{ file: "buckets", methods: [...MAIN, "fr3eBarePrompt", "klCov", "forkingTokens"] },
    draw: (rows) => bucketAreas(trained(rows)),
    caption:
      "Training groups whose responses are all right, mixed, or all wrong (FR3E: its states' groups). Means over the bases.",
  },
  {
    ...{ file: "shares", methods: [...MAIN, "grpoPlusPlus(group=4)", "fr3eBarePrompt"], draw: shares },
    caption: `Held-out prompts whose eight responses are all right, or all wrong. ${MEANS}`,
  },
  {
    ...{
      file: "right-counts",
      methods: [...MAIN, "naiveEntropy(beta=0.02)", "klCov", "forkingTokens"],
      draw: rightCounts,
    },
    caption: "How many of eight responses are right, at the end; the outline is the base.",
  },
  {
    ...{ file: "coefficients", methods: ["grpoPlusPlus", ...SWEEP], draw: sweepOf },
    caption:
      "Coefficients of the naive bonus and of SIREN: mean and range over the bases. Strips are the band in which pass@32 " +
      "is at least GRPO++'s on the mean over bases; dotted lines are the base.",
  },
  {
    ...{ file: "sensitivity", methods: ["siren", ...GRID], draw: sensitivityOf },
    caption:
      "SIREN's maj@32 over the nucleus's p and the peak mask's tau, mean over the bases; the paper's setting is ringed.",
  },
  {
    ...{ file: "explosion", draw: (rows) => explosionCurves(rows, { band: interval }) },
    methods: [
      "grpoPlusPlus",
      "siren",
      "naiveEntropy(beta=0.03)",
      "naiveEntropy(beta=0.1)",
      "naiveEntropy(beta=0.1, vocab=128)",
    ],
    caption: `Where entropy goes: at forks, where nothing is to choose, outside the nucleus, on meaningless tokens. ${MEANS}`,
  },
  {
    ...{ file: "siren-ablations", methods: ["grpoPlusPlus", "siren", ...ABLATED], draw: entropy },
    caption: `SIREN and its ablations, each with its coefficient tuned again: entropy. ${MEANS}`,
  },
  {
    ...{ file: "siren-ablations-majority", methods: ["grpoPlusPlus", "siren", ...ABLATED], draw: majority },
    caption: `The same: maj@32. ${MEANS}`,
  },
  {
    ...{ file: "fr3e-ablations", methods: ["grpoPlusPlus", "fr3e", ...BRANCHED], draw: passAt(1) },
    caption: `FR3E and its ablations: held-out pass@1. ${MEANS}`,
  },
  {
    ...{ file: "fr3e-branching", methods: ["fr3e", ...POINTS], draw: passAt(1) },
    caption: `FR3E with other branch positions, numbers of points and of continuations: held-out pass@1. ${MEANS}`,
  },
  {
    ...{ file: "better-base", methods: ["grpoPlusPlus", "fr3e", "grpoPlusPlus(base=better)", "fr3e(base=better)"] },
    draw: passAt(1),
    caption: `From the bases and from better ones: held-out pass@1. ${MEANS}`,
  },
  {
    ...{
      file: "mixture",
      methods: ["grpoPlusPlus", "grpoPlusPlus(pool=easy)", "grpoPlusPlus(pool=hard)"],
      draw: passAt(1),
    },
    caption: `Trained on easy and hard prompts, or on either alone: held-out pass@1 over both. ${MEANS}`,
  },
  {
    ...{ file: "law", methods: ["grpoPlusPlus"], draw: entropyLawOf },
    caption:
      "Held-out pass@1 against exp(entropy) along GRPO++, every evaluation of every base, with one fit through all.",
  },
];

const LONG = ["grpoPlusPlus", "fr3e", "fr3eNoModulation", "fr3e(by=random)", ...BRANCHED.slice(2, 5)];
const pancake: Omit<PaperFigure, "task">[] = [
  {
    ...{ file: "long-entropy", methods: LONG, draw: entropy },
    caption: `Long responses (pancake sorting): full and nucleus entropy. ${MEANS}`,
  },
  {
    ...{ file: "long-pass-at-1", methods: LONG, draw: passAt(1) },
    caption: `Long responses: held-out pass@1. ${MEANS}`,
  },
  {
    ...{
      file: "long-frontier",
      methods: LONG,
      draw: (rows) => frontier(rows, { stopped: ["grpoPlusPlus"], runs: false }),
    },
    caption:
      "Long responses: pass@1 against pass@32 along training, means over the bases; grey is GRPO++ stopped early.",
  },
  {
    ...{ file: "long-shares", methods: LONG, draw: shares },
    caption: `Long responses: held-out prompts whose eight responses are all right, or all wrong. ${MEANS}`,
  },
  {
    ...{ file: "long-right-counts", methods: ["grpoPlusPlus", "fr3e", "fr3eBarePrompt"], draw: rightCounts },
    caption: "Long responses: how many of eight are right, at the end; the outline is the base.",
  },
];

const free: Omit<PaperFigure, "task">[] = [
  {
    ...{ file: "free-length", methods: ["grpoPlusPlus", "fr3e"] },
    draw: (rows) => lengthCurves(trained(rows), { smooth: 5, band: interval }),
    caption: `Responses of free length (pancake sorting with moves to spare): tokens a training response. ${MEANS}`,
  },
  {
    ...{ file: "free-length-equal", methods: ["grpoPlusPlus", "fr3e"] },
    draw: (rows) => equalAccuracy(rows, { of: "length", runs: false }),
    caption: "Responses of free length: held-out length at equal pass@1.",
  },
];

const of = (task: TaskName, figures: readonly Omit<PaperFigure, "task">[]): PaperFigure[] =>
  figures.map((figure) => ({ ...figure, task }));

/** The figures of the study `paper`, in order. */
export const paperFigures: readonly PaperFigure[] = [
  ...of("countdown", countdown),
  ...of("pancake", pancake),
  ...of("pancakeFree", free),
];
