import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ablationStyles } from "../../lib/figures/ablations.js";
import { mix, withOpacity } from "../../lib/figures/hex.js";
import { methodStyles } from "../../lib/figures/methods.js";
import { methodStyle, stylesOf } from "../../lib/figures/styles.js";

type Triple = [number, number, number];

/** Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB. */
const EYES: Record<string, Triple[]> = {
  common: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};
const linear = (hex: string): Triple =>
  [1, 3, 5].map((i) => {
    const c = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as Triple;
const times = (matrix: Triple[], v: Triple) =>
  matrix.map((row) => row.reduce((sum, m, i) => sum + m * v[i], 0)) as Triple;
function lab(rgb: Triple): Triple {
  const clamped = rgb.map((c) => Math.min(1, Math.max(0, c))) as Triple;
  const xyz = times(
    [
      [0.4124, 0.3576, 0.1805],
      [0.2126, 0.7152, 0.0722],
      [0.0193, 0.1192, 0.9505],
    ],
    clamped,
  );
  const [x, y, z] = [xyz[0] / 0.9505, xyz[1], xyz[2] / 1.089].map((t) =>
    t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116,
  );
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const difference = (eye: string, a: string, b: string): number => {
  const [p, q] = [a, b].map((hex) => lab(times(EYES[eye], linear(hex))));
  return Math.hypot(...p.map((v, i) => v - q[i]));
};

describe("method colours", () => {
  const main = ["grpoPlusPlus", "base", "siren", "fr3e", "naiveEntropy"];
  const others = ["clipCov", "klCov", "entropyAdvantage"];

  it.each(Object.keys(EYES))("tell the main methods apart for %s", (eye) => {
    const names = [...main, ...others];
    const pairs = names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b] as const));
    for (const [a, b] of pairs) {
      const apart = difference(eye, methodStyles[a].colour, methodStyles[b].colour);
      const least = main.includes(a) && main.includes(b) ? 20 : 12;
      expect(apart, `${a} and ${b}`).toBeGreaterThan(least);
    }
  });

  it.each(Object.keys(EYES))("tell a paper's ablations apart for %s", (eye) => {
    for (const paper of ["siren", "fr3e"]) {
      const family = Object.keys(ablationStyles).filter((name) => name.startsWith(paper));
      const colours = [...family.map((name) => ablationStyles[name].colour), methodStyles[paper].colour, "#000000"];
      const pairs = colours.flatMap((a, i) => colours.slice(i + 1).map((b) => [a, b] as const));
      for (const [a, b] of pairs) expect(difference(eye, a, b), `${a} and ${b}`).toBeGreaterThan(12);
    }
  });

  it("stay with an ablation whose coefficient was tuned, and differ from the baselines' greys", () => {
    expect(methodStyle("siren(on=drGrpo)").label).toBe("SIREN on Dr.GRPO");
    expect(methodStyle("sirenNoTopP(beta=0.03)").colour).toBe(ablationStyles.sirenNoTopP.colour);
    expect(methodStyle("sirenNoTopP(beta=0.03)").label).toBe("SIREN no top-p β 0.03");
    expect(methodStyle("fr3e(by=random)")).toBe(ablationStyles["fr3e(by=random)"]);
    const gentle = methodStyle("grpoPlusPlus(lr=0.0001)").colour;
    for (const name of ["grpo", "base", "grpoPlusPlus", "drGrpo"]) {
      expect(difference("common", gentle, methodStyles[name].colour)).toBeGreaterThan(12);
    }
  });

  it("keep a coefficient's colour where more than it is said, with another dash", () => {
    const [plain, cut] = ["naiveEntropy(beta=0.1)", "naiveEntropy(beta=0.1)-vocab128"].map(methodStyle);
    expect(cut.colour).toBe(plain.colour);
    expect(cut.dash).not.toBe(plain.dash);
    expect(cut.label).toBe("naive entropy β 0.1 vocab128");
    expect(methodStyle("naiveEntropy(vocab=128, beta=0.1)").colour).toBe(plain.colour);
  });

  it("are all different, and so are colour, dash and marker taken together", () => {
    const looks = Object.values(methodStyles).map(({ colour, dash, symbol }) => `${colour}${dash}${symbol}`);
    expect(new Set(looks).size).toBe(looks.length);
    expect(new Set(Object.values(methodStyles).map(({ colour }) => colour)).size).toBe(looks.length);
  });

  it("darken with the naive coefficient, one step after the other", () => {
    const colours = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3].map((c) => methodStyle(`naiveEntropy(beta=${c})`).colour);
    const lightness = colours.map((hex) => lab(linear(hex))[0]);
    expect(lightness).toEqual([...lightness].sort((a, b) => b - a));
    expect(new Set(colours).size).toBe(6);
    expect(methodStyle("naiveEntropy-7").colour).toBe(colours[5]);
  });

  it("know variants by the method's name before them", () => {
    expect(methodStyle("grpoPlusPlus")).toBe(methodStyles.grpoPlusPlus);
    expect(methodStyle("fr3e(by=random)").label).toBe("FR3E by random");
    expect(methodStyle("sirenNoAnchor").label).toBe("SIREN no anchor");
    expect(methodStyle("siren-no-anchor").label).toBe("SIREN no anchor");
    expect(methodStyle("siren(beta=0.3)").label).toBe("SIREN β 0.3");
    expect(methodStyle("grpoish").label).toBe("grpoish");
  });

  it("tell variants in one figure apart, whatever the order of rows", () => {
    const names = Array.from({ length: 12 }, (_, i) => `fr3e(option${i}=true)`);
    const styleOf = stylesOf(["fr3e", ...names]);
    const looks = names.map((name) => `${styleOf(name).colour} ${styleOf(name).dash}`);
    expect(new Set(looks).size).toBe(12);
    expect(stylesOf([...names].reverse())(names[3])).toEqual(styleOf(names[3]));
    expect(styleOf("fr3e")).toBe(methodStyles.fr3e);
    expect(styleOf("siren")).toBe(methodStyles.siren);
  });

  it("depend on the name alone, and exist for every name", () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(methodStyle(name)).toEqual(methodStyle(name));
        expect(methodStyle(name).colour).toMatch(/^#[0-9a-f]{6}$/);
      }),
    );
  });
});

it("mixes and thins colours", () => {
  expect(mix("#000000", "#ff8000", 0.5)).toBe("#804000");
  expect(withOpacity("#0072b2", 0.2)).toBe("rgba(0,114,178,0.2)");
});
