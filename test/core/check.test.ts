import { describe, expect, it } from "vitest";
import {
  checkFinite,
  checkInteger,
  checkNumber,
  checkOneOf,
  checkSameShape,
  nearest,
  shown,
} from "../../lib/core/check.js";

describe("argument errors", () => {
  it("name function, argument, rule and value", () => {
    expect(() => checkNumber("peakEntropyMask", "tau", 1.2, { low: 0, high: 1, open: "high" })).toThrow(
      "peakEntropyMask: tau must be a number in [0, 1), got 1.2",
    );
    expect(() => checkNumber("f", "p", 0, { low: 0, high: 1, open: "low" })).toThrow(
      "f: p must be a number in (0, 1], got 0",
    );
    expect(() => checkNumber("f", "x", Number.NaN)).toThrow("f: x must be a finite number, got NaN");
    expect(() => checkInteger("f", "k", 2.5, 1)).toThrow("f: k must be an integer >= 1, got 2.5");
    expect(() => checkFinite("f", "rewards", [0, Infinity])).toThrow(
      "f: rewards[1] must be a finite number, got Infinity",
    );
  });

  it("list the names and suggest the nearest", () => {
    expect(() => checkOneOf("f", "recipe", "sirn", ["grpo", "siren"])).toThrow(
      'f: recipe must be one of grpo, siren (did you mean siren?), got "sirn"',
    );
    expect(nearest("zzzzzzzz", ["grpo", "siren"])).toBeUndefined();
  });

  it("say which row of two ragged arrays differs", () => {
    expect(() => checkSameShape("f", ["masks", [[1], [1, 1]]], ["logprobs", [[0], [0]]])).toThrow(
      "f: logprobs[1] must have one value per token (2, as masks[1]), got 1",
    );
    expect(() => checkSameShape("f", ["masks", [[1]]], ["logprobs", []])).toThrow(
      "f: logprobs must have one array per response",
    );
  });

  it("show values shortly", () => {
    expect([shown("a".repeat(100)).length, shown(new Float32Array(3)), shown({}), shown(null)]).toEqual([
      62,
      "Float32Array(3)",
      "Object",
      "null",
    ]);
  });
});
