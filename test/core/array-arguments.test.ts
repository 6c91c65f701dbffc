import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as lab from "../../lib/index.js";
import { readRows } from "../../lib/records/rows.js";

/** Calls a public function as plain JavaScript would: with arguments that its types forbid. */
const call = (name: string, ...args: unknown[]) =>
  (lab as unknown as Record<string, (...a: unknown[]) => unknown>)[name](...args);

describe("arguments that are no arrays", () => {
  it.each([
    ["groupAdvantage", {}],
    ["leaveOneOutAdvantage", {}],
    ["maxRlAdvantage", undefined],
    ["passAtKAdvantage", {}, { k: 1 }],
    ["keptTokens", [{}]],
    ["topShareMask", [{}], { share: 0.5 }],
    ["orMasks", [[1]], [{}]],
    ["tokenEntropy", null, 4],
    ["perplexity", undefined],
    ["tokenWeights", undefined, "token-mean"],
    ["stateValues", [{}]],
    ["treeRlPoints", undefined],
    ["selfPerplexity", {}],
    ["lengthSummary", [{ tokens: {}, finished: true }]],
  ])("%s names the argument", (name, ...args) => {
    expect(() => call(name, ...args)).toThrow(new RegExp(`^${name}: .* must be an array, got `));
    expect(() => call(name, ...args)).toThrow(TypeError);
  });
});

describe("numbers that are not finite, and counts too large to count", () => {
  it.each([
    ["passAtK", 2 ** 53, 1, 1],
    ["passPowerK", 1e300, 1, 1],
    ["expectedGroupShares", 2 ** 53, 1, 1],
    ["scaleStates", [[Number.NaN]], [1]],
    ["stateValues", [[1e308, 1e308]]],
    ["sumTerms", 3],
    ["sumTerms", { value: Number.NaN }],
    ["sumTerms", { value: 0, dLogprob: [[Number.NaN]] }],
    ["treeSummary", [{ delta: Number.NaN, rewards: [] }]],
    ["correctnessShares", { allRight: Infinity, mixed: 0, allWrong: 0, histogram: [] }],
    ["quantile", [0, Infinity], 0.5],
    ["quantile", [-Infinity, 0], 0.5],
    ["keptTokens", [[Number.NaN]]],
    ["statePrefixes", [Number.NaN], [1]],
    ["exploreTree", { states: [{ prefix: [], base: -1, index: 0, parent: Number.NaN }] }, [[1]]],
  ])("%s says which", (name, ...args) => {
    expect(() => call(name, ...args)).toThrow(new RegExp(`^${name}: .* must be .*, got `));
    expect(() => call(name, ...args)).toThrow(RangeError);
  });
});

describe("readRows", () => {
  it("names file and line of what is no row, and a path that is no folder", () => {
    const folder = mkdtempSync(join(tmpdir(), "rows-"));
    const file = join(folder, "a.jsonl");
    try {
      writeFileSync(file, '{"step":0}\n\n3\n');
      expect(() => readRows(folder)).toThrow(/a\.jsonl line 3 must be a row with a numeric step, got 3/);
      writeFileSync(file, '{"step":"0"}\n');
      expect(() => readRows(folder)).toThrow(RangeError);
      expect(() => readRows(file)).toThrow(/folder must be one of \.jsonl or \.jsonl\.gz files/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
