import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectPath } from "../../lib/core/root.js";
import type { StepRow } from "../../lib/core/types.js";
import { effectsOf } from "../../lib/experiments/claims/effect.js";
import { fingerprint, planRuns, planStudy, type Selection } from "../../lib/experiments/plan.js";
import { groupRuns } from "../../lib/experiments/reading.js";
import { methodsOf, studyNamed, studyNames } from "../../lib/experiments/studies.js";
import { recipeNamed } from "../../lib/recipes/named.js";
import { readRows } from "../../lib/records/rows.js";

const [quick] = studyNamed("quick").experiments;

/** A copy of `quick` on disk with something changed. */
function changed(change: (study: ReturnType<typeof studyNamed>) => unknown): string {
  const path = join(mkdtempSync(join(tmpdir(), "study-")), "mine.json");
  writeFileSync(path, JSON.stringify(change({ ...structuredClone(studyNamed("quick")), name: "mine" })));
  return path;
}

describe("studies", () => {
  it("that come with the project name recipes that exist, under their own names", () => {
    expect(studyNames()).toEqual(expect.arrayContaining(["quick", "tiny"]));
    for (const study of studyNames().map(studyNamed)) {
      for (const method of study.experiments.flatMap(({ methods }) => methods)) {
        expect(recipeNamed(method).name).toBe(method.name);
      }
    }
  });

  it("plan whole pairs seed by seed, and select", () => {
    const runs = planRuns(quick);
    expect(runs).toHaveLength(quick.methods.length * 2);
    expect(new Set(runs.slice(0, quick.methods.length).map(({ seed }) => seed)).size).toBe(1);
    expect(planRuns(quick, { only: ["siren"], seeds: [7] }).map(({ seed }) => seed)).toEqual([7]);
    const paper = studyNamed("paper");
    const one = planStudy(paper, { only: ["grpoPlusPlus"], bases: ["countdown-2"] });
    expect(one.map(({ task, base }) => `${task} ${base}`)).toEqual(["countdown countdown-2"]);
    expect(planStudy(paper, { only: ["grpoPlusPlus"], bases: ["countdown-99"] })).toHaveLength(1);
    expect(() => planStudy(paper, { bases: ["countdwn-2"] })).toThrow("did you mean countdown?");
    expect(planRuns(quick, { bases: ["countdown-2"] })[0].base).toBe("countdown-2");
    expect(() => planRuns(quick, { only: ["sirn"] })).toThrow("did you mean siren?");
    expect(() => planStudy(studyNamed("quick"), { seeds: [1, 1] })).toThrow("every run has files of its own");
    expect(() => studyNamed("quik")).toThrow("did you mean quick?");
  });

  it("let a method have a budget, settings and evaluations of its own", () => {
    const own = { ...quick.methods[0], budgetTokens: 5, settings: { lr: 1 }, evaluations: 2 };
    const [run] = planRuns({ ...quick, methods: [own], settings: { lr: 2, pool: 3 } });
    expect(run).toMatchObject({ budgetTokens: 5, settings: { lr: 1, pool: 3 }, evaluations: 2 });
  });

  it("give each base draws of its own where they say so, whatever is selected", () => {
    const apart = { ...quick, bases: ["countdown-1", "countdown-2"], evaluationByBase: true };
    const seeds = (bases?: string[]) => planRuns(apart, { bases, seeds: [1] }).map(({ evaluation }) => evaluation.seed);
    const [first, second, ...more] = new Set(seeds());
    expect(more).toEqual([]);
    expect(new Set(seeds(["countdown-2"]))).toEqual(new Set([second]));
    expect(new Set(seeds(["countdown-1", "countdown-3"]))).toContain(first);
    const elsewhere = { ...apart, bases: ["countdown-2", "countdown-1"] };
    const [turned] = planRuns(elsewhere, { seeds: [1] });
    expect([turned.base, turned.evaluation.seed]).toEqual(["countdown-2", second]);
    expect(planRuns(quick)[0].evaluation).toBe(quick.evaluation);
  });

  it("can have two experiments on one task and seed, of other methods and bases, that pair where they share a base", () => {
    const named = (...names: string[]) => quick.methods.filter(({ name }) => names.includes(name));
    const common = { ...quick, seeds: [101], checks: [], evaluationByBase: true };
    const main = { ...common, name: "main", bases: ["countdown-4", "countdown-2", "countdown-3"] };
    const sweep = { ...common, name: "sweep", bases: ["countdown-2", "countdown-3"], methods: named("grpo") };
    const reading = { of: "entropy", at: "end" };
    const claim = {
      ...{ id: "c", paper: "field", claim: "siren ends higher", task: "countdown", yardstick: "equal tokens" },
      ...{ method: "siren", reading, against: { method: "grpo", reading }, compare: "difference" },
      ...{ sign: "above", threshold: 0, unit: "nats" },
    };
    const experiments = [{ ...main, methods: named("siren", "grpoPlusPlus") }, sweep];
    const written = (own: object[]) => changed((study) => ({ ...study, experiments: own, claims: [claim] }));
    const study = studyNamed(written(experiments));
    const said = (selection?: Selection) =>
      planStudy(study, selection).map(({ experiment, method, base }) => `${experiment} ${method.name} ${base}`);
    expect(said()).toHaveLength(3 * 2 + 2);
    expect(said({ bases: ["countdown-2", "countdown-3", "countdown-4"] }).sort()).toEqual(said().sort());
    expect(said({ bases: ["countdown-4"] })).toEqual(["main grpoPlusPlus countdown-4", "main siren countdown-4"]);
    expect(said({ bases: ["countdown-9"], only: ["siren", "grpo"] })).toEqual([
      "main siren countdown-9",
      "sweep grpo countdown-9",
    ]);
    const draws = planStudy(study, { bases: ["countdown-2"] }).map(({ evaluation }) => evaluation.seed);
    expect(new Set(draws).size).toBe(1);
    const rows = planStudy(study).map(({ method, task, base, seed }) => ({ recipe: method.name, task, base, seed }));
    const judged = effectsOf(
      study.claims[0],
      groupRuns(rows.map((row) => ({ ...row, step: 0, entropy: 1 }) as StepRow)),
    );
    expect(judged.perBase.map(({ base }) => base)).toEqual(["countdown-2", "countdown-3"]);
    const again = { ...sweep, methods: named("grpo", "siren") };
    expect(() => studyNamed(written([experiments[0], again]))).toThrow(
      'different methods, bases or seeds, got "siren-countdown-2-101 in both main and sweep"',
    );
    const never = "on methods that are run on a common base with a common seed";
    expect(() => studyNamed(written([experiments[0], { ...sweep, seeds: [102] }]))).toThrow(never);
    expect(() => studyNamed(written([experiments[0], { ...sweep, bases: ["countdown-5"] }]))).toThrow(never);
  });

  it("have a fingerprint that seeds do not change; a coefficient and a claim do", () => {
    expect(fingerprint({ ...quick, seeds: [9] })).toBe(fingerprint(quick));
    expect(fingerprint({ ...quick, budgetTokens: 1 })).not.toBe(fingerprint(quick));
    const claim = { ...quick.checks[0], task: "countdown", yardstick: "within a run", unit: "ratio" } as const;
    expect(fingerprint(quick, [claim])).not.toBe(fingerprint(quick));
  });

  it("can be a file of one's own, by the same rules", () => {
    expect(methodsOf(studyNamed(changed((study) => ({ ...study, name: "mine" }))))).toContain("siren");
    const twice = changed((study) => ({ ...study, experiments: [study.experiments[0], study.experiments[0]] }));
    expect(() => studyNamed(twice)).toThrow("experiments of different methods, bases or seeds");
    const claim = { ...quick.checks[0], task: "countdown", method: "sirenn", unit: "ratio", yardstick: "within a run" };
    expect(() => studyNamed(changed((study) => ({ ...study, claims: [claim] })))).toThrow("did you mean siren?");
    const other = { ...quick.checks[0], task: "pancake", unit: "ratio", yardstick: "within a run" };
    expect(() => studyNamed(changed((study) => ({ ...study, claims: [other] })))).toThrow(
      "a claim on a task that is run",
    );
    const slip = { ...quick, methods: [{ ...quick.methods[0], budgetTokns: 5 }] };
    expect(() => studyNamed(changed((study) => ({ ...study, experiments: [slip] })))).toThrow("mean budgetTokens?");
    const late = {
      ...quick.checks[0],
      task: "countdown",
      unit: "ratio",
      yardstick: "equal tokens",
      reading: { of: "entropy", at: { tokens: 6e5 } },
    };
    expect(() => studyNamed(changed((study) => ({ ...study, claims: [late] })))).toThrow(
      "read within its method's 414000",
    );
    expect(() => studyNamed(changed((study) => ({ ...study, experiments: [] })))).toThrow("a list of at least one");
    const broken = join(mkdtempSync(join(tmpdir(), "study-")), "broken.json");
    writeFileSync(broken, "{");
    expect(() => studyNamed(broken)).toThrow("is not JSON");
    expect(planStudy(studyNamed("quick"), { only: ["siren"] })).toHaveLength(2);
  });

  it("give a method without options none, and are their own whatever they are called", () => {
    const { options: _, ...bare } = quick.methods[0];
    const study = studyNamed(changed((own) => ({ ...own, experiments: [{ ...quick, methods: [bare], checks: [] }] })));
    expect(study.experiments[0].methods[0].options).toEqual({});
    expect(fingerprint(study.experiments[0])).not.toBe("");
    expect(() => studyNamed(changed((own) => ({ ...own, name: "paper" })))).toThrow("rename it");
    expect(studyNamed(projectPath("data", "experiments", "quick.json"))).toEqual(studyNamed("quick"));
  });

  it("keep the fingerprints that their shipped rows carry", () => {
    const [row] = readRows(projectPath("data", "results", "quick")).rows;
    expect(fingerprint(quick)).toBe(row.declaration);
  });

  it("read what their rows will have alone, where they will have it", () => {
    const claim = { ...quick.checks[1], task: "countdown", unit: "pass@1", yardstick: "within a run" };
    const read = (of: string, at: unknown = "end", evaluation: object = {}, method: object = {}) => {
      const methods = quick.methods.map((each) => ({ ...each, ...method }));
      const experiment = { ...quick, methods, checks: [], evaluation };
      const own = { ...claim, reading: { of, at }, against: 0 };
      const path = changed((study) => ({ ...study, experiments: [experiment], claims: [own] }));
      return () => studyNamed(path);
    };
    const few = { samples: 8, passAt: [1, 8], majAt: [8] };
    const atEnd = { evaluationAt: { end: { wide: 256 } } };
    for (const reads of [
      read("extra.anything"),
      read("evaluation.byDifficulty.hard.majAt.8", { step: 3 }, few),
      read("evaluation.responses.rightLength", "largest"),
      read("evaluation.wide.passAt.256", "end", {}, atEnd),
    ]) {
      expect(reads).not.toThrow();
    }
    for (const [reads, error] of [
      [read("entropi"), "did you mean entropy?"],
      [
        read("evaluation.passAt.64", "end", few),
        'rows there (did you mean evaluation.passAt.1?), got "evaluation.passAt.64"',
      ],
      [read("evaluation.majAt.32", "start", few), "did you mean evaluation.majAt.8?"],
      [read("evaluation.wide.passAt.256", "start", {}, atEnd), "rows there"],
      [read("evaluation.byDifficulty.medium.passAt.1"), "rows there"],
      [read("evaluation.passAt.1", "end", {}, { evaluations: 0 }), "rows there"],
      [read("entropy", {}), "so many tokens or so many steps"],
      [read("entropy", { tokens: 1, step: 1 }), "so many tokens or so many steps"],
      [read("entropy", { step: -1 }), "at.step must be a number in [0, Infinity]"],
      [read("entropy", null), "an object, got null"],
    ] as const) {
      expect(reads, error).toThrow(error);
    }
  });

  it("name a base that is not there or of another task, and two recipes under one name", () => {
    const first = (...experiments: object[]) => changed((study) => ({ ...study, experiments }));
    const own = { ...quick, checks: [], methods: quick.methods.slice(0, 1) };
    expect(() => studyNamed(first({ ...own, bases: ["countdwn-2"] }))).toThrow("did you mean countdown-2?");
    expect(() => studyNamed(first({ ...own, bases: ["pancake-2"] }))).toThrow(
      'quick: bases must be bases trained on countdown, the task, got "pancake-2, of pancake"',
    );
    const better = own.methods.map((method) => ({ ...method, variant: "-better" }));
    expect(() => studyNamed(first({ ...own, methods: better }))).toThrow('got "countdown-1-better"');
    expect(() => studyNamed(first({ ...own, task: "pancakeFree", bases: ["pancake-2"] }))).not.toThrow();
    const again = { ...own, name: "again", seeds: [7] };
    const other = { ...own.methods[0], options: { size: 4 } };
    expect(() => studyNamed(first(own, again))).not.toThrow();
    expect(() => studyNamed(first(own, { ...again, methods: [other] }))).toThrow("give one of them another name");
  });

  it("are refused where a field is missing, unknown, of another kind or out of range", () => {
    const claim = { ...quick.checks[0], task: "countdown", unit: "ratio", yardstick: "within a run" };
    const first = (fields: object) => changed((study) => ({ ...study, experiments: [{ ...quick, ...fields }] }));
    const method = (fields: object) => first({ methods: [{ ...quick.methods[0], ...fields }], checks: [] });
    const claims = (...all: object[]) => changed((study) => ({ ...study, claims: all }));
    for (const [path, error] of [
      [changed(() => null), "an object, got null"],
      [changed((study) => ({ ...study, name: "../../elsewhere" })), "a name of letters, digits, dots and dashes"],
      [changed((study) => ({ ...study, version: undefined })), "version must be an integer >= 1"],
      [first({ bases: ["../countdown-1"] }), "bases[0] must be a name of letters"],
      [first({ seeds: ["1"] }), "seeds[0] must be an integer"],
      [first({ seeds: [1e300] }), "seeds[0] must be an integer up to"],
      [first({ budgetTokens: Number.NaN }), "budgetTokens must be an integer"],
      [first({ budgetToken: 5 }), "did you mean budgetTokens?"],
      [first({ task: "pancakes" }), "did you mean pancake?"],
      [first({ settings: { learningRate: 1 } }), "settings: a field must be one of lr,"],
      [first({ settings: { lr: "1" } }), "lr must be a number"],
      [first({ evaluation: { sample: 8 } }), "did you mean samples?"],
      [first({ evaluation: { split: "test" } }), "split must be one of"],
      [method({ evaluationAt: { end: { wide: 8 } } }), "wide must be an integer >= 32"],
      [method({ vocab: 0 }), "vocab must be an integer >= 1"],
      [claims(claim, claim), "of different ids"],
      [claims({ ...claim, sign: "abov" }), "did you mean above?"],
      [claims({ ...claim, compare: "ratios" }), "did you mean ratio?"],
      [claims({ ...claim, threshold: "0" }), "threshold must be a finite number"],
      [claims({ ...claim, margin: 0 }), "margin must be a number"],
      [claims({ ...claim, paper: "Mine" }), "paper must be one of"],
      [claims({ ...claim, statistic: { name: "bend" } }), "name must be one of law"],
      [claims({ ...claim, reading: { of: "entropy", at: "equal" }, against: 1 }), "another run's reading"],
      [claims({ ...claim, controls: ["none"] }), "controls must be one of"],
    ] as const) {
      expect(() => studyNamed(path), error).toThrow(error);
    }
    const alike = [
      { ...quick.methods[0], name: "a b" },
      { ...quick.methods[0], name: "a(b)" },
    ];
    expect(() => studyNamed(first({ methods: alike, checks: [] }))).toThrow("experiments of different methods");
  });
});
