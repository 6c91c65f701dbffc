import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fingerprint, planRuns, planStudy } from "../../lib/experiments/plan.js";
import { methodsOf, studyNamed, studyNames } from "../../lib/experiments/studies.js";
import { recipeNamed } from "../../lib/recipes/named.js";

const [quick] = studyNamed("quick").experiments;

/** A copy of `quick` on disk with something changed. */
function changed(change: (study: ReturnType<typeof studyNamed>) => unknown): string {
  const path = join(mkdtempSync(join(tmpdir(), "study-")), "mine.json");
  writeFileSync(path, JSON.stringify(change(structuredClone(studyNamed("quick")))));
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
    expect(() => planStudy(paper, { bases: ["countdwn-2"] })).toThrow("did you mean countdown-2?");
    expect(planRuns(quick, { bases: ["countdown-2"] })[0].base).toBe("countdown-2");
    expect(() => planRuns(quick, { only: ["sirn"] })).toThrow("did you mean siren?");
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
    expect(new Set(seeds())).toEqual(new Set([1007, 2007]));
    expect(new Set(seeds(["countdown-2"]))).toEqual(new Set([2007]));
    expect(planRuns(quick)[0].evaluation).toBe(quick.evaluation);
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
    const claim = { ...quick.checks[0], task: "countdown", method: "sirenn", unit: "ratio" };
    expect(() => studyNamed(changed((study) => ({ ...study, claims: [claim] })))).toThrow("did you mean siren?");
    const other = { ...quick.checks[0], task: "pancake", unit: "ratio" };
    expect(() => studyNamed(changed((study) => ({ ...study, claims: [other] })))).toThrow(
      "a claim on a task that is run",
    );
    const slip = { ...quick, methods: [{ ...quick.methods[0], budgetTokns: 5 }] };
    expect(() => studyNamed(changed((study) => ({ ...study, experiments: [slip] })))).toThrow("mean budgetTokens?");
    const late = {
      ...quick.checks[0],
      task: "countdown",
      unit: "ratio",
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
});
