import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  andMasks,
  forkingTokenMask,
  keepWhere,
  keptTokens,
  notMasks,
  orMasks,
  peakEntropyMask,
  responseMask,
  topShareMask,
} from "../../lib/masks/index.js";

const bits = fc.array(fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()), { maxLength: 8 });
const threeMasks = fc
  .array(bits, { minLength: 1, maxLength: 4 })
  .map((rows) => [0, 1, 2].map((j) => rows.map((row) => Uint8Array.from(row, (b) => Number(b[j])))));

describe("combinators", () => {
  it("obey De Morgan within a response, and keep the parts apart", () => {
    fc.assert(
      fc.property(threeMasks, ([a, b, within]) => {
        const notBoth = notMasks(andMasks(a, b), within);
        expect(notBoth).toEqual(orMasks(notMasks(a, within), notMasks(b, within)));
        expect(andMasks(a, notMasks(a))).toEqual(a.map((row) => new Uint8Array(row.length)));
        expect(orMasks(andMasks(a, within), notMasks(a, within))).toEqual(within);
      }),
    );
  });
  it("keepWhere zeroes the rest, so that a sum over all is a sum over the kept", () => {
    expect(keepWhere([[1, 2, 3], []], [[0, 1, 1], []])).toEqual([Float32Array.of(0, 2, 3), new Float32Array(0)]);
  });
});

describe("both denominators of forking tokens", () => {
  it("differ by the share kept", () => {
    const advantages = [[1, 1, 1, 1, 1]];
    const forking = forkingTokenMask([[5, 1, 2, 3, 4]], { share: 0.4 });
    const { kept, of, share, positions } = keptTokens(forking);
    expect([kept, of, positions]).toEqual([2, 5, [[0, 4]]]);
    const sum = keepWhere(advantages, forking)[0].reduce((a, b) => a + b, 0);
    expect(sum / of).toBeCloseTo((sum / kept) * share, 12);
  });
});

describe("topShareMask and responseMask", () => {
  it("by response keeps its share of every response, a constant one too", () => {
    const masks = topShareMask([[1, 1, 1, 1, 1], [3, 9], []], { share: 0.2, scope: "response" });
    expect(masks.map((m) => [...m])).toEqual([[1, 0, 0, 0, 0], [0, 1], []]);
  });
  it("distinct values: the same tokens as the peak mask of the same share", () => {
    const row = Array.from({ length: 10 }, (_, i) => (i * 7) % 10);
    expect(topShareMask([row], { share: 0.2 })).toEqual(peakEntropyMask([row], { tau: 0.8 }));
  });
  it("all tokens, or the finished responses' alone", () => {
    const rollouts = [
      { tokens: [1, 2], finished: false },
      { tokens: [3], finished: true },
    ];
    expect(responseMask(rollouts).map((m) => [...m])).toEqual([[1, 1], [1]]);
    expect(responseMask(rollouts, { finishedOnly: true }).map((m) => [...m])).toEqual([[0, 0], [1]]);
  });
  it("what was kept, when nothing could be", () => {
    expect(keptTokens([[]])).toEqual({ kept: 0, of: 0, share: 0, emptyResponses: 1, positions: [[]] });
  });
});

describe("bad input", () => {
  const cases: [string, () => unknown, RegExp][] = [
    ["no mask", () => andMasks(), /andMasks: masks must be at least one mask/],
    ["shape", () => orMasks([[1]], [[1, 0]]), /orMasks: another\[0\] must have one value per token \(1/],
    ["within", () => notMasks([[1]], []), /notMasks: another must have one array per response \(1/],
    ["values", () => keepWhere([[1]], [[1], [1]]), /keepWhere: masks must have one array per response \(1/],
    ["a weight", () => andMasks([[0.5]]), /the first mask\[0\]\[0\] must be 0 or 1, got 0.5/],
    ["NaN", () => keepWhere([[1]], [[Number.NaN]]), /masks\[0\]\[0\] must be 0 or 1, got NaN/],
    ["outside", () => keptTokens([[1]], [[0]]), /masks\[0\]\[0\] must be 0 outside within, got 1/],
    ["empty", () => keptTokens([]), /at least one response/],
    ["rollouts", () => responseMask([]), /at least one response/],
    ["share", () => topShareMask([[1]], { share: -0.1 }), /topShareMask: share must be a number in \[0, 1\], got -0.1/],
  ];
  for (const [name, act, message] of cases) it(name, () => expect(act).toThrow(message));
});
