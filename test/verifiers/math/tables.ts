import { expect, it } from "vitest";
import { answerKey, sameMath, verifyMath } from "../../../lib/verifiers/math/index.js";

/** Pairs that are one answer: both ways round, in a box, and (unless `keys` is false) with one key. */
export function same(name: string, pairs: [string, string][], keys = true): void {
  it.each(pairs)(`${name}: %s is %s`, (a, b) => {
    expect(sameMath(a, b)).toBe(true);
    expect(sameMath(b, a)).toBe(true);
    expect(verifyMath(`Hence \\boxed{${b}}.`, a)).toMatchObject({ correct: true, rule: "boxed" });
    if (keys) expect(answerKey(a)).toBe(answerKey(b));
  });
}

/** Pairs that are two answers: both ways round, in a box, with two keys. */
export function different(name: string, pairs: [string, string][]): void {
  it.each(pairs)(`${name}: %s is not %s`, (a, b) => {
    expect(sameMath(a, b)).toBe(false);
    expect(sameMath(b, a)).toBe(false);
    expect(verifyMath(`Hence \\boxed{${b}}.`, a).correct).toBe(false);
    expect(answerKey(a)).not.toBe(answerKey(b));
  });
}
