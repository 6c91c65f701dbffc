import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matched } from "../../../lib/verifiers/math/compare/match.js";
import { approximate, complexDecimals, complexDoubles } from "../../../lib/verifiers/math/evaluate/approximate.js";
import { exact } from "../../../lib/verifiers/math/evaluate/exact.js";
import { points } from "../../../lib/verifiers/math/evaluate/points.js";
import { doubleValue } from "../../../lib/verifiers/math/identity.js";
import { newWork } from "../../../lib/verifiers/math/limits.js";
import { tree } from "../../../lib/verifiers/math/parser/index.js";
import {
  floor,
  fromDecimal,
  gcd,
  order,
  over,
  plus,
  power,
  ratio,
  root,
  times,
  toNumber,
} from "../../../lib/verifiers/math/rational.js";

const parsed = (text: string) => tree(text, { thousands: true, decimalComma: false });
const integer = fc.bigInt(-(10n ** 12n), 10n ** 12n);
const fraction = fc.tuple(integer, fc.bigInt(1n, 10n ** 9n)).map(([n, d]) => ratio(n, d)!);

describe("rationals", () => {
  it("keep lowest terms and the laws of a field", () => {
    fc.assert(
      fc.property(fraction, fraction, fraction, (a, b, c) => {
        expect(gcd(a.n, a.d)).toBe(1n);
        expect(plus(a, b)).toEqual(plus(b, a));
        expect(times(a, plus(b, c)!)).toEqual(plus(times(a, b)!, times(a, c)!));
        if (b.n !== 0n) expect(times(over(a, b)!, b)).toEqual(a);
        expect(order(a, b)).toBe(-order(b, a) + 0);
        expect(floor(a) <= a.n / a.d || a.n < 0n).toBe(true);
        expect(toNumber(a)).toBeCloseTo(Number(a.n) / Number(a.d));
      }),
    );
  });

  it("know exact roots and powers, and give up past their limits", () => {
    expect(root({ n: -27n, d: 8n }, 3n)).toEqual({ n: -3n, d: 2n });
    expect(root({ n: 2n, d: 1n }, 2n)).toBeNull();
    expect(root({ n: -4n, d: 1n }, 2n)).toBeNull();
    expect(power({ n: 2n, d: 3n }, -2n)).toEqual({ n: 9n, d: 4n });
    expect(power({ n: -2n, d: 3n }, -3n)).toEqual({ n: -27n, d: 8n });
    expect(power({ n: -1n, d: 1n }, 10n ** 30n + 1n)).toEqual({ n: -1n, d: 1n });
    expect(power({ n: 0n, d: 1n }, 0n)).toBeNull();
    expect(power({ n: 2n, d: 1n }, 10n ** 9n)).toBeNull();
    expect(ratio(1n, 0n)).toBeNull();
  });

  it("read decimals with their places", () => {
    expect(fromDecimal("12.50")).toEqual({ q: { n: 25n, d: 2n }, places: 2 });
    expect(fromDecimal(".5")).toEqual({ q: { n: 1n, d: 2n }, places: 1 });
    expect(fromDecimal("4e-3")).toEqual({ q: { n: 1n, d: 250n }, places: 3 });
    expect(fromDecimal("1e99999")).toBeNull();
  });
});

describe("evaluation", () => {
  it.each<[string, number]>([
    ["\\sin 0.7", Math.sin(0.7)],
    ["\\cos 0.7", Math.cos(0.7)],
    ["\\tan 0.7", Math.tan(0.7)],
    ["\\cot 0.7", 1 / Math.tan(0.7)],
    ["\\sec 0.7", 1 / Math.cos(0.7)],
    ["\\csc 0.7", 1 / Math.sin(0.7)],
    ["\\sinh 0.7", Math.sinh(0.7)],
    ["\\cosh 0.7", Math.cosh(0.7)],
    ["\\tanh 0.7", Math.tanh(0.7)],
    ["\\arcsin 0.7", Math.asin(0.7)],
    ["\\arccos 0.7", Math.acos(0.7)],
    ["\\arctan 0.7", Math.atan(0.7)],
    ["\\text{arcsinh}(0.7)", Math.asinh(0.7)],
    ["arccosh(1.7)", Math.acosh(1.7)],
    ["arctanh(0.7)", Math.atanh(0.7)],
    ["\\cot^{-1} 0.7", Math.PI / 2 - Math.atan(0.7)],
    ["\\ln 0.7", Math.log(0.7)],
    ["\\log 0.7", Math.log10(0.7)],
    ["\\log_3 0.7", Math.log(0.7) / Math.log(3)],
    ["e^{0.7}", Math.exp(0.7)],
    ["\\sqrt[5]{0.7}", 0.7 ** 0.2],
    ["(-0.7)^{1/3}", -Math.cbrt(0.7)],
    ["\\sin 40°", Math.sin((40 * Math.PI) / 180)],
    ["|\\sqrt2-2|", 2 - Math.SQRT2],
    ["\\lfloor 3\\pi \\rfloor", 9],
    ["\\lceil 3\\pi \\rceil", 10],
  ])("%s in doubles and in 60 digits", (text, expected) => {
    const node = parsed(text);
    expect(approximate(node, new Map(), complexDoubles, newWork().fast).re).toBeCloseTo(expected, 12);
    expect(approximate(node, new Map(), complexDecimals, newWork().precise).re.toNumber()).toBeCloseTo(expected, 12);
  });

  it("has no value outside a function's domain", () => {
    for (const text of ["1/0", "0^{-1}", "\\ln 0", "\\arcsin 2", "\\infty + 1", "(1/2)!"]) {
      expect(doubleValue(parsed(text), new Map(), newWork().fast)).toBeNull();
    }
  });

  it("finds exact values", () => {
    const value = (text: string) => exact(parsed(text), new Map([["x", { n: 1n, d: 3n }]]), newWork().fast);
    expect(value("x^2+\\frac{1}{9}")).toEqual({ n: 2n, d: 9n });
    expect(value("\\max(2, 7, 3) - \\min(2, 7)")).toEqual({ n: 5n, d: 1n });
    expect(value("\\text{lcm}(4, 6) + \\gcd(4, 6)")).toEqual({ n: 14n, d: 1n });
    expect(value("\\binom{50}{3}")).toEqual({ n: 19600n, d: 1n });
    expect(value("8^{2/3}")).toEqual({ n: 4n, d: 1n });
    expect(value("\\sqrt2")).toBeNull();
  });

  it("tests at points that only the names decide", () => {
    const places = points(["x", "y"], 6, "fractions");
    expect(points(["y", "x"], 6, "fractions")[3].get("x")).toEqual(places[3].get("x"));
    expect(places.map((p) => Math.sign(Number(p.get("x")!.n)))).toEqual([1, 1, -1, 1, -1, 1]);
    expect(new Set(places.map((p) => `${p.get("x")!.n}/${p.get("x")!.d}`)).size).toBe(6);
    expect(points(["n"], 6, "small").every((p) => p.get("n")!.d === 1n && p.get("n")!.n >= 2n)).toBe(true);
  });
});

describe("matched", () => {
  it("finds a matching where the first choice would fail", () => {
    const fits = (x: number[], y: number): boolean => x.includes(y);
    expect(matched<unknown>([[1, 2], [1]], [1, 2], fits as (x: unknown, y: unknown) => boolean)).toBe(true);
    expect(matched<unknown>([[1], [1]], [1, 2], fits as (x: unknown, y: unknown) => boolean)).toBe(false);
    expect(matched([1, 2], [1], (x, y) => x === y)).toBe(false);
    expect(
      matched(
        Array.from({ length: 99 }, (_, i) => i),
        Array.from({ length: 99 }, (_, i) => 98 - i),
        (x, y) => x === y,
      ),
    ).toBe(false);
  });
});
