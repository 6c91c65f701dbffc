import type { Study } from "../../../experiments/types.js";
import * as draw from "./draw.js";
import { gridOf } from "./grid.js";
import { entropyLawOf, sensitivityOf, sweepOf, sweptMethods } from "./sweeps.js";

const { MEANS, alike } = draw;
const MAIN = ["grpoPlusPlus", "siren", "fr3e"];
const GENTLE = "grpoPlusPlus(lr=1e-4)";
const NEIGHBOURS = ["clipCov", "klCov", "entropyAdvantage", "forkingTokens"];
const SIREN = ["", "NoTopP", "NoPeakMask", "NoAnchor", "AnchorOnly", "TokenFirst", "Adaptive"].map((a) => `siren${a}`);
const FR3E = ["", "NoModulation", "OnlyAbove", "BarePrompt", "WithFirstReturns", "RightOnly", "Release"].map(
  (ablation) => `fr3e${ablation}`,
);
const POINTS = ["by=surprisal", "by=random", "by=uniform", "points=2", "points=8", "rollouts=2", "rollouts=8"].map(
  (option) => `fr3e(${option})`,
);
/** The naive bonus at its best: the one that SIREN's majority votes are claimed against. */
function bestNaive({ claims }: Study): string[] {
  const against = claims.find(({ id }) => id === "S4-naive")?.against;
  return typeof against === "object" && "method" in against ? [against.method] : [];
}

/** SIREN at the second coefficient that is run at full length. */
const secondSiren = ({ claims }: Study): string[] =>
  claims.flatMap(({ id, method }) => (id === "S5-equal-second" ? [method] : []));

/** Figures of the short task; coefficients and settings are those that the study declares. */
export function countdownFigures(study: Study): Omit<draw.PaperFigure, "task">[] {
  const [best, second] = [bestNaive(study), secondSiren(study)];
  const grid = gridOf(study).map(({ method }) => method);
  return [
    {
      ...{ file: "entropy", draw: draw.entropy, png: true },
      methods: [...MAIN, GENTLE, "naiveEntropy(beta=0.003)", ...best, "naiveEntropy(beta=0.1)", "randomReward"],
      caption: `Full and nucleus entropy of training responses (nats, log scale). ${MEANS}`,
    },
    {
      ...{ file: "entropy-neighbours", draw: draw.entropy },
      methods: ["grpoPlusPlus", "siren", "drGrpo", "siren(on=drGrpo)", ...NEIGHBOURS],
      caption: `The same for SIREN on its paper's base and for the methods it is compared with. ${MEANS}`,
    },
    {
      ...{ file: "frontier", draw: draw.stopped, png: true },
      methods: [...MAIN, ...second, GENTLE, ...best],
      caption:
        "Held-out pass@1 against pass@32 along training, means over the bases; the grey line is the best that stopping " +
        "GRPO++ early, at either learning rate, gives. A method explores better only where its path lies beyond that line.",
    },
    {
      ...{ file: "frontier-neighbours", draw: draw.stopped },
      methods: ["grpoPlusPlus", GENTLE, "drGrpo", "siren(on=drGrpo)", ...NEIGHBOURS],
      caption: "The same for the methods that SIREN is compared with; those with half the budget end earlier.",
    },
    {
      ...{ file: "pass-at-k", draw: draw.finals, methods: [...MAIN, ...best, "randomReward"] },
      caption: `pass@k at the end, to k = 256, with the base. ${MEANS}`,
    },
    {
      ...{ file: "pass-at-k-gain", draw: draw.gains, methods: [...MAIN, ...best, "randomReward"] },
      caption: `The same, each policy less the base it began from: below 0 the base overtakes it. ${MEANS}`,
    },
    {
      ...{ file: "pass-at-32", draw: draw.passAt(32), methods: [...MAIN, ...second, GENTLE, ...best] },
      caption: `Held-out pass@32 over training. ${MEANS}`,
    },
    {
      ...{ file: "majority", draw: draw.majority, methods: [...MAIN, ...second, GENTLE, ...best] },
      caption: `Held-out maj@32 over training: votes among canonical expressions. ${MEANS}`,
    },
    {
      ...{ file: "majority-neighbours", draw: alike(draw.majority), methods: ["grpoPlusPlus", "siren", ...NEIGHBOURS] },
      caption: `The same for the methods that SIREN is compared with. ${MEANS}`,
    },
    {
      ...{
        file: "equal-pass-at-1",
        draw: draw.equal("entropy"),
        methods: [...MAIN, ...second, GENTLE, "fr3eBarePrompt"],
      },
      caption: "Held-out entropy at equal pass@1: a method that only learns more slowly walks the same path.",
    },
    {
      ...{ file: "buckets", draw: draw.buckets, methods: [...MAIN, GENTLE, ...best, "fr3eBarePrompt"] },
      caption:
        "Training groups whose responses are all right, mixed, or all wrong (FR3E: its states' groups). Means over the bases.",
    },
    {
      ...{ file: "shares", draw: draw.shares, methods: [...MAIN, "grpoPlusPlus(group=4)", "fr3eBarePrompt"] },
      caption: `Held-out prompts whose eight responses are all right, or all wrong. ${MEANS}`,
    },
    {
      ...{ file: "right-counts", draw: draw.counts, methods: [...MAIN, GENTLE, ...best, "drGrpo"] },
      caption: "How many of eight responses are right, at the end; the outline is the base.",
    },
    {
      ...{ file: "coefficients", draw: sweepOf, methods: sweptMethods(study) },
      caption:
        "Coefficients of the naive bonus and of SIREN, all read at the same tokens: mean and range over the bases. Strips are " +
        "the band in which the mean pass@32 is at least GRPO++'s; dotted lines are the base.",
    },
    {
      ...{ file: "sensitivity", draw: sensitivityOf, methods: grid },
      caption:
        "SIREN's maj@32 over the nucleus's p and the peak mask's tau, mean over the bases; the paper's setting is ringed.",
    },
    {
      ...{ file: "explosion", draw: draw.explosion },
      methods: [
        "grpoPlusPlus",
        "siren",
        ...[0.03, 0.1].map((b) => `naiveEntropy(beta=${b})`),
        "naiveEntropy(beta=0.1, vocab=128)",
      ],
      caption: `Where entropy goes: at forks, where nothing is to choose, outside the nucleus, on meaningless tokens. ${MEANS}`,
    },
    {
      ...{ file: "siren-ablations", draw: alike(draw.entropy), methods: ["grpoPlusPlus", ...SIREN] },
      caption: `SIREN and its ablations, each with its coefficient tuned again: entropy. ${MEANS}`,
    },
    {
      ...{ file: "siren-ablations-majority", draw: alike(draw.majority), methods: ["grpoPlusPlus", ...SIREN] },
      caption: `The same: maj@32. ${MEANS}`,
    },
    {
      ...{ file: "fr3e-ablations", draw: alike(draw.passAt(1)), methods: ["grpoPlusPlus", ...FR3E] },
      caption: `FR3E and its ablations: held-out pass@1. ${MEANS}`,
    },
    {
      ...{ file: "fr3e-branching", draw: alike(draw.passAt(1)), methods: ["fr3e", ...POINTS] },
      caption: `FR3E with other branch positions, numbers of points and of continuations: held-out pass@1. ${MEANS}`,
    },
    {
      ...{ file: "better-base", draw: alike(draw.passAt(1)) },
      methods: ["grpoPlusPlus", "fr3e", "grpoPlusPlus(base=better)", "fr3e(base=better)"],
      caption: `From the bases and from better ones: held-out pass@1. ${MEANS}`,
    },
    {
      ...{ file: "mixture", draw: alike(draw.passAt(1)) },
      methods: ["grpoPlusPlus", "grpoPlusPlus(pool=easy)", "grpoPlusPlus(pool=hard)"],
      caption: `Trained on easy and hard prompts, or on either alone: held-out pass@1 over both. ${MEANS}`,
    },
    {
      ...{ file: "law", draw: entropyLawOf, methods: ["grpoPlusPlus"] },
      caption:
        "Held-out pass@1 against exp(entropy) along GRPO++, every evaluation of every base, one fit through all.",
    },
  ];
}
