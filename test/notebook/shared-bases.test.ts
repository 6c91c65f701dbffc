import { expect, it } from "vitest";
import { onSharedBases } from "../../lib/notebook/shared-bases.js";

const row = (recipe: string, base: string, task = "countdown", seed = 1) => ({ recipe, task, base, seed });

it("keeps the bases on which every recipe was run, all their rows in order", () => {
  const rows = [row("a", "2"), row("a", "2"), row("a", "3"), row("b", "2"), row("b", "4")];
  expect(onSharedBases(rows)).toEqual([row("a", "2"), row("a", "2"), row("b", "2")]);
});

it("tells tasks and seeds apart", () => {
  const rows = [row("a", "2"), row("a", "2", "pancake"), row("b", "2", "pancake"), row("b", "2", "pancake", 2)];
  expect(onSharedBases(rows)).toEqual([row("a", "2"), row("a", "2", "pancake"), row("b", "2", "pancake")]);
});

it("finds none without a base in common, and nothing in nothing", () => {
  expect(onSharedBases([row("a", "2"), row("b", "3")])).toEqual([]);
  expect(onSharedBases([])).toEqual([]);
});
