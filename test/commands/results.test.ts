import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commandOf, reproduceArguments } from "../../lib/commands/reproduce/arguments.js";
import { studyFigures } from "../../lib/commands/reproduce/figures.js";
import { pageMarkdown } from "../../lib/commands/reproduce/page.js";
import { paperFigures } from "../../lib/commands/reproduce/paper/figures.js";
import { verdictsJson, writeResults } from "../../lib/commands/reproduce/results.js";
import { claimTable, familyOf, verdictCounts } from "../../lib/commands/reproduce/sections/claims.js";
import { controlsOf, explainedBlocks } from "../../lib/commands/reproduce/sections/explained.js";
import { promptBlocks } from "../../lib/commands/reproduce/sections/prompts.js";
import { triedIn } from "../../lib/commands/reproduce/sections/tuning.js";
import { drawnRows } from "../../lib/commands/reproduce/shared-bases.js";
import { endTable, markdownTable, tableOf, textTable } from "../../lib/commands/reproduce/tables.js";
import { projectPath } from "../../lib/core/root.js";
import type { StepRow } from "../../lib/core/types.js";
import { judgeClaims } from "../../lib/experiments/claims/judge.js";
import { methodsOf, studyNamed } from "../../lib/experiments/studies.js";
import type { Claim } from "../../lib/experiments/types.js";
import { readRows } from "../../lib/records/rows.js";
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
    experiments: [{ ...paper.experiments[0], methods, bases: paper.experiments[0].bases.slice(0, 8) }],
    claims: known.filter(({ id }) => !id.startsWith("F")),
  };
  const write = async (given: readonly StepRow[]) => {
    const folder = newFolder();
    writeFileSync(join(folder, "all.jsonl"), given.map((row) => `${JSON.stringify(row)}\n`).join(""));
    const command = "npm run reproduce -- --preset mine.json";
    await writeResults(study, folder, { workers: 2, command, interactive: true });
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
    expect(first("results.md")).toMatch(/^# Two methods, &lt;my> claims\n/);
    expect(page).toContain("<li>Command: npm run reproduce -- --preset mine.json</li>");
    for (const name of ["results.html", "results.md", "verdicts.json"]) expect(second(name)).toBe(first(name));
  });

  it("is made of one run that no figure is of, too", async () => {
    const { rows: shipped } = readRows(projectPath("data", "results", "paper"));
    const lone = shipped.filter(({ recipe, base }) => recipe === "sirenNoTopP" && base === "countdown-2");
    const folder = newFolder();
    writeFileSync(join(folder, "lone.jsonl"), lone.map((row) => `${JSON.stringify(row)}\n`).join(""));
    expect(await writeResults(studyNamed("paper"), folder, { workers: 1, interactive: true })).toBe(0);
    const page = readFileSync(join(folder, "results.md"), "utf8");
    expect(page).toContain("| sirenNoTopP | 1 |");
    expect(page).not.toContain("## Figures");
  });

  it("leaves out a run that stopped half-way, from claims as from figures, and says so", async () => {
    const own = rows.filter(({ recipe }) => recipe === "siren" || recipe === "grpoPlusPlus");
    const { base } = own[0];
    const page = await write(own.filter((row) => row.base !== base || row.recipe !== "siren" || row.step === 0));
    expect(page("results.md")).toContain("15 of 16 runs have rows;");
    expect(page("results.md")).toMatch(
      /Unfinished, and left out of everything here: 1: siren on countdown-\d+, seed \d+, at step 0/,
    );
    const { claims } = JSON.parse(page("verdicts.json"));
    expect(claims.find(({ id }: { id: string }) => id === "S3-held").n).toBe(7);
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
    expect(["S4-naive", "F8-bare-long", "N-law", "collapse"].map((id) => familyOf({ id, paper: "field" }))).toEqual([
      ...["S4", "F8", "field", "field"],
    ]);
    expect(familyOf({ id: "mine", paper: "SIREN" })).toBe("SIREN");
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

  it("tie where they gave the same runs, and an end tied with what is none counts as none", () => {
    const same = tried.map((own) =>
      own.recipe === "siren(beta=0.3)" ? { ...own, evaluation: tried[8].evaluation } : own,
    );
    const last = same.map((own) =>
      own.recipe === "siren(beta=1)" ? { ...own, evaluation: tried[8].evaluation } : own,
    );
    const found = triedIn(study, last);
    const told = found.map(({ method, chosen, tied }) => [method, chosen, tied]);
    expect(told.slice(3)).toEqual([
      ["siren(beta=0.3)", true, true],
      ["siren(beta=1)", true, true],
    ]);
    expect(triedIn(study, tried).every(({ tied }) => !tied)).toBe(true);
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
  const drawn = paperFigures(paper);

  it("name methods that are run on their task, few enough to be told apart, under names of their own", () => {
    const gridded = ["coefficients", "sensitivity"];
    for (const { file, task, methods } of drawn) {
      const run = paper.experiments.filter((experiment) => experiment.task === task);
      const names = run.flatMap((experiment) => experiment.methods.map(({ name }) => name));
      for (const method of methods) expect(names, file).toContain(method);
      if (!gridded.includes(file)) expect(methods.length, file).toBeLessThanOrEqual(8);
    }
    expect(new Set(drawn.map(({ file }) => file)).size).toBe(drawn.length);
  });

  it("are drawn from its rows, with a picture of the verdicts a paper", () => {
    const all = paper.experiments.flatMap(({ task, methods }) =>
      studyRows(methods.map(({ name }) => name)).map((row) => ({
        ...row,
        ...{ task, evaluation: row.evaluation && { ...row.evaluation, majAt: { 32: 0.3 } } },
      })),
    );
    const figures = studyFigures(paper, all, judgeClaims(paper.claims, all));
    expect(figures).toHaveLength(drawn.length + 3);
    for (const { file, spec } of figures) expect(spec.data.length, file).toBeGreaterThan(0);
  });

  it("take coefficients, settings and the best naive bonus from the declaration", () => {
    const tuned = paper.experiments[0].methods.find(({ name }) => name === "siren")!;
    const experiments = paper.experiments.map((experiment) => ({
      ...experiment,
      methods: experiment.methods.map((method) =>
        method.recipe === "siren" && method.options.beta === tuned.options.beta
          ? { ...method, options: { ...method.options, beta: 0.17 } }
          : method,
      ),
    }));
    const reading = { of: "evaluation.majAt.32", at: "end" } as const;
    const sweep = (...betas: number[]) =>
      betas.map((coefficient) => ({ coefficient, method: `siren(beta=${coefficient})` }));
    const band = { name: "band", sweep: sweep(0.2), other: sweep(0.4), floor: "grpoPlusPlus", reading } as const;
    const claims: Claim[] = [
      { ...claim, id: "S4-naive", against: { method: "naiveEntropy(beta=0.7)", reading } },
      { ...claim, id: "S1-band", statistic: band },
    ];
    const figures = paperFigures({ ...paper, experiments, claims });
    const methods = (name: string) => figures.find(({ file }) => file === name)!.methods;
    expect(methods("sensitivity")).toEqual(paperFigures(paper).find(({ file }) => file === "sensitivity")!.methods);
    expect(methods("sensitivity")).toHaveLength(9);
    expect(methods("coefficients")).toEqual(["grpoPlusPlus", "siren(beta=0.2)", "siren(beta=0.4)"]);
    expect(methods("frontier")).toContain("naiveEntropy(beta=0.7)");
  });

  it("are the central ones where a study has methods of its own", () => {
    const methods = paper.experiments[0].methods.slice(0, 2);
    const study = { ...paper, experiments: [{ ...paper.experiments[0], methods }], claims: [] };
    expect(methodsOf(study)).toEqual(["grpoPlusPlus", "siren"]);
    expect(studyFigures(study, rows, []).map(({ file }) => file)).toContain("frontier");
  });
});

describe("methods on different bases", () => {
  const many = Array.from({ length: 10 }, (_, i) => row("mine", `b${i}`, 0, { pass1: 0.1 * i }));
  const ended = many.flatMap((begun) => [begun, row("mine", begun.base, 9, { pass1: 0.5 })]);
  const few = ended.slice(0, 16).map((each) => ({ ...each, recipe: "theirs" }));

  it("are drawn on those that all share, if these are eight; else the counts are told", () => {
    const { rows: shared, note } = drawnRows([...ended, ...few]);
    expect(new Set(shared.map(({ base }) => base)).size).toBe(8);
    expect(note).toBe(" On the 8 bases that all of these methods ran on; mine ran on 10.");
    const early = drawnRows([...ended, ...few.slice(0, 2)]);
    expect(early.rows).toHaveLength(22);
    expect(early.note).toBe(" Not all on the same bases and seeds, so far (bases: mine 10, theirs 1).");
    expect(drawnRows(ended)).toEqual({ rows: ended, note: "" });
    expect(drawnRows([])).toEqual({ rows: [], note: "" });
  });

  it("stand in one table with the bases' own figures for each set", () => {
    const { columns, rows: lines } = endTable([...ended, ...few], ["mine", "theirs"]);
    const at = columns.indexOf("pass@1");
    expect(lines.map((line) => [line[0], line[1], line[at]])).toEqual([
      ["base", "10", "0.450 [0.000, 0.900]"],
      ["base, 8 of them", "8", "0.350 [0.000, 0.700]"],
      ["mine", "10", "0.500"],
      ["theirs", "8", "0.500"],
    ]);
    expect(endTable(ended, ["mine"]).rows.map(([name]) => name)).toEqual(["base", "mine"]);
  });
});

describe("a study of one's own", () => {
  it("has its title's characters in the Markdown page as they are, on one line", () => {
    const page = { title: "A *b* <script>\n[x](y) `c` _d_ & | #", blocks: [] };
    expect(pageMarkdown(page)).toBe("# A \\*b\\* &lt;script> \\[x\\](y) \\`c\\` \\_d\\_ &amp; \\| \\#\n");
  });

  it("is made again by the command that names its file and what was selected", () => {
    expect(commandOf({ preset: "my/study.json" })).toBe("npm run reproduce -- --preset my/study.json");
    expect(commandOf({ preset: "it's mine.json", seeds: "1,2" })).toBe(
      "npm run reproduce -- --preset 'it'\\''s mine.json' --seeds 1,2",
    );
    const path = join(newFolder(), "own.json");
    writeFileSync(path, JSON.stringify({ ...studyNamed("tiny"), name: "own" }));
    const parsed = reproduceArguments(["--preset", path, "--bases", "countdown-2"]);
    expect(parsed).toMatchObject({ command: `npm run reproduce -- --preset ${path} --bases countdown-2` });
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
