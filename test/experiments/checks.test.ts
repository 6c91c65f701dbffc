import { describe, expect, it } from "vitest";
import type { StepRow } from "../../lib/core/types.js";
import { checkRows, checkSummary, read } from "../../lib/experiments/checks.js";
import type { Check } from "../../lib/experiments/types.js";

const row = (recipe: string, seed: number, step: number, entropy: number, pass?: number) =>
  ({
    ...{ recipe, base: "b", seed, step, entropy },
    ...(pass !== undefined && { evaluation: { passAt: { 1: pass } } }),
  }) as unknown as StepRow;

const rows = [
  ...[row("a", 1, 0, 1, 0.1), row("a", 1, 1, 0.7), row("a", 1, 2, 0.4, 0.3)],
  ...[row("a", 2, 0, 1, 0.1), row("a", 2, 2, 0.6, 0.2)],
  ...[row("b", 1, 0, 1), row("b", 1, 2, 0.5), row("b", 2, 2, 0.5)],
];
const check: Check = {
  ...{ id: "x", paper: "both", claim: "halves", method: "a", reading: { of: "entropy", at: "end" } },
  ...{ against: { of: "entropy", at: "start" }, compare: "ratio", sign: "below", threshold: 0.5 },
};

describe("checks", () => {
  it("read a run's start, end and largest value, of a row or its evaluation", () => {
    const run = rows.slice(0, 3);
    expect(read(run, { of: "entropy", at: "end" })).toBe(0.4);
    expect(read(run, { of: "entropy", at: "largest" })).toBe(1);
    expect(read(run, { of: "evaluation.passAt.1", at: "end" })).toBe(0.3);
    expect(read(run, { of: "evaluation.passAt.32", at: "end" })).toBeUndefined();
  });

  it("count seeds: one halves, the other does not", () => {
    const [result] = checkRows([check], rows);
    expect(result.seeds.map(({ holds }) => holds)).toEqual([true, false]);
    expect(result.outcome).toBe("seen in some seeds");
    expect(checkSummary([result])[0].seen).toBe("1: 0.400; 2: 0.600");
  });

  it("pair methods by base and seed", () => {
    const against = { method: "b", reading: check.reading };
    const [result] = checkRows([{ ...check, against, compare: "difference", sign: "below", threshold: 0 }], rows);
    expect(result.seeds.map(({ compared }) => Number(compared.toFixed(6)))).toEqual([-0.1, 0.1]);
    expect(checkRows([{ ...check, method: "c" }], rows)[0].outcome).toBe("no rows");
    expect(checkRows([{ ...check, threshold: 0.1 }], rows)[0].outcome).toBe("not seen");
  });
});
