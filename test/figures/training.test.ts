import { describe, expect, it } from "vitest";
import * as figures from "../../lib/figures/index.js";
import { fakeRows } from "./rows.js";

const small = fakeRows(["grpoPlusPlus", "siren"], { steps: 3 });

describe("figures of training runs", () => {
  it("draw entropy in two panels, a band and a line each", () => {
    const spec = figures.entropyCurves(small);
    expect(spec.data).toHaveLength(12);
    expect(spec.data.filter(({ showlegend }) => showlegend).map(({ name }) => name)).toEqual([
      "GRPO++ (2 runs)",
      "SIREN (2 runs)",
    ]);
    expect(spec).toMatchSnapshot();
  });

  it("keep one run without a band and name no number of runs", () => {
    const spec = figures.entropyCurves(fakeRows(["siren"], { seeds: [1] }), { of: "nucleus", x: "step" });
    expect(spec.data.map(({ name }) => name)).toEqual(["SIREN"]);
    expect(spec.data[0].y).toHaveLength(40);
  });

  it("draw accuracy, and pass@k where rows carry it", () => {
    expect(figures.accuracyCurves(small).data).toHaveLength(6);
    const evaluated = figures.accuracyCurves(small, { of: 32, x: "step" });
    expect(evaluated.data.at(-1)).toMatchObject({ x: [0, 2], mode: "lines+markers" });
    expect(figures.accuracyCurves(small, { of: 64 }).data).toEqual([]);
  });

  it("stack bucket areas that fill each panel", () => {
    const spec = figures.bucketAreas(small, { smooth: 1 });
    expect(spec.data.map(({ name, xaxis }) => `${name} ${xaxis}`)).toEqual(
      ["x", "x2"].flatMap((x) => ["All-Right", "mixed", "All-Wrong"].map((kind) => `${kind} ${x}`)),
    );
    const [right, mixed, wrong] = spec.data.map(({ y }) => y as number[]);
    for (let i = 0; i < right.length; i++) expect(right[i] + mixed[i] + wrong[i]).toBeCloseTo(1, 3);
    expect(spec).toMatchSnapshot();
  });

  it("draw the frontier as a path whose ring is its end", () => {
    const spec = figures.frontier(small);
    const [thin, , path, ring] = spec.data as { x: number[]; y: number[]; line?: { width: number } }[];
    expect(thin.line?.width).toBe(1);
    expect(path.x).toHaveLength(2);
    expect([ring.x, ring.y]).toEqual([path.x.slice(-1), path.y.slice(-1)]);
    expect(figures.frontier(small, { y: 256 }).data).toEqual([]);
  });

  it("draw pass@k with the base model read off step 0", () => {
    const entries = figures.finalEvaluations(small);
    expect(entries.map(({ recipe, seed }) => `${recipe} ${seed}`)).toEqual([
      "base 0",
      ...["grpoPlusPlus 1", "grpoPlusPlus 2", "siren 1", "siren 2"],
    ]);
    const spec = figures.passAtKCurves(entries);
    expect(spec.data[0]).toMatchObject({ name: "base", x: [1, 2, 4, 8, 16, 32] });
    expect(spec.layout.xaxis).toMatchObject({ type: "log", tickvals: [1, 2, 4, 8, 16, 32] });
  });

  it("draw the law no farther than accuracy 0", () => {
    const { data } = figures.entropyLaw(small, { fit: { a: 1, b: 1.45 } });
    const law = data[data.length - 1];
    expect(law).toMatchObject({ name: "R = -1 exp(H) + 1.45", mode: "lines" });
    expect((law.x as number[])[1]).toBeLessThanOrEqual(1.45);
  });

  it("draw a sweep with its range, level and usable strip", () => {
    const points = [
      { recipe: "naiveEntropy", coefficient: 0.1, entropy: 2, passAt1: 0 },
      { recipe: "naiveEntropy", coefficient: 0.01, entropy: 0.2, passAt1: 0.4 },
      { recipe: "naiveEntropy", coefficient: 0.01, entropy: 0.4, passAt1: 0.5 },
    ];
    const spec = figures.coefficientSweep(points, { startEntropy: 0.5, usable: { naiveEntropy: [0.01, 0.03] } });
    const { x, y, error_y } = spec.data[0] as {
      x: number[];
      y: number[];
      error_y: { array: number[]; arrayminus: number[] };
    };
    expect([x, y]).toEqual([
      [0.01, 0.1],
      [0.3, 2],
    ]);
    expect([error_y.array[0], error_y.arrayminus[0]]).toEqual([0.1, 0.1]);
    expect(spec.layout.shapes).toHaveLength(3);
    expect(() => figures.coefficientSweep([{ ...points[0], coefficient: 0 }])).toThrow(
      "coefficientSweep: coefficient must be > 0, got 0",
    );
  });

  it("draw empty axes for no rows", () => {
    const { entropyCurves, accuracyCurves, lengthCurves, bucketAreas, frontier, entropyLaw } = figures;
    for (const figure of [entropyCurves, accuracyCurves, lengthCurves, bucketAreas, frontier, entropyLaw]) {
      expect(figure([]).data).toEqual([]);
    }
  });

  it("stay small: a picture of six runs of 40 rows is under 25 kB of JSON", () => {
    const rows = fakeRows(["grpoPlusPlus", "siren", "fr3e"]);
    for (const figure of [figures.entropyCurves, figures.bucketAreas, figures.frontier]) {
      expect(JSON.stringify(figure(rows)).length).toBeLessThan(25_000);
    }
  });

  it("survive JSON unchanged", () => {
    const specs = [figures.entropyCurves(small), figures.bucketAreas(small), figures.frontier(small)];
    expect(JSON.parse(JSON.stringify(specs))).toEqual(specs);
  });
});
