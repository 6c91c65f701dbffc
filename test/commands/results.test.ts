import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { studyFigures } from "../../lib/commands/reproduce/figures.js";
import { paperFigures } from "../../lib/commands/reproduce/paper/figures.js";
import { verdictsJson, writeResults } from "../../lib/commands/reproduce/results.js";
import { claimTable, familyOf, verdictCounts } from "../../lib/commands/reproduce/sections/claims.js";
import { controlsOf, explainedBlocks } from "../../lib/commands/reproduce/sections/explained.js";
import { promptBlocks } from "../../lib/commands/reproduce/sections/prompts.js";
import { triedIn } from "../../lib/commands/reproduce/sections/tuning.js";
import { markdownTable, tableOf, textTable } from "../../lib/commands/reproduce/tables.js";
import type { StepRow } from "../../lib/core/types.js";
import { judgeClaims } from "../../lib/experiments/claims/judge.js";
import { methodsOf, studyNamed } from "../../lib/experiments/studies.js";
import type { Claim } from "../../lib/experiments/types.js";
import { claim, pairsOf, row } from "../experiments/claims-rows.js";
import { studyRows } from "../figures/study-rows.js";

const paper = studyNamed("paper");
const newFolder = () => mkdtempSync(join(tmpdir(), "results-"));
/** Rows of made-up runs under the study's bases and seed. */
const rows = studyRows(["grpoPlusPlus", "siren", "fr3e", "grpoPlusPlus(lr=1e-4)"]).map((row) => ({
  ...row,
  base: paper.experiments[0].bases[Number(row.base.split("-")[1]) - 1],
  seed: paper.experiments[0].seeds[0],
}));
const known = paper.claims.filter(({ id }) =>
  ["collapse", "S3-held", "S5-tokens", "S5-equal", "F2-tokens"].includes(id),
);

describe("verdicts as a file", () => {
  it("are the same bytes for the same rows, whatever their order", () => {
    const told = verdictsJson(paper, judgeClaims(known, rows));
    expect(JSON.parse(told).claims.map(({ n }: { n: number }) => n)).toEqual([8, 8, 8, 8, 8]);
    const orders = fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length });
    fc.assert(
      fc.property(orders, (shuffled) => verdictsJson(paper, judgeClaims(known, shuffled)) === told),
      { numRuns: 20 },
    );
  });

  it("have every claim, those without rows too", () => {
    const { claims } = JSON.parse(verdictsJson(paper, judgeClaims(paper.claims, [])));
    expect(claims).toHaveLength(paper.claims.length);
    expect(claims[0]).toMatchObject({ verdict: "inconclusive", reason: "no rows", effect: null });
  });
});

describe("the page of a study with claims", { timeout: 300_000 }, () => {
  const methods = paper.experiments[0].methods.filter(({ name }) => ["grpoPlusPlus", "siren"].includes(name));
  const study = {
    ...{ ...paper, name: "mine", title: "Two methods, <my> claims" },
    experiments: [{ ...paper.experiments[0], methods }],
    claims: known.filter(({ id }) => !id.startsWith("F")),
  };
  const write = async (given: readonly StepRow[]) => {
    const folder = newFolder();
    writeFileSync(join(folder, "all.jsonl"), given.map((row) => `${JSON.stringify(row)}\n`).join(""));
    await writeResults(study, folder, { workers: 2 });
    // Others may commit between two pages.
    return (name: string) => readFileSync(join(folder, name), "utf8").replace(/commit [0-9a-f]+/, "commit");
  };

  it("is one file that needs no other, with every verdict, and the same from shuffled rows", async () => {
    const own = rows.filter(({ recipe }) => recipe === "siren" || recipe === "grpoPlusPlus");
    const [first, second] = [await write(own), await write([...own].reverse())];
    const page = first("results.html");
    expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org)|<a |<link|<script/);
    expect(page.match(/<img src="data:image\/svg\+xml;base64,[A-Za-z0-9+/=]{1000,}"/g)?.length).toBeGreaterThan(5);
    expect(page).toContain("Two methods, &lt;my&gt; claims");
    for (const { id } of study.claims) expect(page).toContain(`<td>${id}</td>`);
    expect(page).toContain('<td class="reproduced">reproduced</td>');
    expect(first("results.md").match(/different models/g)).toHaveLength(1);
    expect(first("results.md")).toMatch(/16 of 16 runs have rows; their wall times add up to \d+ s/);
    expect(first("results.md")).toContain("16 carry none");
    for (const name of ["results.html", "results.md", "verdicts.json"]) expect(second(name)).toBe(first(name));
  });
});

describe("what was not reproduced", () => {
  const half: Claim = { ...claim, id: "S4-equal", yardstick: "equal pass@1", sign: "above" };
  const other: Claim = { ...claim, id: "S9", claim: "something else", method: "theirs", against: 0, compare: "ratio" };
  const named: Claim = { ...claim, id: "S4-x", controls: ["S9"] };
  const against = pairsOf([-0.1, -0.12, -0.11, -0.1, -0.13, -0.1, -0.12, -0.11]);

  it("stands beside its named controls and the same comparison by another yardstick", () => {
    const results = judgeClaims([named, half, other], against);
    expect(controlsOf(results[0], results).map(({ id }) => id)).toEqual(["S9", "S4-equal"]);
    expect(controlsOf(results[2], results)).toEqual([]);
  });

  it("tells both values that were compared", () => {
    const results = judgeClaims([named], against);
    expect(results[0].verdict).toBe("contradicted");
    const table = explainedBlocks(results, against).flatMap((block) => ("table" in block ? [block.table] : []))[0];
    expect(table.rows[0][table.columns.indexOf("the two values")]).toBe("0.389, 0.500");
    expect(table.rows[0][table.columns.indexOf("pass@1, both")]).toBe("0.500, 0.500");
  });
});

describe("tables of claims", () => {
  it("count verdicts and name families", () => {
    const results = judgeClaims([claim], pairsOf([0.1, 0.12, 0.11, 0.1, 0.13, 0.1, 0.12, 0.11]));
    expect(verdictCounts(results, "paper", ({ paper: name }) => name).rows).toEqual([
      ["SIREN", "1", "1", "0", "0"],
      ["all", "1", "1", "0", "0"],
    ]);
    expect(["S4-naive", "F8-bare-long", "N-law", "collapse"].map((id) => familyOf({ id }))).toEqual([
      ...["S4", "F8", "field", "field"],
    ]);
    const { columns } = claimTable(results);
    for (const name of ["effect [interval]", "p (Holm)", "p (sign flip)", "why"]) expect(columns).toContain(name);
    expect(columns).not.toContain("published");
  });

  it("give intervals over prompts for differences of shares of right responses alone", () => {
    const blocks = promptBlocks({ ...paper, claims: known }, rows);
    const [table] = blocks.flatMap((block) => ("table" in block ? [block.table] : []));
    expect(table.rows.map(([id]) => id)).toEqual(["S5-tokens"]);
  });
});

describe("coefficients of a tuning study", () => {
  const tune = studyNamed("tune");
  const methods = tune.experiments[0].methods.filter(({ recipe }) => recipe === "siren" || recipe === "grpoPlusPlus");
  const study = { ...tune, experiments: [{ ...tune.experiments[0], methods }] };
  const { bases, seeds } = study.experiments[0];
  // What the second seed adds decides: 0.1 leads on the first alone, the largest of all on both.
  const shares = [
    [0.1, 0.1],
    [0.2, 0.2],
    [0.5, 0.2],
    [0.3, 0.3],
    [0.4, 0.6],
  ];
  const tried = methods.flatMap(({ name }, i) =>
    seeds.map((seed, s) =>
      row(name, bases[0], 1, {
        seed,
        evaluation: { passAt: { 1: shares[i][s], 32: 0.9 }, majAt: { 32: shares[i][s] } } as never,
      }),
    ),
  );

  it("are chosen by the mean of pass@1, maj@32 and pass@32 over seeds, and told where they lie at an end", () => {
    const found = triedIn(study, tried);
    expect(found.map(({ chosen }) => chosen)).toEqual([false, false, false, false, true]);
    expect(found[4]).toMatchObject({ method: "siren(beta=1)", seeds: 2, end: true });
    expect(found[4].score).toBeCloseTo((0.5 + 0.5 + 0.9) / 3, 12);
    expect(found.map(({ end }) => end)).toEqual([false, true, false, false, true]);
  });

  it("are not chosen while a run is missing, and take no run of another seed", () => {
    expect(triedIn(study, tried.slice(1)).some(({ chosen }) => chosen)).toBe(true);
    const short = triedIn(study, tried.slice(0, -1));
    expect(short.some(({ chosen }) => chosen)).toBe(false);
    const stray = { ...tried[2], seed: 99, evaluation: { passAt: { 1: 1, 32: 1 }, majAt: { 32: 1 } } as never };
    expect(triedIn(study, [...tried, stray])).toEqual(triedIn(study, tried));
  });
});

describe("figures of the study paper", () => {
  it("name methods that are run on their task, few enough to be told apart, under names of their own", () => {
    const gridded = ["coefficients", "sensitivity"];
    for (const { file, task, methods } of paperFigures) {
      const run = paper.experiments.filter((experiment) => experiment.task === task);
      const names = run.flatMap((experiment) => experiment.methods.map(({ name }) => name));
      for (const method of methods) expect(names, file).toContain(method);
      if (!gridded.includes(file)) expect(methods.length, file).toBeLessThanOrEqual(8);
    }
    expect(new Set(paperFigures.map(({ file }) => file)).size).toBe(paperFigures.length);
  });

  it("are drawn from its rows, with a picture of the verdicts a paper", () => {
    const all = paper.experiments.flatMap(({ task, methods }) =>
      studyRows(methods.map(({ name }) => name)).map((row) => ({
        ...row,
        ...{ task, evaluation: row.evaluation && { ...row.evaluation, majAt: { 32: 0.3 } } },
      })),
    );
    const figures = studyFigures(paper, all, judgeClaims(paper.claims, all));
    expect(figures).toHaveLength(paperFigures.length + 3);
    for (const { file, spec } of figures) expect(spec.data.length, file).toBeGreaterThan(0);
  });

  it("are the central ones where a study has methods of its own", () => {
    const methods = paper.experiments[0].methods.slice(0, 2);
    const study = { ...paper, experiments: [{ ...paper.experiments[0], methods }], claims: [] };
    expect(methodsOf(study)).toEqual(["grpoPlusPlus", "siren"]);
    expect(studyFigures(study, rows, []).map(({ file }) => file)).toContain("frontier");
  });
});

describe("tables", () => {
  it("leave out empty columns, keep Markdown's bars apart, and align text", () => {
    const table = tableOf([
      { a: "x|y", b: "", c: "" },
      { a: "z", b: "", c: "longer" },
    ]);
    expect(table).toEqual({
      columns: ["a", "c"],
      rows: [
        ["x|y", ""],
        ["z", "longer"],
      ],
    });
    expect(markdownTable(table).split("\n")[2]).toBe("| x\\|y |  |");
    expect(textTable(table)).toEqual(["a    c", "x|y", "z    longer"]);
  });
});
