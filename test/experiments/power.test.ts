import { describe, expect, it } from "vitest";
import { basesNeeded, planPower, powerSummary } from "../../lib/experiments/power.js";
import { claim, pairsOf } from "./claims-rows.js";

describe("bases needed", () => {
  it("agree with the exact power of the t test (noncentral t, scipy 1.17.1) up to one sd", () => {
    expect(basesNeeded({ sd: 1, effect: 0.2 })).toBe(199);
    expect(basesNeeded({ sd: 1, effect: 0.5 })).toBe(34);
    expect(basesNeeded({ sd: 1, effect: 1 })).toBe(10);
    expect(basesNeeded({ sd: 2, effect: -2 })).toBe(10);
    expect(basesNeeded({ sd: 1, effect: 2 })).toBe(5);
  });
  it("rise with confidence and power; none for no effect, two without spread", () => {
    expect(basesNeeded({ sd: 1, effect: 1, confidence: 0.99 })).toBeGreaterThan(10);
    expect(basesNeeded({ sd: 1, effect: 1, power: 0.95 })).toBeGreaterThan(10);
    expect(basesNeeded({ sd: 0, effect: 1 })).toBe(2);
    expect(basesNeeded({ sd: 1, effect: 0 })).toBe(Infinity);
    expect(basesNeeded({ sd: 1, effect: 1e-200 })).toBe(Infinity);
    expect(() => basesNeeded({ sd: 1, effect: 1, power: 0.4 })).toThrow(
      "basesNeeded: power must be a number in [0.5, 1)",
    );
    expect(() => basesNeeded({ sd: NaN, effect: 1 })).toThrow(RangeError);
  });
});

describe("the plan", () => {
  const pilot = pairsOf([0.1, 0.3, 0.2]);

  it("takes spread and effect beyond the threshold from a pilot", () => {
    const [alone] = planPower([claim], pilot);
    expect(alone).toMatchObject({ id: "S4", n: 3, needed: 8, alone: 8 });
    expect([alone.effect, alone.sd].map((x) => Number(x.toFixed(9)))).toEqual([0.2, 0.1]);
    const [below] = planPower([{ ...claim, sign: "below", threshold: 0.25 }], pilot);
    // Half an sd, on the claimed side.
    expect(below.effect).toBeCloseTo(0.05, 12);
    expect(below.needed).toBe(34);
  });
  it("asks for more where a paper has more claims, and for a pilot of two bases", () => {
    const claims = [claim, { ...claim, id: "b" }, { ...claim, id: "c", paper: "FR3E" as const }];
    const plans = planPower(
      claims.map((c) => ({ ...c, threshold: 0.1 })),
      pilot,
    );
    expect(plans.map(({ alone }) => alone)).toEqual([10, 10, 10]);
    expect(plans[0].needed).toBe(basesNeeded({ sd: 0.1, effect: 0.1, confidence: 0.975 }));
    expect(plans[2].needed).toBe(10);
    expect(planPower([claim], pairsOf([0.1]))[0].needed).toBe(Infinity);
    expect(planPower([claim], [])[0]).toMatchObject({ n: 0, needed: Infinity });
  });
  it("is shown as a table", () => {
    const [row, blank] = powerSummary([...planPower([{ ...claim, threshold: 0.1 }], pilot), ...planPower([claim], [])]);
    expect(row).toEqual({
      ...{ id: "S4", claim: "mine keeps pass@32", pilot: "3", "beyond threshold": "0.100", sd: "0.100" },
      ...{ "bases alone": "10", "bases within paper": "10" },
    });
    expect([blank.pilot, blank["beyond threshold"], blank.sd, blank["bases alone"]]).toEqual(["0", "", "", ""]);
  });
});
