import { mixedGroups } from "../../../advantages/filter.js";
import { modulatedAdvantages } from "../../../advantages/modulation.js";
import { branchPoints } from "../../../branching/points.js";
import type { Section } from "../section.js";

const golden = [
  [1, 0, 0, 0],
  [1, 1, 0, 0],
  [1, 1, 1, 0],
  [1, 0, 0, 0],
];

const list = (values: ArrayLike<number>) => Array.from(values, (x) => Number(x.toPrecision(6))).join(", ");

function points(): Section {
  // An undecided token may be sampled with any luck; a decided one is surprising when the unlikely happens.
  const entropy = [0.2, 1.6, 0.1, 0.4, 1.5, 0.3, 0.2, 1.2, 0.1];
  const logprobs = [-0.1, -0.3, -2.9, -0.2, -1.7, -0.1, -0.2, -0.4, -3.1];
  const options = { count: 3 };
  return {
    title: "Where FR3E branches",
    readings:
      "The paper takes the positions of highest entropy; the release the lowest log-probabilities of the sampled tokens. Nine tokens, K = 3.",
    table: [
      ["rule", "positions"],
      ["entropy (paper)", list(branchPoints({ entropy }, options))],
      ["surprisal (release)", list(branchPoints({ logprobs }, { ...options, by: "surprisal" }))],
      ["uniform (control)", list(branchPoints({ entropy }, { ...options, by: "uniform" }))],
    ],
    changes:
      "Entropy finds where the policy hesitates, surprisal also where it was decided and slipped: sampled again, such a position mostly takes its likely token, and the branch explores less than it seems.",
  };
}

function firstDelta(): Section {
  const rows = (["zero", "one-minus-value"] as const).map((first) => {
    const { deltas, alphas, advantages } = modulatedAdvantages(golden, { first });
    return [first === "zero" ? "0 (paper)" : "1 - V_0 (release)", list(deltas), list(alphas), advantages[0][0]];
  });
  return {
    title: "What the first state's value is compared with",
    readings:
      "S_0 has no predecessor. The paper's modulation starts with the second state; the release compares the first with a certain success. Four states with 1, 2, 3 and 1 of 4 continuations right.",
    table: [["Delta_0", "Delta", "alpha", "advantage of S_0's right continuation"], ...rows],
    changes:
      "The release damps the bare prompt's gradient by exp(-(1 - V_0)), most on the hardest prompts: up to 2.7 times.",
  };
}

function sharpening(): Section {
  const rows = [false, true].map((sharpen) => {
    const { deltas, alphas } = modulatedAdvantages(golden, { first: "one-minus-value", sharpen });
    return [sharpen ? "sharpened (the release's script)" : "plain", list(deltas), list(alphas)];
  });
  return {
    title: "Sharpened deltas",
    readings:
      "The release's script turns on an option that the paper does not describe: `sign(Delta) |Delta|^1.5 / sum |Delta|^1.5`. The same four states.",
    table: [["deltas", "Delta", "alpha"], ...rows],
    changes:
      "The deltas' absolute values sum to 1 whatever their size: a tree of nearly equal values is modulated as strongly as one that differs, by sampling noise. Where all deltas are 0 the release divides 0 by 0; here they stay 0.",
  };
}

function uniformStates(): Section {
  const states = [
    [1, 0, 0, 0],
    [1, 1, 1, 1],
    [1, 1, 0, 0],
  ];
  const groups = states.map((rewards) => ({ rewards, rollouts: rewards.map((r) => ({ verdict: r === 1 })) }));
  const kept = mixedGroups(groups).map(({ rewards }) => rewards);
  const after = modulatedAdvantages(states);
  const before = modulatedAdvantages(kept);
  return {
    title: "When uniform states are dropped",
    readings:
      "States whose continuations are all right or all wrong have no gradient. Here they are dropped after the values are taken; the release drops them first, so that a delta may skip a state. Three states with 1, 4 and 2 of 4 right, Delta_0 = 0.",
    table: [
      ["uniform states dropped", "Delta", "alpha of the last state"],
      ["after the values", list(after.deltas), after.alphas[2]],
      ["before (release)", list(before.deltas), before.alphas[1]],
    ],
    changes:
      "The same continuations are strengthened in one reading and damped in the other: the last state lost against the state before it, and gained against the one that is left.",
  };
}

export const branchingSections: readonly (() => Section)[] = [points, firstDelta, sharpening, uniformStates];
