import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { groupAdvantage, modulatedAdvantages } from "../../lib/advantages/index.js";
import { type Aggregation, aggregate, clippedSurrogate } from "../../lib/losses/index.js";
import { sharedPath } from "../shared.js";

interface ClipCase {
  oldLogp: number[][];
  logp: number[][];
  advantage: number[][];
  mask: number[][];
  epsLow: number;
  epsHigh: number;
  dualClip: number;
  aggregation: Aggregation;
  loss: number;
  clipFraction: number;
  clipFractionLower: number;
  approxKl: number;
  dLossDLogp: number[][];
}
interface Official {
  aggregate: (Record<Aggregation, number> & { values: number[][]; mask: number[][] })[];
  ppoClip: ClipCase[];
  groupAdvantage: { rewards: number[][]; grpo: number[][]; drGrpo: number[][] }[];
  fr3eModulation: { rewardsByState: number[][]; release: { plain: number[][]; sharpen: number[][] } }[];
}

const path = sharedPath("data", "reference", "official.json");
const official = path ? (JSON.parse(readFileSync(path, "utf8")) as Official) : undefined;
const modes: Aggregation[] = ["token-mean", "seq-mean-token-sum", "seq-mean-token-mean", "seq-mean-token-sum-norm"];

/** Padding is an artefact of tensors: keep what the mask keeps. */
const strip = (rows: number[][], mask: number[][]) => rows.map((row, i) => row.filter((_, t) => mask[i][t] === 1));

function near(got: ArrayLike<number>[], want: number[][], tolerance: number) {
  expect(got.map((row) => row.length)).toEqual(want.map((row) => row.length));
  const off = got.flatMap((row, i) => Array.from(row, (x, t) => Math.abs(x - want[i][t])));
  expect(Math.max(0, ...off)).toBeLessThanOrEqual(tolerance);
}

describe.skipIf(!official)("values computed by the releases", () => {
  it("aggregate, four modes, with and without the padding", () => {
    for (const c of official!.aggregate) {
      const ones = strip(c.mask, c.mask);
      for (const mode of modes) {
        const options = { maxLength: c.mask[0].length };
        expect(Math.abs(aggregate(c.values, c.mask, mode, options) - c[mode])).toBeLessThan(1e-6);
        expect(Math.abs(aggregate(strip(c.values, c.mask), ones, mode, options) - c[mode])).toBeLessThan(1e-6);
      }
    }
  });

  it("clipped surrogate: loss, shares, KL and derivative", () => {
    for (const c of official!.ppoClip) {
      const [logprobs, oldLogprobs, advantages, masks] = [c.logp, c.oldLogp, c.advantage, c.mask].map((x) =>
        strip(x, c.mask),
      );
      const { epsLow, epsHigh, dualClip, aggregation } = c;
      const options = { epsLow, epsHigh, dualClip, aggregation, maxLength: c.mask[0].length };
      const term = clippedSurrogate({ logprobs, oldLogprobs, advantages, masks }, options);
      expect(Math.abs(term.value - c.loss)).toBeLessThan(1e-5);
      expect(Math.abs(term.clipFraction - c.clipFraction)).toBeLessThan(1e-5);
      expect(Math.abs(term.clipFractionLower - c.clipFractionLower)).toBeLessThan(1e-5);
      expect(Math.abs(term.approxKl - c.approxKl)).toBeLessThan(1e-5);
      near(term.dLogprob, strip(c.dLossDLogp, c.mask), 1e-5);
    }
  });

  it("group advantage with and without std", () => {
    for (const c of official!.groupAdvantage) {
      near(
        c.rewards.map((r) => groupAdvantage(r)),
        c.grpo,
        1e-5,
      );
      near(
        c.rewards.map((r) => groupAdvantage(r, { std: false })),
        c.drGrpo,
        1e-5,
      );
    }
  });

  it("FR3E's modulation, release reading, plain and sharpened", () => {
    for (const c of official!.fr3eModulation) {
      const first = "one-minus-value" as const;
      near(modulatedAdvantages(c.rewardsByState, { first }).advantages, c.release.plain, 1e-5);
      near(modulatedAdvantages(c.rewardsByState, { first, sharpen: true }).advantages, c.release.sharpen, 1e-5);
    }
  });
});
