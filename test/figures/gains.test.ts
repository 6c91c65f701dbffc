import { expect, test } from "vitest";
import type { StepRow } from "../../lib/core/types.js";
import { entropyCurves } from "../../lib/figures/curves.js";
import { coefficientGains } from "../../lib/figures/gains.js";

const gain = (recipe: string, coefficient: number, value: number) => ({ recipe, coefficient, gain: value });

test("mean and half of the 95 % t interval of every coefficient, in order", () => {
  const gains = [
    gain("siren", 0.3, 0.1),
    gain("siren", 0.3, 0.3),
    gain("siren", 0.1, -0.1),
    gain("naiveEntropy", 0.1, 0),
  ];
  const [siren, naive] = coefficientGains(gains).data;
  expect(siren).toMatchObject({ name: "SIREN", x: [0.1, 0.3], y: [-0.1, 0.2] });
  expect((siren.error_y as { array: number[] }).array).toEqual([0, 1.271]);
  expect(naive).toMatchObject({ x: [0.1], y: [0] });
});

test("coefficients must be positive", () => {
  expect(() => coefficientGains([gain("siren", 0, 0)])).toThrow(/coefficientGains: coefficient must be > 0, got 0/);
});

test("a ruin is an arrow at the lower edge, with its value", () => {
  const [trace] = coefficientGains([gain("siren", 0.1, 0.02), gain("siren", 1, -0.85)], { lowest: -0.2 }).data;
  expect(trace).toMatchObject({ y: [0.02, -0.2], text: ["", "−0.85"] });
  expect((trace.marker as { symbol: string[] }).symbol[1]).toBe("triangle-down");
});

test("a curve's end can be written beside it", () => {
  const row = (tokens: number) => ({ recipe: "siren", task: "t", base: "b", seed: 1, step: 1, tokens, entropy: 1 });
  const rows = [row(1), row(2)] as unknown as StepRow[];
  const [line] = entropyCurves(rows, { of: "full", ends: (recipe) => `end of ${recipe}` }).data;
  expect(line).toMatchObject({ mode: "lines+text", text: ["", "end of siren"] });
  expect(entropyCurves(rows, { of: "full" }).data[0]).not.toHaveProperty("text");
});
