import { describe, expect, it } from "vitest";
import { mixedGroups, overlongPenalty, treeAdvantages } from "../../lib/advantages/index.js";

const group = (...verdicts: boolean[]) => ({ rollouts: verdicts.map((verdict) => ({ verdict, reward: 0.3 })) });

describe("mixedGroups", () => {
  it("reads verdicts, not rewards", () => {
    const groups = [group(true, true), group(true, false), group(false, false)];
    expect(mixedGroups(groups)).toEqual([groups[1]]);
    expect(() => mixedGroups([group()])).toThrow(/groups\[0\].rollouts must be at least one rollout/);
  });
});

describe("overlongPenalty", () => {
  it("falls from 0 to -1 over the buffer", () => {
    const at = (length: number) => overlongPenalty(length, { maxLength: 100, buffer: 20 });
    expect([0, 80, 85, 100, 130].map(at)).toEqual([0, 0, -0.25, -1, -1]);
    expect(() => overlongPenalty(1, { maxLength: 10, buffer: 11 })).toThrow(/buffer must be an integer in \[1, 10\]/);
  });
});

describe("treeAdvantages", () => {
  it("is global plus local, divided by the root of the leaves", () => {
    const got = treeAdvantages({ values: [0.5, 0.75, 1, 0], parents: [-1, 0, 1, 0], leaves: [8, 4, 1, 1] });
    expect([...got]).toEqual([0, 0.25, 0.75, -1]);
  });
  it("names what is wrong", () => {
    expect(() => treeAdvantages({ values: [], parents: [], leaves: [] })).toThrow(/values must be at least the root/);
    expect(() => treeAdvantages({ values: [1, 1], parents: [-1, 1], leaves: [1, 1] })).toThrow(
      /parents\[1\].*\[0, 0\]/,
    );
    expect(() => treeAdvantages({ values: [1], parents: [-1], leaves: [0] })).toThrow(/leaves\[0\]/);
  });
});
