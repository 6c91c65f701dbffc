import { expect, test } from "vitest";
import { verdictText } from "../../lib/notebook/verdicts.js";

const claim = (id: string, verdict: "reproduced" | "contradicted" | "inconclusive", controls?: string[]) => ({
  ...{ id, claim: `claim ${id}`, verdict, reason: `reason ${id}`, controls },
});

test("counts every verdict and explains those that were not reproduced", () => {
  const text = verdictText([claim("A", "reproduced"), claim("B", "contradicted"), claim("C", "inconclusive")]);
  expect(text.split("\n")).toEqual([
    "1 of 3 reproduced, 1 contradicted, 1 inconclusive.",
    "B is contradicted (claim B): reason B.",
    "C is inconclusive (claim C): reason C.",
  ]);
});

test("controls are looked up among all claims, and a missing one is passed over", () => {
  const text = verdictText([claim("A", "contradicted", ["B", "Z"])], [claim("B", "inconclusive")]);
  expect(text).toContain("Beside it: B (claim B) is inconclusive: reason B.");
});

test("of a control's reason the finding alone is told", () => {
  const control = { ...claim("B", "inconclusive"), reason: "the interval [-1, 1] holds 0: no gain above 1; 9 bases" };
  const text = verdictText([claim("A", "contradicted", ["B"])], [control]);
  expect(text).toContain("Beside it: B (claim B) is inconclusive: the interval [-1, 1] holds 0.");
});

test("a reproduced claim is explained where it has controls", () => {
  const text = verdictText([claim("A", "reproduced", ["B"])], [claim("B", "contradicted")]);
  expect(text).toBe(
    "1 of 1 reproduced.\nA is reproduced (claim A): reason A. Beside it: B (claim B) is contradicted: reason B.",
  );
});

test("no claims", () => {
  expect(verdictText([])).toBe("0 of 0 reproduced.");
});
