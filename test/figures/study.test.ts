import { describe, expect, it } from "vitest";
import type { StepRow } from "../../lib/core/types.js";
import * as figures from "../../lib/figures/index.js";
import { studyRows } from "./study-rows.js";

const rows = studyRows(["grpoPlusPlus", "siren"], { bases: 6 });
type Trace = { name?: string; x: number[]; y: number[]; [key: string]: unknown };
const traces = (spec: figures.PlotlySpec) => spec.data as Trace[];
const named = (spec: figures.PlotlySpec, name: string) => traces(spec).find((trace) => trace.name === name);

describe("frontier of a study", () => {
  it("joins the stops that no other beats, behind the paths", () => {
    const at = (recipe: string, points: [number, number][]): StepRow[] =>
      points.map(([one, many], step) => ({
        ...rows[0],
        ...{ recipe, base: "b", step, tokens: step, evaluation: evaluated({ 1: one, 32: many }) },
      }));
    const spec = figures.frontier(
      [
        ...at("grpo", [
          [0.2, 0.9],
          [0.3, 0.8],
          [0.4, 0.7],
        ]),
        ...at("grpoPlusPlus", [
          [0.2, 0.9],
          [0.35, 0.85],
          [0.38, 0.6],
        ]),
        ...at("siren", [
          [0.2, 0.9],
          [0.5, 0.95],
        ]),
      ],
      { stopped: ["grpo", "grpoPlusPlus"] },
    );
    expect(traces(spec)[0]).toMatchObject({ x: [0.2, 0.35, 0.4], y: [0.9, 0.85, 0.7] });
    expect(figures.frontier(rows, { stopped: ["dapo"] }).data).toHaveLength(4);
  });

  it("shows many runs by the interval at the end, not one by one", () => {
    const [path, ring] = traces(figures.frontier(rows));
    expect(path.name).toBe("GRPO++ (6 runs)");
    expect(ring).toMatchObject({ error_x: { type: "data" }, error_y: { type: "data" } });
    const few = traces(figures.frontier(rows.filter(({ seed }) => seed < 203)));
    expect(few.map(({ line }) => (line as { width: number } | undefined)?.width)).toEqual([
      1,
      1,
      2.5,
      undefined,
      1,
      1,
      2.5,
      undefined,
    ]);
    expect(few[3].error_x).toBeUndefined();
  });
});

describe("entropy at equal pass@1", () => {
  it("is a path of means through the evaluations", () => {
    const spec = figures.equalAccuracy(rows);
    const own = rows.filter(({ recipe, step }) => recipe === "siren" && step === 300);
    const mean = own.reduce((sum, { evaluation }) => sum + evaluation!.responses!.entropy, 0) / own.length;
    expect(named(spec, "SIREN (6 runs)")?.y.at(-1)).toBeCloseTo(mean, 4);
    expect(spec.layout).toMatchObject({ title: { text: "Entropy at equal pass@1" } });
  });

  it("reads the row where responses were not looked at, and leaves out what no row has", () => {
    const plain = rows.map((row) => ({ ...row, evaluation: { ...row.evaluation!, responses: undefined } }));
    expect(named(figures.equalAccuracy(plain, { of: "length" }), "SIREN (6 runs)")?.y[0]).toBe(13);
    expect(figures.equalAccuracy(plain, { of: "perplexity" }).data).toEqual([]);
  });
});

describe("pass@k to 256", () => {
  const entries = figures.finalEvaluations(rows);

  it("holds every base once, with the evaluation that goes farthest", () => {
    const bases = entries.filter(({ recipe }) => recipe === "base");
    expect(bases.map(({ base }) => base)).toEqual([1, 2, 3, 4, 5, 6].map((b) => `countdown-${b}`));
    const short = { ...rows[0], evaluation: evaluated({ 1: 0.2 }) };
    expect(figures.finalEvaluations([rows[0], short])).toEqual(figures.finalEvaluations([short, rows[0]]));
    const { xaxis } = figures.passAtKCurves(entries).layout as { xaxis: { tickvals: number[]; type: string } };
    expect(xaxis).toMatchObject({ type: "log", tickvals: [1, 2, 4, 8, 16, 32, 64, 128, 256] });
  });

  it("keeps every k of a dense curve, with ticks at powers of two", () => {
    const passAt = Object.fromEntries(Array.from({ length: 256 }, (_, i) => [i + 1, 1 - 0.8 ** (i + 1)]));
    const spec = figures.passAtKCurves([{ recipe: "siren", base: "b", seed: 1, passAt }]);
    expect(traces(spec)[0]).toMatchObject({ mode: "lines" });
    expect(traces(spec)[0].x).toHaveLength(256);
    expect((spec.layout.xaxis as { tickvals: number[] }).tickvals).toHaveLength(9);
  });

  it("is set against the base of the same name", () => {
    const one = (recipe: string, base: string, value: number) => ({
      recipe,
      base,
      seed: 1,
      passAt: { 1: value, 8: 2 * value },
    });
    const spec = figures.passAtKCurves(
      [
        one("base", "a", 0.1),
        one("base", "b", 0.3),
        one("siren", "a", 0.2),
        one("siren", "b", 0.4),
        one("siren", "c", 9),
      ],
      { against: "base" },
    );
    const line = named(spec, "SIREN (2 runs)");
    expect(line?.y).toEqual([0.1, 0.2]);
    expect(spec.data).toHaveLength(3);
    expect(spec.layout.shapes).toHaveLength(1);
  });
});

describe("where entropy goes", () => {
  it("has four panels, entropies on logarithmic axes and the tail on a linear one", () => {
    const spec = figures.explosionCurves(rows);
    expect([...new Set(traces(spec).map(({ xaxis }) => xaxis))]).toEqual(["x", "x2", "x3", "x4"]);
    expect(spec.layout).toMatchObject({ yaxis3: { type: "log" }, yaxis4: { rangemode: "tozero" } });
    expect((spec.layout.yaxis4 as { type?: string }).type).toBeUndefined();
    expect(figures.explosionCurves([]).data).toEqual([]);
  });
});

describe("right responses a group", () => {
  const row = (right: number[], avgAt: number, step = 1): StepRow => ({
    ...rows[0],
    ...{ recipe: "siren", step, evaluation: { ...evaluated({ 1: avgAt }), right, avgAt } },
  });

  it("are the hypergeometric expectation", () => {
    // n = 8: four right of eight give pairs with 0, 1, 2 right in 6, 16, 6 of 28 cases; none right give 0.
    const [bars] = traces(figures.rightCounts([row([4, 0], 0.25)], { size: 2 }));
    expect(bars.y).toEqual([0.6071, 0.2857, 0.1071]);
    // All samples as one group: the counts themselves.
    expect(traces(figures.rightCounts([row([8, 0, 8, 4], 0.625)]))[0].y).toEqual([0.25, 0, 0, 0, 0.25, 0, 0, 0, 0.5]);
  });

  it("take the last row of each run, and the base as an outline", () => {
    const spec = figures.rightCounts(rows);
    expect(traces(spec).map(({ type }) => type)).toEqual(["bar", "scatter", "bar", "scatter"]);
    expect(traces(spec)[0].y.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 3);
    expect(traces(spec)[0].error_y).toBeDefined();
    expect(traces(spec)[1].y).toEqual(traces(spec)[3].y);
  });

  it("tell a difficulty's prompts by their place", () => {
    const byDifficulty = { easy: evaluated({}), hard: evaluated({}) };
    const base = row([8, 8, 0, 0], 0.5);
    const both = { ...base, evaluation: { ...base.evaluation!, byDifficulty } };
    expect(traces(figures.rightCounts([both], { difficulty: "hard" }))[0].y[0]).toBe(1);
    expect(() => figures.rightCounts([both], { difficulty: "odd" })).toThrow('one of easy, hard, got "odd"');
    expect(() => figures.rightCounts([both], { size: 16 })).toThrow(
      "size must be at most the 8 samples of a prompt, got 16",
    );
  });
});

describe("claim overview", () => {
  const claim = { name: "S3", mean: 0.2, low: 0.1, high: 0.3, verdict: "reproduced" as const, unit: "nats" };

  it("counts effects in half-widths, and prints them as they are", () => {
    const spec = figures.claimOverview([
      { ...claim, group: "SIREN" },
      { ...claim, name: "S4", mean: -0.01, low: -0.04, high: 0.02, verdict: "inconclusive", unit: "pass@32" },
    ]);
    const [sure, , open] = traces(spec);
    expect(sure).toMatchObject({ x: [2], y: [1.5], error_x: { array: [1], arrayminus: [1] } });
    expect(open.x).toEqual([-0.3333]);
    const texts = (spec.layout.annotations as { text: string }[]).map(({ text }) => text);
    expect(texts.slice(0, 2)).toEqual(["0.20 [0.10, 0.30] nats", "−0.010 [−0.040, 0.020] pass@32"]);
    expect((spec.layout.yaxis as { ticktext: string[] }).ticktext).toEqual(["<b>SIREN</b>", "S3", "S4"]);
    const [told] = figures.claimOverview([{ ...claim, told: "-0.3 nats" }]).layout.annotations as { text: string }[];
    expect([told.text, sure.hovertext]).toEqual(["−0.3 nats", ["S3: 0.20 [0.10, 0.30] nats"]]);
  });

  it("draws what is far out as an arrow at the edge, and an endless interval at zero", () => {
    const spec = figures.claimOverview([
      { ...claim, mean: 5, low: 4.9, high: 5.1 },
      { ...claim, mean: 1, low: 1, high: 1 },
      { ...claim, low: -Infinity, high: Infinity },
    ]);
    expect(traces(spec)[0]).toMatchObject({
      x: [6, 6, 0],
      marker: { symbol: ["triangle-right", "triangle-right", "circle"] },
    });
    expect(JSON.parse(JSON.stringify(spec))).toEqual(spec);
  });

  it("breaks long names between words and refuses what is no claim", () => {
    const name = "a name of more than thirty-two characters to be broken <somewhere>";
    const { yaxis } = figures.claimOverview([{ ...claim, name }]).layout as { yaxis: { ticktext: string[] } };
    expect(yaxis.ticktext[0]).toBe("a name of more than thirty-two<br>characters to be broken<br>&lt;somewhere&gt;");
    expect(() => figures.claimOverview([])).toThrow("claimOverview: claims must hold one, got none");
    expect(() => figures.claimOverview([{ ...claim, mean: 9 }])).toThrow("claimOverview: low <= mean <= high");
  });
});

it("says figures of a study in words", () => {
  expect(figures.describeFigure(figures.rightCounts(rows))).toContain("Right responses in groups of 8");
});

function evaluated(passAt: Record<string, number>): NonNullable<StepRow["evaluation"]> {
  return { passAt, majAt: {}, avgAt: passAt[1] ?? 0, allRight: 0, allWrong: 0 };
}
