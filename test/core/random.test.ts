import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { below, generator, normal, seedOf, shuffled, threefry, toUniform } from "../../lib/core/random.js";

describe("threefry", () => {
  it("gives the published words of Threefry-2x32-20", () => {
    const hex = (words: [number, number]) => words.map((word) => word.toString(16).padStart(8, "0")).join(" ");
    expect(hex(threefry(0, 0, 0, 0))).toBe("6b200159 99ba4efe");
    expect(hex(threefry(0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff))).toBe("1cb996fc bb002be7");
    expect(hex(threefry(0x13198a2e, 0x03707344, 0x243f6a88, 0x85a308d3))).toBe("c4923a9c 483df7a0");
  });

  it("maps words into [0, 1)", () => {
    expect(toUniform(0, 0)).toBe(0);
    expect(toUniform(0xffffffff, 0xffffffff)).toBeLessThan(1);
  });
});

describe("generator", () => {
  it("goes on from a saved key and counter", () => {
    const random = generator(12345678901);
    random();
    random();
    const rest = generator(random.key, random.counter);
    expect([random(), random()]).toEqual([rest(), rest()]);
  });

  it("splits into streams that differ by every label and its kind, and leaves the parent alone", () => {
    const random = generator(1);
    const streams = [["a"], ["b"], ["a", "b"], ["b", "a"], [1], ["1"], [0], [4294967297]].map((labels) =>
      random.split(...labels)(),
    );
    expect(new Set([...streams, random()]).size).toBe(streams.length + 1);
    expect(random.counter).toBe(1);
  });

  it("is uniform: sixteen cells, chi-square below the .001 bound", () => {
    const random = generator(5);
    const cells = new Array(16).fill(0);
    for (let i = 0; i < 16000; i++) cells[Math.floor(random() * 16)]++;
    expect(cells.reduce((sum, n) => sum + (n - 1000) ** 2 / 1000, 0)).toBeLessThan(37.7);
  });

  it("refuses a seed that is no integer in range", () => {
    expect(() => generator(-1)).toThrow("generator: seed must be an integer in [0, 2^53), got -1");
    expect(() => generator(0.5)).toThrow(TypeError);
  });
});

describe("draws", () => {
  it("shuffles to a permutation, the same for the same stream", () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.nat(), (items, seed) => {
        const once = shuffled(items, generator(seed));
        expect([...once].sort((a, b) => a - b)).toEqual([...items].sort((a, b) => a - b));
        expect(shuffled(items, generator(seed))).toEqual(once);
      }),
    );
  });

  it("has mean 0 and variance 1 for normals, and stays below n for integers", () => {
    const random = generator(9);
    const draws = Array.from({ length: 20000 }, () => normal(random));
    const mean = draws.reduce((a, b) => a + b, 0) / draws.length;
    expect(Math.abs(mean)).toBeLessThan(0.03);
    expect(Math.abs(draws.reduce((sum, x) => sum + x * x, 0) / draws.length - 1)).toBeLessThan(0.05);
    expect(below(() => 0.999999, 7)).toBe(6);
  });

  it("makes a seed of a stream that a generator takes", () => {
    fc.assert(fc.property(fc.nat(), (seed) => generator(seedOf(generator(seed).split("x"))).counter === 0));
  });
});
