import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StepRow } from "../../lib/core/types.js";
import { defaultThresholds } from "../../lib/experiments/diagnose/thresholds.js";
import { diagnose, diagnosisTable } from "../../lib/experiments/diagnose.js";
import * as recipes from "../../lib/recipes/index.js";
import { readRows } from "../../lib/records/rows.js";

type Part = Partial<StepRow>;

/** A healthy run of 41 rows (0 the base), with what a test changes. `t` runs from 0 to 1. */
function rows(change: (t: number, step: number) => Part = () => ({})): Part[] {
  return Array.from({ length: 41 }, (_, step) => {
    const t = step / 40;
    return {
      ...{ recipe: "grpo", task: "countdown", base: "b", seed: 1, step, tokens: 100 * step },
      ...{ entropy: 0.5 - 0.1 * t, nucleusEntropy: 0.3 - 0.05 * t, accuracy: 0.2 + 0.3 * t, length: 13 },
      ...{ allRight: 0.1, mixed: 0.7, allWrong: 0.2, groupsSampled: step ? 32 : 0, groupsKept: step ? 22 : 0 },
      ...{ clipLow: 0.01, clipHigh: 0, approxKl: 0.002, gradNorm: step ? 1 : 0, lossValue: 0.01, emptyMasks: 0 },
      ...change(t, step),
    };
  });
}
const names = (given: Part[], options = {}) => diagnose(given, options).map(({ name }) => name);
const only = (given: Part[], options = {}) => {
  const found = diagnose(given, options);
  expect(found.map(({ name }) => name)).toHaveLength(1);
  return found[0];
};
const passAt = (one: number, many: number) => ({
  evaluation: { passAt: { 1: one, 32: many }, majAt: {}, avgAt: one, allRight: 0, allWrong: 0 },
});

describe("diagnose", () => {
  it("finds nothing in a healthy run", () => {
    expect(diagnose(rows())).toEqual([]);
  });

  it("reads numbers that are text, blanks and NaN as other programs log them", () => {
    const sick = rows((t, step) => ({
      ...{ entropy: t < 0.5 ? 0.5 : 0.2, nucleusEntropy: 0.1, extra: { truncated: 0.3 } },
      ...(step % 20 === 0 && passAt(0.3 + 0.2 * t, 0.9 - 0.2 * t)),
      ...(step === 7 && { gradNorm: Number.NaN }),
    }));
    const texts = (value: unknown): unknown =>
      typeof value === "number"
        ? ` ${value}`
        : typeof value === "object"
          ? Object.fromEntries(Object.entries(value as object).map(([name, each]) => [name, texts(each)]))
          : value;
    const found = diagnose(sick);
    expect(found.map(({ name }) => name).sort()).toEqual(["collapse", "sharpening", "skipped updates", "truncation"]);
    expect(diagnose(sick.map(texts) as Part[])).toEqual(found);
    const blank = rows().map((row) => ({
      ...row,
      lossValue: "",
      gradNorm: " ",
      note: "as it was",
    })) as unknown as Part[];
    expect(diagnose(blank)).toEqual([]);
    expect(names(rows((t) => ({ entropy: "-inf" as unknown as number, approxKl: 1e-3 * t })))).toEqual([
      "skipped updates",
    ]);
  });

  it("refuses a figure that is text and no number, with what is right", () => {
    for (const text of ["0,53", "45%", "1_000", "0x1f", "high", "1e", "."]) {
      const bad = [
        { step: 0, entropy: 1 },
        { step: 1, entropy: text },
      ] as unknown as Part[];
      expect(() => diagnose(bad), text).toThrow(
        `diagnose: rows[1].entropy is text, not a number, got "${text}"; write it with a decimal point and without units`,
      );
    }
    expect(() => diagnose([{ step: "first" }] as unknown as Part[])).toThrow("rows[0].step is text");
  });

  it("names a collapse from the step that it is seen at, with its figures", () => {
    const found = only(rows((t) => ({ entropy: t < 0.5 ? 0.5 : 0.2, nucleusEntropy: 0.1 })));
    // Windows are two rows wide: the one that ends at step 21 is the first below half.
    expect(found).toMatchObject({
      name: "collapse",
      severity: "warning",
      since: 21,
      recipe: "grpo",
      base: "b",
      seed: 1,
    });
    expect(found.evidence).toBe("entropy 0.5 -> 0.2 nats, 0.4 of its start (limit 0.5)");
    expect(only(rows((t) => ({ entropy: 0.5 - 0.48 * t, nucleusEntropy: 0 }))).severity).toBe("severe");
    expect(only(rows((t) => ({ entropy: t > 0.4 && t < 0.6 ? 0.1 : 0.5, nucleusEntropy: 0.1 }))).severity).toBe("note");
  });

  it("names an explosion, not a moderate rise", () => {
    expect(only(rows((t) => ({ entropy: 0.5 + 1.5 * t, nucleusEntropy: 0.4 + 1.5 * t }))).name).toBe("explosion");
    expect(names(rows((t) => ({ entropy: 0.1 + 0.3 * t, nucleusEntropy: 0.1 })))).toEqual([]);
  });

  it("names a tail by its entropy or by its tokens", () => {
    const nats = only(rows((t) => ({ entropy: 0.6, nucleusEntropy: 0.3 - 0.3 * t })));
    expect(nats).toMatchObject({ name: "noise tail", since: 28 });
    const responses = { tail: 0.05, length: 14 } as NonNullable<NonNullable<StepRow["evaluation"]>["responses"]>;
    const tokens = only(
      rows((_, step) => (step === 40 ? { evaluation: { ...passAt(0.5, 0.9).evaluation, responses } } : {})),
    );
    expect(tokens.evidence).toBe("0.7 meaningless tokens a response (limit 0.5)");
  });

  it("names accuracy that is lost with entropy held, and learning that stalls", () => {
    const lost = only(rows((t) => ({ accuracy: t < 0.5 ? 0.4 : 0.1 })));
    expect(lost).toMatchObject({ name: "accuracy ruined", severity: "severe", since: 21 });
    expect(lost.evidence).toContain("kept, but it explores nothing");
    expect(only(rows(() => ({ accuracy: 0.3 }))).name).toBe("stalled learning");
    expect(names(rows(() => ({ accuracy: 1 })))).toEqual([]);
    expect(names(rows(() => ({ accuracy: 0.3 })).slice(0, 10))).toEqual([]);
  });

  it("names sharpening at the largest k that start and end share", () => {
    const found = only(rows((t) => (t === 0 ? passAt(0.2, 0.9) : t === 1 ? passAt(0.4, 0.8) : {})));
    expect(found).toMatchObject({ name: "sharpening", severity: "note", since: 40 });
    expect(found.evidence).toContain("pass@32 0.9 -> 0.8");
  });

  it("names dead groups, where they are dropped and where they are kept, and which kind", () => {
    const dropped = only(rows((t) => ({ groupsKept: t < 0.5 ? 20 : 0, allWrong: 0.9, allRight: 0.1, mixed: 0.7 })));
    expect(dropped).toMatchObject({ name: "dead groups", severity: "severe", since: 21 });
    const kept = only(rows(() => ({ groupsKept: 32, mixed: 0.1, allRight: 0.85, allWrong: 0.05 })));
    expect(kept.evidence).toBe("0.1 of the groups teach (limit 0.2); All-Right 0.85, All-Wrong 0.05");
    expect(kept.remedies[1]).toContain("harder");
  });

  it("names responses that grow while accuracy does not", () => {
    const flat = { accuracy: 0.3 };
    expect(names(rows((t) => ({ ...flat, length: 13 + 13 * t })))).toEqual(["stalled learning", "length hacking"]);
    const late = rows((t) => ({ accuracy: Math.min(0.5, 0.2 + t), length: t < 0.5 ? 13 : 13 + 26 * (t - 0.5) }));
    expect(only(late).name).toBe("length hacking");
    expect(names(rows((t) => ({ length: 13 + 13 * t })))).toEqual([]);
  });

  it("names truncation by the share that trainers log, or by a limit", () => {
    expect(only(rows(() => ({ extra: { "response_length/clip_ratio": 0.3 } }))).evidence).toContain("0.3");
    expect(only(rows(), { maxLength: 14 }).name).toBe("truncation");
  });

  it("names what is wrong with updates", () => {
    expect(only(rows(() => ({ clipHigh: 0.3 })))).toMatchObject({ name: "clipped-out updates", severity: "warning" });
    expect(only(rows(() => ({ approxKl: 0.2 })))).toMatchObject({ name: "off-policy drift", severity: "severe" });
    expect(only(rows(() => ({ gradNorm: 40 }))).name).toBe("wrong aggregation scale");
    expect(only(rows(() => ({ gradNorm: 1e-6 }))).evidence).toContain("0.000001");
    expect(only(rows(() => ({ lossValue: -20 }))).evidence).toBe("median |loss| 20 (limit 3)");
    expect(
      names(
        rows(() => ({ gradNorm: 40 })),
        { gradientClip: 10 },
      ),
    ).toEqual([]);
    const none = only(rows((_, step) => (step === 7 ? { gradNorm: null as unknown as number } : {})));
    expect(none).toMatchObject({ name: "skipped updates", severity: "warning", since: 7 });
    expect(none.evidence).toBe("1 of 40 steps with skipped updates or no finite gradNorm");
    expect(only(rows(() => ({ emptyMasks: 30 }))).name).toBe("empty masks");
  });

  it("keeps runs apart and does not mind the order of rows", () => {
    const sick = rows(() => ({ seed: 2, clipHigh: 0.3 }));
    const both = [...rows(), ...sick];
    expect(diagnose(both)).toEqual(diagnose(sick));
    expect(diagnose([...both].reverse())).toEqual(diagnose(sick));
  });

  it("takes rows with any field missing", () => {
    const keys = Object.keys(rows()[0]) as (keyof StepRow)[];
    const partial = fc.array(fc.subarray(keys), { maxLength: 30 });
    fc.assert(
      fc.property(partial, fc.boolean(), (kept, none) => {
        const all = rows();
        const cut = kept.map((own, i) =>
          Object.fromEntries(own.map((key) => [key, none && key !== "step" ? null : all[i][key]])),
        );
        expect(Array.isArray(diagnose(cut as Part[]))).toBe(true);
      }),
    );
    expect(names(rows().map(({ entropy }, i) => ({ entropy: entropy! / (1 + i) })))).toEqual(["collapse"]);
  });

  it("takes a null for a NaN, not for 0", () => {
    const none = null as unknown as number;
    expect(names(rows(() => ({ nucleusEntropy: none, entropy: 0.6, groupsKept: none })))).toEqual([]);
    expect(names(rows(() => ({ entropy: none })))).toEqual(["skipped updates"]);
  });

  it("refuses what are no rows, and thresholds that are none", () => {
    expect(() => diagnose("rows" as never)).toThrow('diagnose: rows must be an array, got "rows"');
    expect(() => diagnose([{}, null] as never)).toThrow("diagnose: rows[1] must be a step row, got null");
    expect(() => diagnose([], { colapse: 1 } as never)).toThrow("did you mean collapse?");
    expect(() => diagnose([], { drift: -1 })).toThrow("diagnose: drift must be a number in [0, Infinity], got -1");
  });

  it("names recipes that exist as remedies", () => {
    const every = rows((t, step) => ({
      ...{ entropy: 0.5 - 0.49 * t, nucleusEntropy: -1, accuracy: 0.5 - 0.49 * t, length: 13 + 20 * t, clipHigh: 1 },
      ...{ approxKl: 1, gradNorm: 40, groupsKept: 1, emptyMasks: 99, lossValue: step % 2 ? 1 : NaN },
    }));
    const text = [every, rows(() => ({ entropy: 9, accuracy: 0.2 })), rows((t) => ({ entropy: 9 * t }))]
      .flatMap((run) => diagnose(run, { truncated: 0, maxLength: 1 }))
      .flatMap(({ remedies }) => remedies)
      .join(" ");
    const named = [...text.matchAll(/recipes\.(\w+)/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(20);
    for (const name of named) expect(Object.keys(recipes)).toContain(name);
  });

  it("has a default for every threshold, and its page says which", () => {
    const page = readFileSync("data/docs/diagnose.md", "utf8");
    for (const [name, value] of Object.entries(defaultThresholds)) {
      expect(value).toBeGreaterThan(0);
      const said = page.match(new RegExp(`\\x60${name}\\x60(?: = ([^ ,;]+))?`));
      expect(said, name).not.toBeNull();
      if (Number.isFinite(Number(said?.[1]))) expect(Number(said?.[1]), name).toBe(value);
    }
  });

  it("makes a table", () => {
    const [row] = diagnosisTable(diagnose(rows(() => ({ clipHigh: 0.3 }))));
    expect(row).toMatchObject({ run: "grpo b 1", finding: "clipped-out updates", "since step": 2 });
  });
});

describe("a figure that is no number", () => {
  it("is named with its row, wherever it stands", () => {
    const refused = (fields: object) => () => diagnose([{ step: 0 }, { step: 1, ...fields } as Partial<StepRow>]);
    for (const [fields, error] of [
      [{ evaluation: { passAt: { 1: "50%" } } }, "rows[1].evaluation.passAt.1 is text, not a number"],
      [{ evaluation: "50%" }, "rows[1].evaluation is text"],
      [{ evaluation: { right: [1, "a"] } }, "rows[1].evaluation.right[1] is text"],
      [{ entropy: true }, "rows[1].entropy must be a number, got true"],
      [{ entropy: [1] }, "rows[1].entropy must be a number, got Array(1)"],
    ] as const) {
      expect(refused(fields), error).toThrow(`diagnose: ${error}`);
      expect(refused(fields)).toThrow(TypeError);
    }
    expect(diagnose([{ step: 0, evaluation: null as never, entropy: null as never }])).toBeInstanceOf(Array);
  });
});

describe("diagnose on the shipped rows", () => {
  const found = diagnose(readRows("data/results/quick").rows);
  const of = (recipe: string) => found.filter((finding) => finding.recipe === recipe).map(({ name }) => name);

  it("finds the explosion and what comes with it in the large naive bonus alone", () => {
    expect(of("naiveEntropy(beta=0.1)").filter((name) => name === "explosion")).toHaveLength(2);
    for (const name of ["explosion", "accuracy ruined", "dead groups", "noise tail"]) {
      const who = found.filter((finding) => finding.name === name).map(({ recipe }) => recipe);
      expect([...new Set(who)]).toEqual(["naiveEntropy(beta=0.1)"]);
    }
  });

  it("finds GRPO collapsed and SIREN not", () => {
    expect(of("grpo").filter((name) => name === "collapse")).toHaveLength(2);
    expect(of("siren")).not.toContain("collapse");
  });

  it("raises no false alarm about updates, masks, lengths or learning", () => {
    const seen = ["explosion", "collapse", "accuracy ruined", "noise tail", "dead groups", "sharpening"];
    expect(found.map(({ name }) => name).filter((name) => !seen.includes(name))).toEqual([]);
  });
});

it("takes a run of more rows than a call has arguments", () => {
  const long = Array.from({ length: 200_000 }, (_, step) => ({ step, entropy: step < 9 ? 1 : 0.01, accuracy: 0.1 }));
  expect(diagnose(long).map(({ name }) => name)).toContain("collapse");
});
