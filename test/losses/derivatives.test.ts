import { describe, expect, it } from "vitest";
import {
  type Aggregation,
  anchoredEntropy,
  cispo,
  clipCovSurrogate,
  clippedSurrogate,
  entropyBonus,
  gspo,
  klCovPenalty,
  klPenalty,
  lowerBoundEntropy,
  reinforce,
} from "../../lib/losses/index.js";
import { batch, differences, expectNear } from "./finite-difference.js";

const modes: Aggregation[] = ["token-mean", "seq-mean-token-sum", "seq-mean-token-mean", "seq-mean-token-sum-norm"];
const seeds = [7, 8, 9];
const each = modes.flatMap((aggregation) => seeds.map((seed) => ({ aggregation, seed })));

describe.each(each)("derivatives against finite differences: $aggregation, seed $seed", ({ aggregation, seed }) => {
  const { logprobs, oldLogprobs, advantages, masks, entropies } = batch(seed);
  const common = { aggregation, maxLength: 6 };
  const selected = masks.map((mask) => mask.map((_, t) => (t % 2 === 0 ? 1 : 0)));

  it("clipped surrogate, with and without dual clip", () => {
    for (const dualClip of [undefined, 1.5]) {
      const loss = (x: number[][]) =>
        clippedSurrogate(
          { logprobs: x, oldLogprobs, advantages, masks },
          { epsLow: 0.2, epsHigh: 0.28, dualClip, ...common },
        );
      const term = loss(logprobs);
      expect(term.clipFraction).toBeGreaterThan(0);
      expectNear(
        term.dLogprob,
        differences((x) => loss(x).value, logprobs),
      );
    }
  });

  it("Clip-Cov", () => {
    const loss = (x: number[][]) =>
      clipCovSurrogate({ logprobs: x, oldLogprobs, advantages, masks, selected }, { ...common });
    const term = loss(logprobs);
    expectNear(
      term.dLogprob,
      differences((x) => loss(x).value, logprobs),
    );
    expect(term.dLogprob.every((row, i) => row.every((d, t) => selected[i][t] === 0 || Math.abs(d) === 0))).toBe(true);
  });

  it("REINFORCE", () => {
    const loss = (x: number[][]) => reinforce({ logprobs: x, advantages, masks }, common);
    expectNear(
      loss(logprobs).dLogprob,
      differences((x) => loss(x).value, logprobs),
    );
  });

  it("GSPO", () => {
    for (const [epsLow, epsHigh] of [
      [3e-4, 4e-4],
      [0.9, 9],
    ]) {
      const loss = (x: number[][]) => gspo({ logprobs: x, oldLogprobs, advantages, masks }, { epsLow, epsHigh });
      expectNear(
        loss(logprobs).dLogprob,
        differences((x) => loss(x).value, logprobs),
      );
    }
  });

  it("CISPO, its weight frozen", () => {
    const options = { epsLow: 0.4, epsHigh: 0.3, ...common };
    const term = cispo({ logprobs, oldLogprobs, advantages, masks }, options);
    const frozen = advantages.map((row, i) =>
      row.map((a, t) => a * Math.min(1.3, Math.max(0.6, Math.exp(logprobs[i][t] - oldLogprobs[i][t])))),
    );
    const loss = (x: number[][]) => reinforce({ logprobs: x, advantages: frozen, masks }, common).value;
    expect(term.value).toBeCloseTo(loss(logprobs), 12);
    expectNear(term.dLogprob, differences(loss, logprobs));
  });

  it("KL to a reference, k1, k2, k3", () => {
    for (const estimator of ["k1", "k2", "k3"] as const) {
      const loss = (x: number[][]) =>
        klPenalty({ logprobs: x, referenceLogprobs: oldLogprobs, masks }, { estimator, coefficient: 0.3, ...common });
      expectNear(
        loss(logprobs).dLogprob,
        differences((x) => loss(x).value, logprobs),
      );
    }
  });

  it("KL-Cov", () => {
    const loss = (x: number[][]) => klCovPenalty({ logprobs: x, oldLogprobs, selected, masks }, common);
    expectNear(
      loss(logprobs).dLogprob,
      differences((x) => loss(x).value, logprobs),
    );
  });

  it("entropy: bonus, anchor above and below, lower bound; of either entropy", () => {
    for (const of of ["full", "nucleus"] as const) {
      const key = of === "full" ? "dEntropy" : "dNucleusEntropy";
      const terms = [
        (x: number[][]) => entropyBonus({ entropies: x, masks }, { beta: 0.5, of, ...common }),
        (x: number[][]) => anchoredEntropy({ entropies: x, masks, anchor: 0.2 }, { beta: 2, of, ...common }),
        (x: number[][]) => anchoredEntropy({ entropies: x, masks, anchor: 5 }, { beta: 2, of, ...common }),
        (x: number[][]) => lowerBoundEntropy({ entropies: x, masks, bound: 5 }, { beta: 2, of, ...common }),
        (x: number[][]) => lowerBoundEntropy({ entropies: x, masks, bound: 0.01 }, { beta: 2, of, ...common }),
      ];
      for (const loss of terms) {
        expectNear(
          loss(entropies)[key]!,
          differences((x) => loss(x).value, entropies),
        );
      }
    }
  });
});
