import { describe, expect, it } from "vitest";
import type { StepRow } from "../../lib/core/types.js";
import { judgeClaim } from "../../lib/experiments/claims/judge.js";
import { read } from "../../lib/experiments/reading.js";
import type { Claim } from "../../lib/experiments/types.js";
import { claim, row } from "./claims-rows.js";

const effectOf = (changed: Partial<Claim>, rows: readonly StepRow[]) =>
  judgeClaim({ ...claim, ...changed }, rows).perBase[0]?.value;
const B = "countdown-1";

describe("readings", () => {
  const run = [0, 1, 2, 3].map((step) => row("mine", B, step, { entropy: [0.5, 0.7, 0.2, 0.3][step] }));

  it("at a place, an extreme, or within so many tokens or steps", () => {
    const at = (place: Parameters<typeof read>[1]["at"]) => read(run, { of: "entropy", at: place });
    expect([at("start"), at("end"), at("largest"), at("smallest")]).toEqual([0.5, 0.3, 0.7, 0.2]);
    expect([at({ tokens: 100 }), at({ tokens: 299 }), at({ step: 0 }), at({ step: 9 })]).toEqual([0.7, 0.2, 0.5, 0.3]);
    expect(read(run.slice(1), { of: "entropy", at: { tokens: 99 } })).toBeUndefined();
    expect(() => at("ende" as never)).toThrow("read: at must be one of start, end, largest, smallest, equal");
    expect(() => at("equal")).toThrow("read: at must be other than equal where no second run is read");
  });
});

describe("equal pass@1", () => {
  // Both reach .4: mine half way from .3 to .5 (pass@32 .8 to .6), theirs at its end.
  const mine = [
    row("mine", B, 0, { pass1: 0.1, pass32: 0.9 }),
    row("mine", B, 1, {}),
    row("mine", B, 2, { pass1: 0.3, pass32: 0.8 }),
    row("mine", B, 4, { pass1: 0.5, pass32: 0.6 }),
    row("mine", B, 6, { pass1: 0.35, pass32: 0.5 }),
  ];
  const theirs = [row("theirs", B, 0, { pass1: 0.1, pass32: 0.9 }), row("theirs", B, 3, { pass1: 0.4, pass32: 0.75 })];
  const reading = { of: "evaluation.passAt.32", at: "equal" } as const;
  const equal: Partial<Claim> = { reading, against: { method: "theirs", reading } };

  it("reads both runs where they first reach what both reach", () => {
    expect(effectOf(equal, [...mine, ...theirs])).toBeCloseTo(0.7 - 0.75, 12);
    const tokens = { of: "tokens", at: "equal" } as const;
    // 300 tokens each: half way between steps 2 and 4, and step 3.
    expect(effectOf({ reading: tokens, against: { method: "theirs", reading: tokens } }, [...mine, ...theirs])).toBe(0);
  });

  it("reads a run that starts above at its start", () => {
    const high = [row("theirs", B, 0, { pass1: 0.6, pass32: 0.7 }), row("theirs", B, 1, { pass1: 0.8, pass32: 0.4 })];
    // Target .5: mine at step 4, theirs at its start.
    expect(effectOf(equal, [...mine, ...high])).toBeCloseTo(0.6 - 0.7, 12);
  });

  it("reads nothing where a run was never evaluated, and refuses to be compared with a number", () => {
    expect(effectOf(equal, [...mine, row("theirs", B, 0)])).toBeUndefined();
    expect(
      effectOf({ ...equal, against: { method: "theirs", reading: { of: "entropy", at: "end" } } }, mine),
    ).toBeUndefined();
    expect(() => effectOf({ ...equal, against: 0 }, mine)).toThrow(RangeError);
  });
});

describe("effects", () => {
  const reading = { of: "entropy", at: "end" } as const;
  const entropies = { mine: 0.6, theirs: 0.2, better: 0.5, best: 0.4 };
  const rows = Object.entries(entropies).map(([recipe, entropy]) => row(recipe, B, 1, { entropy }));
  const against = { method: "theirs", reading };

  it("are ratios, differences, and differences of differences", () => {
    expect(effectOf({ reading, against, compare: "ratio" }, rows)).toBeCloseTo(3, 12);
    expect(effectOf({ reading, against: 0.5 }, rows)).toBeCloseTo(0.1, 12);
    const minus = { method: "better", reading, against: { method: "best", reading }, compare: "difference" } as const;
    expect(effectOf({ reading, against, minus }, rows)).toBeCloseTo(0.4 - 0.1, 12);
    expect(effectOf({ reading, against, minus: { ...minus, method: "absent" } }, rows)).toBeUndefined();
    const zero = [row("mine", B, 1, { entropy: 1 }), row("theirs", B, 1, { entropy: 0 })];
    expect(judgeClaim({ ...claim, reading, against, compare: "ratio" }, zero).reason).toMatch(`not readable: ${B}`);
  });

  it("of bands: decades of coefficient that stay at or above the floor, none where none does", () => {
    // Above .5: sweep from .01 to half way (in log) to 1, 1.5 decades; the other sweep nowhere, 0 decades.
    const scores = { floor: 0.5, a1: 0.7, a2: 0.6, a3: 0.4, b1: 0.4, b2: 0.1 };
    const swept = Object.entries(scores).map(([recipe, entropy]) => row(recipe, B, 1, { entropy }));
    const points = (names: string[]) => names.map((method, i) => ({ method, coefficient: 10 ** (i - 2) }));
    const band = {
      name: "band",
      sweep: points(["a1", "a2", "a3"]),
      other: points(["b1", "b2"]),
      floor: "floor",
    } as const;
    expect(effectOf({ statistic: { ...band, reading } }, swept)).toBeCloseTo(1.5, 12);
    const turned = { ...band, sweep: band.other, other: band.sweep, reading };
    expect(effectOf({ statistic: turned }, swept)).toBeCloseTo(-1.5, 12);
    expect(effectOf({ statistic: { ...band, reading } }, swept.slice(0, -1))).toBeUndefined();
  });

  it("of the law: how well -a exp(H) + b fits the evaluations", () => {
    const at = (step: number, H: number, pass: number) =>
      row("mine", B, step, { evaluation: { passAt: { 1: pass }, responses: { entropy: H } } as never });
    const straight = [at(0, 0, 0.9), at(1, Math.log(2), 0.7), at(2, Math.log(3), 0.5)];
    expect(effectOf({ statistic: { name: "law" } }, straight)).toBeCloseTo(1, 12);
    // x = 1, 2, 3 and R = 0, 1, 0: the best line is flat.
    const none = [at(0, 0, 0), at(1, Math.log(2), 1), at(2, Math.log(3), 0)];
    expect(effectOf({ statistic: { name: "law" } }, none)).toBeCloseTo(0, 12);
    expect(effectOf({ statistic: { name: "law" } }, straight.slice(0, 2))).toBeUndefined();
    expect(
      effectOf(
        { statistic: { name: "law" } },
        [0, 1, 2].map((step) => at(step, 0.3, 0.5)),
      ),
    ).toBeUndefined();
  });
});
