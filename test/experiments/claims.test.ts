import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generator, normal, shuffled } from "../../lib/core/random.js";
import { judgeClaim, judgeClaims } from "../../lib/experiments/claims/judge.js";
import { isEquivalent } from "../../lib/experiments/claims/reason.js";
import { claimSummary, onClaimedSide } from "../../lib/experiments/claims/summary.js";
import { claim, names, pairsOf, row } from "./claims-rows.js";

// scipy 1.17.1: see the paired differences; mean .03125, 95 % interval .0078425 to .0546575
const seen = [0.03, -0.01, 0.06, 0.04, -0.01, 0.06, 0.05, 0.03];
const rows = pairsOf(seen);

describe("verdicts", () => {
  it("follow the interval: beyond the threshold, wholly on the other side, or across it", () => {
    const found = judgeClaim(claim, rows);
    expect(found.verdict).toBe("reproduced");
    expect([found.effect, found.low, found.high].map((x) => Number(x.toFixed(6)))).toEqual([
      0.03125, 0.007842, 0.054658,
    ]);
    expect(found).toMatchObject({ p: 0.03125, n: 8, confidence: 0.95 });
    expect(found.adjusted).toBeCloseTo(0.01599797337206427, 10);
    expect(found.perBase.map(({ base }) => base)).toEqual(names.slice(0, 8));
    expect(found.reason).toBe("the interval [0.0078, 0.055] lies above 0.000, as claimed");
    expect("needed" in found).toBe(false);

    const other = judgeClaim({ ...claim, sign: "below" }, rows);
    expect([other.verdict, other.effect]).toEqual(["contradicted", found.effect]);
    expect(other.reason).toBe("the interval [0.0078, 0.055] lies above 0.000, against the claim");

    // sd .028 and .01125 beyond .02: ((t + t) .028 / .01125)^2 at n - 1 = 50 degrees of freedom is 50.6
    const open = judgeClaim({ ...claim, threshold: 0.02 }, rows);
    expect([open.verdict, open.needed]).toEqual(["inconclusive", 51]);
    expect(open.reason).toBe(
      "the interval [0.0078, 0.055] holds 0.020: at most 0.035 above it and 0.012 below, pass@32; " +
        "51 bases would settle it with a chance of 0.8",
    );
  });

  it("need eight bases, and say which of them cannot be read", () => {
    const few = judgeClaim(claim, pairsOf(seen.slice(0, 3)));
    expect([few.verdict, few.n, few.reason]).toEqual(["inconclusive", 3, "3 of at least 8 bases"]);
    expect(judgeClaim(claim, pairsOf([0.1, 0.1]), { minimumBases: 2 }).verdict).toBe("reproduced");
    expect(judgeClaim(claim, [])).toMatchObject({
      verdict: "inconclusive",
      reason: "no rows",
      n: 0,
      p: 1,
      perBase: [],
    });
    const lone = [...rows, row("mine", "countdown-9", 9, { pass1: 1, pass32: 1 })];
    expect(judgeClaim(claim, lone).reason).toMatch(/as claimed; no pair of runs on countdown-9$/);
    expect(judgeClaim(claim, lone.slice(-1)).reason).toBe("no base can be read; no pair of runs on countdown-9");
  });

  it("tell runs that are not paired from runs that cannot be read", () => {
    const more = names.slice(8).map((base) => row("mine", base, 9, { pass1: 1, pass32: 1 }));
    expect(judgeClaim(claim, [...rows, ...more]).reason).toMatch(/as claimed; both were run on 8 of 12 bases$/);
    const blind = [row("mine", names[8], 9, { pass1: 1 }), row("theirs", names[8], 9)];
    expect(judgeClaim(claim, [...rows, ...blind]).reason).toMatch(/as claimed; not readable: countdown-9$/);
  });

  it("say what an interval excludes, and whether that is within the claim's margin", () => {
    // Mean 0, sd .0106904 of eight: t(.95, 7) = 2.364624, half-width .0089374.
    const level = pairsOf([0.01, -0.01, 0.01, -0.01, 0.01, -0.01, 0.01, -0.01]);
    const told = (changed: object) => judgeClaim({ ...claim, ...changed }, level);
    expect(told({ margin: 0.02 })).toMatchObject({
      verdict: "inconclusive",
      reason:
        "the interval [-0.0089, 0.0089] holds 0.000: no gain above 0.0089 and no loss above 0.0089 pass@32, " +
        "equivalent within 0.020 at this level; no number of bases would settle an effect of that size",
    });
    expect(told({ margin: 0.008 }).reason).toContain("too wide for equivalence within 0.008;");
    expect(told({}).reason).not.toContain("equivalen");
    expect(told({ sign: "below" }).reason).toContain("no rise above 0.0089 and no fall above 0.0089 pass@32;");
    expect([told({ margin: 0.02 }), told({ margin: 0.008 }), told({})].map(isEquivalent)).toEqual([true, false, false]);
    expect(isEquivalent({ ...told({ margin: 0.02 }), n: 2 })).toBe(false);
    // Well beyond the threshold it is a verdict, whatever the margin.
    expect(judgeClaim({ ...claim, margin: 1 }, rows).reason).toMatch(/as claimed$/);
  });

  it("of equal differences stand on any threshold but their own", () => {
    const same = pairsOf(new Array(8).fill(0.1));
    expect(judgeClaim(claim, same)).toMatchObject({ verdict: "reproduced", sd: 0, p: 2 / 256 });
    const own = judgeClaim({ ...claim, threshold: 0.1 }, same);
    expect(own.verdict).toBe("inconclusive");
  });

  it("average the seeds of a base first and read rows of the claim's task alone", () => {
    const seeds = [...pairsOf([0.2]), ...pairsOf([0.4]).map((r) => ({ ...r, seed: 2 }))];
    const foreign = pairsOf([0.9]).map((r) => ({ ...r, task: "pancake" }));
    expect(judgeClaim(claim, [...foreign, ...seeds]).perBase).toEqual([{ base: "countdown-1", value: 0.3 }]);
  });

  it("turn with the sign of claim and rows, and ignore the order of rows", () => {
    const spread = fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 8, maxLength: 12 });
    const turned = { reproduced: "contradicted", contradicted: "reproduced", inconclusive: "inconclusive" };
    fc.assert(
      fc.property(spread, fc.nat(), (percent, seed) => {
        const here = pairsOf(percent.map((x) => x / 100));
        const found = judgeClaim(claim, here);
        expect(judgeClaim({ ...claim, sign: "below" }, here).verdict).toBe(turned[found.verdict]);
        const swapped = judgeClaim(
          claim,
          pairsOf(
            percent.map((x) => x / 100),
            ["theirs", "mine"],
          ),
        );
        expect(swapped.verdict).toBe(turned[found.verdict]);
        expect(swapped.low).toBeCloseTo(-found.high, 9);
        expect(JSON.stringify(judgeClaim(claim, shuffled(here, generator(seed))))).toBe(JSON.stringify(found));
      }),
      { numRuns: 40 },
    );
  });
});

describe("families", () => {
  // Beside a claim with adjusted p .016, others of the paper: its interval widens to 1 - .05 / 4.
  const quiet = ["x", "y", "z"].map((id) => ({ ...claim, id, method: "absent" }));

  it("are the paper's declared claims, with or without rows", () => {
    const [alone] = judgeClaims([claim, ...quiet.map((c) => ({ ...c, paper: "FR3E" as const }))], rows);
    expect(alone).toMatchObject({ verdict: "reproduced", confidence: 0.95 });
    const [among] = judgeClaims([claim, ...quiet], rows);
    expect(among).toMatchObject({ verdict: "inconclusive", confidence: 1 - (1 - 0.95) / 4 });
    expect(among.adjusted).toBeCloseTo(4 * 0.01599797337206427, 10);
    expect(among.effect).toBe(alone.effect);
  });

  it("step down: decided claims make room for the next", () => {
    const strong = pairsOf(
      seen.map((x) => x / 10 + 0.3),
      ["strong", "weak"],
    );
    const other = { ...claim, id: "S5", method: "strong", against: { method: "weak", reading: claim.reading } };
    const results = judgeClaims([claim, other, quiet[0]], [...rows, ...strong]);
    expect(results.map(({ id }) => id)).toEqual(["S4", "S5", "x"]);
    // .016 at rank 2 of 3 would have to be below .05 / 3 as the first, and is below .025 as the second.
    expect(results.map(({ confidence }) => Number(confidence.toFixed(4)))).toEqual([0.975, 0.9833, 0.95]);
    expect(results.map(({ verdict }) => verdict)).toEqual(["reproduced", "reproduced", "inconclusive"]);
  });

  it("decide exactly where the printed interval excludes the threshold and the adjusted p is small", () => {
    const effects = fc.array(fc.array(fc.integer({ min: -20, max: 60 }), { minLength: 8, maxLength: 8 }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(effects, (families) => {
        const all = families.flatMap((d, i) =>
          pairsOf(
            d.map((x) => x / 100),
            [`m${i}`, `t${i}`],
          ),
        );
        const claims = families.map((_, i) => ({ ...claim, id: `c${i}`, method: `m${i}` }));
        const paired = claims.map((c, i) => ({ ...c, against: { method: `t${i}`, reading: claim.reading } }));
        for (const { verdict, low, high, adjusted } of judgeClaims(paired, all)) {
          expect(verdict !== "inconclusive").toBe(low > 1e-9 || high < -1e-9);
          expect(verdict !== "inconclusive").toBe(adjusted <= 0.05 + 1e-12);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe("error rates", () => {
  it("of a paper's true nulls together stay at five in a hundred", () => {
    const random = generator(11);
    const claims = [0, 1, 2, 3].map((i) => ({ ...claim, id: `c${i}`, method: `m${i}` }));
    const paired = claims.map((c, i) => ({ ...c, against: { method: `t${i}`, reading: claim.reading } }));
    const trials = 200;
    let wrong = 0;
    for (let trial = 0; trial < trials; trial++) {
      const noise = () => Array.from({ length: 8 }, () => 0.1 * normal(random));
      const all = claims.flatMap((_, i) => pairsOf(noise(), [`m${i}`, `t${i}`]));
      if (judgeClaims(paired, all).some(({ verdict }) => verdict !== "inconclusive")) wrong++;
    }
    // .05 and three standard errors of the trials.
    expect(wrong / trials).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / trials));
    expect(wrong).toBeGreaterThan(0);
  });
});

describe("tables", () => {
  it("show every claim alike", () => {
    const results = [judgeClaim(claim, rows), judgeClaim({ ...claim, threshold: 0.02 }, rows), judgeClaim(claim, [])];
    const [first, second, third] = claimSummary(results);
    expect(first).toEqual({
      ...{ id: "S4", claim: "mine keeps pass@32", yardstick: "equal tokens", expected: "above 0.000 pass@32" },
      ...{
        effect: "0.031 [0.0078, 0.055]",
        "p (Holm)": "0.016",
        "p (sign flip)": "0.031",
        bases: "8",
        verdict: "reproduced",
        needed: "",
      },
    });
    expect(claimSummary([judgeClaim(claim, rows.slice(0, 2))])[0].effect).toBe("0.030");
    expect([second.needed, third.effect, third["p (Holm)"], third.bases]).toEqual(["51", "", "", "0"]);
  });
  it("and figures on the claimed side", () => {
    const found = onClaimedSide({ sign: "below", threshold: 1, effect: 0.25, low: 0, high: 0.5 });
    expect(found).toEqual({ mean: 0.75, low: 0.5, high: 1 });
    expect(onClaimedSide(judgeClaim({ ...claim, threshold: 0.02 }, rows)).mean).toBeCloseTo(0.01125, 12);
  });
});
