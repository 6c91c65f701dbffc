import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  aggregate,
  anchoredEntropy,
  batchDenominators,
  cispo,
  clipCovSurrogate,
  clippedMask,
  clippedSurrogate,
  dualCoefficient,
  entropyBonus,
  gspo,
  klCovPenalty,
  klEstimate,
  klPenalty,
  lowerBoundEntropy,
  reinforce,
  samplerMismatch,
  steppedCoefficient,
  sumTerms,
  tokenWeights,
  truncatedImportanceWeights,
} from "../../lib/losses/index.js";
import { batch, expectNear } from "./finite-difference.js";

const modes = ["token-mean", "seq-mean-token-sum", "seq-mean-token-mean", "seq-mean-token-sum-norm"] as const;
const ragged = fc
  .array(fc.array(fc.tuple(fc.double({ min: -3, max: 3, noNaN: true }), fc.constantFrom(0, 1)), { maxLength: 6 }), {
    minLength: 2,
    maxLength: 6,
  })
  .map((rows) => ({ values: rows.map((r) => r.map(([x]) => x)), masks: rows.map((r) => r.map(([, m]) => m)) }));

describe("aggregate", () => {
  it("does not change with padding, nor with micro-batching over the whole batch's counts", () => {
    fc.assert(
      fc.property(ragged, fc.constantFrom(...modes), fc.nat(), ({ values, masks }, mode, cut) => {
        const whole = batchDenominators(masks);
        const options = { maxLength: 8, whole };
        const all = aggregate(values, masks, mode, { maxLength: 8 });
        const pad = (rows: number[][], x: number) => rows.map((r) => [...r, ...new Array(8 - r.length).fill(x)]);
        expect(aggregate(pad(values, 9), pad(masks, 0), mode, { maxLength: 8 })).toBeCloseTo(all, 12);
        const at = 1 + (cut % (values.length - 1));
        const parts = [[0, at] as const, [at, values.length] as const].map(([a, b]) =>
          aggregate(values.slice(a, b), masks.slice(a, b), mode, options),
        );
        expect(parts[0] + parts[1]).toBeCloseTo(all, 12);
      }),
    );
  });

  it("counts an empty response as 0 in a mean over responses, and nothing kept as 0", () => {
    expect(aggregate([[2], []], [[1], []], "seq-mean-token-mean")).toBe(1);
    expect(aggregate([[2], [5]], [[1], [0]], "token-mean")).toBe(2);
    for (const mode of modes) expect(aggregate([[2], [5]], [[0], [0]], mode, { maxLength: 1 })).toBe(0);
  });

  it("weights sum to 1 where a mean is a mean", () => {
    const sum = tokenWeights([[1, 1, 0], [1]], "seq-mean-token-mean")
      .flatMap((w) => [...w])
      .reduce((a, b) => a + b);
    expect(sum).toBeCloseTo(1, 12);
  });

  it("`over` counts tokens that are not summed: the other denominator of the forking-token mask", () => {
    expect(aggregate([[4, 2]], [[1, 0]], "token-mean")).toBe(4);
    expect(aggregate([[4, 2]], [[1, 0]], "token-mean", { over: [[1, 1]] })).toBe(2);
  });

  it("names what is wrong", () => {
    expect(() => aggregate([], [], "token-mean")).toThrow(/masks must be at least one response/);
    expect(() => aggregate([[1]], [[1, 1]], "token-mean")).toThrow(
      /aggregate: masks\[0\] must have one value per token/,
    );
    expect(() => aggregate([[Number.NaN]], [[1]], "token-mean")).toThrow(/values\[0\]\[0\] must be a finite number/);
    expect(() => aggregate([[1]], [[0.5]], "token-mean")).toThrow(/masks\[0\]\[0\] must be 0 or 1, got 0.5/);
    expect(() => aggregate([[1]], [[1]], "token_mean" as "token-mean")).toThrow(/did you mean token-mean/);
    expect(() => aggregate([[1]], [[1]], "seq-mean-token-sum-norm")).toThrow(/maxLength must be given/);
  });
});

describe("policy gradients", () => {
  const b = batch();
  const part = (from: number, to: number) => ({
    logprobs: b.logprobs.slice(from, to),
    oldLogprobs: b.oldLogprobs.slice(from, to),
    advantages: b.advantages.slice(from, to),
    masks: b.masks.slice(from, to),
  });

  it("parts of a batch add up to the batch: value, derivatives, shares", () => {
    const whole = batchDenominators(b.masks);
    for (const loss of [clippedSurrogate, cispo, gspo]) {
      for (const aggregation of modes) {
        const options = { aggregation, maxLength: 6 };
        const all = loss(part(0, 4), options);
        const parts = [loss(part(0, 1), { ...options, whole }), loss(part(1, 4), { ...options, whole })];
        expect(parts[0].value + parts[1].value).toBeCloseTo(all.value, 12);
        expect(parts[0].clipFraction + parts[1].clipFraction).toBeCloseTo(all.clipFraction, 12);
        expectNear(
          [...parts[0].dLogprob, ...parts[1].dLogprob],
          all.dLogprob.map((r) => [...r]),
        );
      }
    }
  });

  it("the surrogate is invariant to a scaled ratio of 1: on-policy its derivative is REINFORCE's", () => {
    const same = { ...part(0, 4), oldLogprobs: b.logprobs };
    const want = reinforce(same).dLogprob.map((r) => [...r]);
    expectNear(clippedSurrogate(same).dLogprob, want);
    expectNear(cispo(same).dLogprob, want);
    const spread = { ...same, advantages: b.advantages.map((row) => row.map(() => row[0])) };
    const bySequence = reinforce(spread, { aggregation: "seq-mean-token-mean" }).dLogprob.map((r) => [...r]);
    expectNear(gspo(spread).dLogprob, bySequence);
    expect(clippedSurrogate(same).approxKl).toBeCloseTo(0, 12);
    expect(clippedSurrogate(same).clipFraction).toBe(0);
  });

  it("extreme ratios stay finite", () => {
    const inputs = { logprobs: [[0, -900]], oldLogprobs: [[-900, 0]], advantages: [[-1, -1]], masks: [[1, 1]] };
    expect(Number.isFinite(clippedSurrogate(inputs).value)).toBe(true);
    expect(clippedSurrogate(inputs, { dualClip: 3 }).value).toBeCloseTo((3 + 0.8) / 2, 12);
    expect(clippedSurrogate(inputs).clipLow).toBe(0.5);
  });

  it("a padded reference equals the ragged batch", () => {
    const pad = (rows: number[][], x: number) => rows.map((r) => [...r, ...new Array(5 - r.length).fill(x)]);
    const padded = {
      logprobs: pad(b.logprobs, -7),
      oldLogprobs: pad(b.oldLogprobs, -1),
      advantages: pad(b.advantages, 3),
      masks: pad(b.masks, 0),
    };
    expect(clippedSurrogate(padded).value).toBeCloseTo(clippedSurrogate(part(0, 4)).value, 12);
  });

  it("clipped tokens are marked, so that Clip-Cov leaves them alone", () => {
    const mask = clippedMask({
      logprobs: [[0, -1, -2]],
      oldLogprobs: [[-1, -1, -1]],
      advantages: [[1, 1, -1]],
      masks: [[1, 1, 1]],
    });
    expect([...mask[0]]).toEqual([1, 0, 1]);
  });

  it("Clip-Cov's selected tokens still count in the means", () => {
    const ones = { logprobs: [[-1, -1]], oldLogprobs: [[-1, -1]], advantages: [[2, 2]], masks: [[1, 1]] };
    for (const aggregation of ["token-mean", "seq-mean-token-mean"] as const) {
      expect(clipCovSurrogate({ ...ones, selected: [[0, 1]] }, { aggregation }).value).toBeCloseTo(-1, 12);
    }
    expect(() => clipCovSurrogate({ ...ones, selected: [[0, 2]] })).toThrow(/0 or 1, got 2/);
  });

  it("names what is wrong", () => {
    const one = { logprobs: [[-1]], oldLogprobs: [[-1]], advantages: [[1]], masks: [[1]] };
    expect(() => clippedSurrogate({ ...one, advantages: [[1, 2]] })).toThrow(/clippedSurrogate: advantages\[0\]/);
    expect(() => clippedSurrogate({ ...one, logprobs: [[Number.NaN]] })).toThrow(/logprobs\[0\]\[0\].*NaN/);
    expect(() => clippedSurrogate(one, { epsLow: 2 })).toThrow(/epsLow must be a number in \[0, 1\], got 2/);
    expect(() => clippedSurrogate(one, { dualClip: 1 })).toThrow(/dualClip must be a number in \(1/);
    expect(() => gspo({ ...one, masks: [] })).toThrow(/gspo: masks must be at least one response/);
    expect(() => cispo({ ...one, oldLogprobs: [] })).toThrow(/cispo: oldLogprobs must have one array per response/);
  });
});

describe("divergences", () => {
  it("k1, k2, k3 agree at the reference, and k3 is never negative", () => {
    fc.assert(
      fc.property(fc.double({ min: -9, max: 0, noNaN: true }), fc.double({ min: -9, max: 0, noNaN: true }), (a, r) => {
        expect(klEstimate(a, r, "k3")[0]).toBeGreaterThanOrEqual(-1e-12);
        for (const k of ["k1", "k2", "k3"] as const) expect(klEstimate(a, a, k)[0]).toBe(0);
      }),
    );
  });

  it("k1 and k3 are unbiased; the derivative of k2, not of k1, is the KL's own", () => {
    const [p, q] = [
      [0.5, 0.3, 0.2],
      [0.2, 0.5, 0.3],
    ];
    const kl = p.reduce((sum, x, v) => sum + x * Math.log(x / q[v]), 0);
    const mean = (k: "k1" | "k2" | "k3", which: 0 | 1, score = (_: number) => 1) =>
      p.reduce((sum, x, v) => sum + x * score(v) * klEstimate(Math.log(x), Math.log(q[v]), k)[which], 0);
    expect(mean("k1", 0)).toBeCloseTo(kl, 12);
    expect(mean("k3", 0)).toBeCloseTo(kl, 12);
    const score = (v: number) => (v === 0 ? 1 : 0) - p[0];
    const slope = p[0] * (Math.log(p[0] / q[0]) - kl);
    expect(mean("k2", 1, score)).toBeCloseTo(slope, 12);
    expect(mean("k1", 1, score)).toBeCloseTo(0, 12);
  });

  it("KL-Cov does nothing exactly on-policy", () => {
    const term = klCovPenalty({ logprobs: [[-1]], oldLogprobs: [[-1]], selected: [[1]], masks: [[1]] });
    expect([term.value, term.dLogprob[0][0]]).toEqual([0, 0]);
  });

  it("a sampler that agrees has weights 1 and no mismatch", () => {
    const same = { logprobs: [[-1, -2]], samplerLogprobs: [[-1, -2]], masks: [[1, 0]] };
    expect([...truncatedImportanceWeights(same)[0]]).toEqual([1, 0]);
    expect(samplerMismatch(same)).toEqual({ kl: 0, k3: 0, largest: 0 });
  });

  it("names what is wrong", () => {
    const one = { logprobs: [[-1]], referenceLogprobs: [[-1]], masks: [[1]] };
    expect(() => klPenalty(one, { coefficient: -1 })).toThrow(/klPenalty: coefficient/);
    expect(() => klPenalty(one, { coefficient: 1, estimator: "k4" as "k3" })).toThrow(
      /estimator must be one of k1, k2, k3/,
    );
    const samplers = { logprobs: [[-1]], samplerLogprobs: [[-1]], masks: [[1]] };
    expect(() => truncatedImportanceWeights(samplers, { cap: 0 })).toThrow(/cap must be a number in \(0/);
  });
});

describe("entropy regularisers", () => {
  it("the anchored loss and its derivative are 0 at the anchor", () => {
    fc.assert(
      fc.property(ragged, ({ values, masks }) => {
        const entropies = values.map((r) => r.map(Math.abs));
        const { mean } = anchoredEntropy({ entropies, masks, anchor: 0 });
        const term = anchoredEntropy({ entropies, masks, anchor: mean });
        expect(term.value).toBe(0);
        expect(term.dNucleusEntropy!.every((r) => r.every((d) => Math.abs(d) === 0))).toBe(true);
      }),
    );
  });

  it("parts of a batch add up, given the whole batch's mean", () => {
    const { entropies, masks } = batch();
    const [anchor, beta] = [0.3, 0.5];
    const all = anchoredEntropy({ entropies, masks, anchor }, { beta });
    const whole = { whole: batchDenominators(masks), wholeMean: all.mean, beta };
    const parts = [
      [0, 2],
      [2, 4],
    ].map(([a, b]) => anchoredEntropy({ entropies: entropies.slice(a, b), masks: masks.slice(a, b), anchor }, whole));
    expect(parts[0].value + parts[1].value).toBeCloseTo(all.value, 12);
    expectNear(
      parts.flatMap((p) => p.dNucleusEntropy!),
      all.dNucleusEntropy!.map((r) => [...r]),
    );
  });

  it("empty masks are counted and have no derivative", () => {
    const term = anchoredEntropy({ entropies: [[1], [2]], masks: [[0], [0]], anchor: 1 });
    expect([term.mean, term.emptyMasks]).toEqual([0, 2]);
    expect(term.dNucleusEntropy!.flatMap((r) => [...r]).map(Math.abs)).toEqual([0, 0]);
  });

  it("the lower bound acts below only", () => {
    const at = (bound: number) => lowerBoundEntropy({ entropies: [[1, 3]], masks: [[1, 1]], bound }, { beta: 1 });
    expect(at(3).value).toBeCloseTo(1, 12);
    expect(at(1).value).toBe(0);
    expect(at(1).mean).toBe(2);
  });

  it("coefficients move towards the target and stay within bounds", () => {
    expect(dualCoefficient(0, 5, { target: 1, rate: 0.1 })).toBe(0);
    expect(steppedCoefficient(0.998, 0.1)).toEqual({ coefficient: 1, applied: 1 });
    expect(steppedCoefficient(0.002, 0.3)).toEqual({ coefficient: 0, applied: 0 });
    expect(() => steppedCoefficient(0, 0, { low: 2 })).toThrow(/low/);
  });

  it("names what is wrong", () => {
    expect(() => anchoredEntropy({ entropies: [[1]], masks: [[1]], anchor: Number.NaN })).toThrow(/anchor/);
    expect(() => entropyBonus({ entropies: [[1]], masks: [[1]] }, { beta: Number.NaN })).toThrow(/entropyBonus: beta/);
    expect(() => entropyBonus({ entropies: [[1]], masks: [[1]] }, { beta: 1, of: "half" as "full" })).toThrow(
      /of must be/,
    );
  });
});

describe("sumTerms", () => {
  it("adds values and derivatives, and leaves absent what all lack", () => {
    const a = { value: 1, dLogprob: [new Float32Array([1, 2])] };
    const b = { value: 2, dLogprob: [new Float32Array([3, 4])], dEntropy: [new Float32Array([5, 6])] };
    const sum = sumTerms(a, b);
    expect(sum.value).toBe(3);
    expect(sum.dLogprob).toEqual([new Float32Array([4, 6])]);
    expect(sum.dEntropy).toEqual([new Float32Array([5, 6])]);
    expect("dNucleusEntropy" in sum).toBe(false);
    expect(a.dLogprob[0][0]).toBe(1);
  });
  it("names what is wrong", () => {
    expect(() => sumTerms()).toThrow(/sumTerms: terms must be at least one loss/);
    const row = (n: number) => ({ value: 0, dLogprob: [new Float32Array(n)] });
    expect(() => sumTerms(row(1), row(2))).toThrow(/one value per token/);
  });
});
