import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { busyRemark, runSeconds } from "../../lib/commands/reproduce/estimate.js";
import { liveReport } from "../../lib/commands/reproduce/live.js";
import { projectPath } from "../../lib/core/root.js";
import type { StepRow } from "../../lib/core/types.js";
import { planStudy } from "../../lib/experiments/plan.js";
import { type RunProgress, runAll, unfinished } from "../../lib/experiments/runner.js";
import { studyNamed } from "../../lib/experiments/studies.js";
import { readSafetensors, writeSafetensors } from "../../lib/training/safetensors.js";

const newFolder = () => mkdtempSync(join(tmpdir(), "plan-"));
const command = projectPath(".build", "commands", "reproduce.js");
const folder = newFolder();
const path = join(folder, "mine.json");
const options = { workers: 2, signal: new AbortController().signal };

/** A study of one's own: two short methods, one claim. */
function ownStudy(): void {
  const { experiments, ...tiny } = studyNamed("tiny");
  const methods = experiments[0].methods.filter(({ name }) => name === "grpo" || name === "siren");
  const reading = { of: "evaluation.passAt.1", at: "end" };
  const claim = {
    ...{ id: "mine", paper: "field", claim: "SIREN ends higher", task: "countdown", yardstick: "equal tokens" },
    ...{ method: "siren", reading, against: { method: "grpo", reading }, compare: "difference" },
    ...{ sign: "above", threshold: 0, unit: "pass@1" },
  };
  const experiment = { ...experiments[0], methods, seeds: [1], evaluations: 2, budgetTokens: 2000, checks: [] };
  writeFileSync(path, JSON.stringify({ ...tiny, name: "mine", experiments: [experiment], claims: [claim] }));
}

describe("a study file of one's own", { timeout: 300_000 }, () => {
  const out = join(folder, "rows");
  const plan = (...more: string[]) => {
    const args = [command, "--preset", path, "--plan", "--out", out, ...more];
    return spawnSync(process.execPath, args, { encoding: "utf8" });
  };
  beforeAll(ownStudy);

  it("is planned without running: runs, expected time, bases that its claims need", () => {
    const { stdout, stderr, status } = plan("--bases", "countdown-1,countdown-2");
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(stdout).toContain("4 runs, ");
    expect(stdout).toMatch(/tiny +countdown +2 +2 +1 +4 +4 +\d+ s/);
    expect(stdout).toMatch(/Expected: \d+ s for what is left/);
    expect(stdout).toContain("No rows yet");
    expect(existsSync(out)).toBe(false);
  });

  it("is finished once: what is whole is skipped without a process, what is not is made again", async () => {
    const runs = planStudy(studyNamed(path));
    expect((await runAll(runs, { folder: out, ...options })).map(({ state }) => state)).toEqual(["done", "done"]);
    expect(unfinished(runs, out)).toEqual([]);
    const times = () => readdirSync(out).map((name) => statSync(join(out, name)).mtimeMs);
    const before = times();
    const begun = performance.now();
    expect((await runAll(runs, { folder: out, ...options })).map(({ state, share }) => [state, share])).toEqual([
      ["done", 1],
      ["done", 1],
    ]);
    expect(performance.now() - begun).toBeLessThan(1000);
    expect(times()).toEqual(before);
    expect(plan().stdout).toMatch(/mine +1 /);
    const rows = join(out, "siren-countdown-1-1.jsonl");
    writeFileSync(rows, readFileSync(rows, "utf8").split("\n").slice(0, -2).join("\n"));
    expect(unfinished(runs, out).map(({ method }) => method.name)).toEqual(["siren"]);
    const [, cut] = await runAll(runs, { folder: out, ...options });
    expect(cut).toMatchObject({ state: "failed", error: expect.stringContaining("rows that") });
  });

  it("under other settings is told apart without a process", async () => {
    const other = planStudy(studyNamed(path)).map((run) => ({ ...run, budgetTokens: 3000 }));
    const ended = await runAll(other, { folder: out, ...options });
    for (const { state, error } of ended) {
      expect(state).toBe("failed");
      expect(error).toContain("belongs to a run with other settings");
    }
  });

  it("from a base trained anew under its name is told apart without a process, and a base that is none at once", async () => {
    const runs = planStudy(studyNamed(path), { only: ["grpo"] });
    const checkpoint = join(out, "checkpoints", "grpo-countdown-1-1.safetensors");
    const { tensors, metadata } = readSafetensors(checkpoint);
    writeSafetensors(checkpoint, tensors, { ...metadata, base: "0123456789abcdef" });
    expect(unfinished(runs, out)).toEqual([]);
    const [ended] = await runAll(runs, { folder: out, ...options });
    expect(ended).toMatchObject({ state: "failed", error: expect.stringContaining("from another base of that name") });
    const lost = runs.map((run) => ({ ...run, base: "countdown-99" }));
    await expect(runAll(lost, { folder: out, ...options })).rejects.toThrow("loadBase: name must be one of");
    rmSync(folder, { recursive: true });
  });
});

describe("a run whose process cannot be started", () => {
  it("fails by its name, and the others are tried", async () => {
    const { execPath } = process;
    process.execPath = join(folder, "no-such-program");
    try {
      const runs = planStudy(studyNamed("tiny"), { only: ["grpo", "siren"], seeds: [1] });
      const ended = await runAll(runs, { folder: newFolder(), ...options, workers: 1 });
      expect(ended.map(({ name, state, error }) => `${name} ${state}: ${error}`)).toEqual([
        expect.stringMatching(/^grpo-countdown-1-1 failed: spawn .*ENOENT$/),
        expect.stringMatching(/^siren-countdown-1-1 failed: spawn .*ENOENT$/),
      ]);
    } finally {
      process.execPath = execPath;
    }
  });
});

describe("an estimate", () => {
  it("says where other programs slow down what was timed", () => {
    expect(busyRemark(1.2, 2)).toBe("");
    expect(busyRemark(11.4, 2)).toBe(" (its load is 11 on 2 cores: faster when it is free)");
  });

  it("counts steps, budgets and wide evaluations at a run's ends", () => {
    const [run] = planStudy(studyNamed("paper"), { only: ["grpoPlusPlus"], bases: ["countdown-2"] });
    const timing = { secondsPerToken: 1e-4, tokensPerStep: 3000, tokensPerResponse: 13, difficulties: 2 };
    // 5 evaluations of 2 x 64 prompts x 32 responses, 2 of 256; sampling costs .3 of training.
    const evaluated = 13 * 2 * 64 * (5 * 32 + 2 * 256);
    expect(runSeconds(run, timing)).toBeCloseTo(1.5 + 1e-4 * (414_000 + 0.3 * evaluated), 6);
    const short = { ...run, method: { ...run.method, steps: 10 } };
    expect(runSeconds(short, timing)).toBeCloseTo(1.5 + 1e-4 * (30_000 + 0.3 * evaluated), 6);
  });
});

describe("the live table", () => {
  const row = { step: 3, tokens: 12_345, entropy: 0.4, accuracy: 0.25, groupsKept: 0, groupsSampled: 32, seconds: 10 };
  const runs: RunProgress[] = [
    { name: "a", method: "siren", base: "b-1", state: "done", share: 1, row: { ...row, groupsKept: 9 } as StepRow },
    { name: "b", method: "grpo", base: "b-1", state: "running", share: 0.5, row: row as StepRow },
    { name: "c", method: "grpo", base: "b-2", state: "running", share: 0 },
    { name: "d", method: "grpo", base: "b-3", state: "waiting", share: 0 },
  ];

  it("on a terminal shows ended and running runs with figures and time left, in place", () => {
    const said: string[] = [];
    const report = liveReport((text) => said.push(text), { terminal: true, columns: 200 });
    report(runs);
    expect(said[0].split("\n").map((line) => line.replace(/ +/g, " "))).toEqual([
      "38 %, 1 of 4 runs done, 0 s",
      "method base step tokens entropy accuracy state left",
      "siren b-1 3 12,345 0.400 0.250 done",
      "grpo b-1 3 12,345 0.400 0.250 running, nothing to learn from: 0 of 32 groups kept 10 s",
      "grpo b-2 starting",
      "",
    ]);
    report(runs.map((run) => ({ ...run, state: "done" })));
    expect(said[1].startsWith("\x1b[5A\x1b[J")).toBe(true);
  });

  it("elsewhere says a line, and not more than one in fifteen seconds", () => {
    const said: string[] = [];
    const report = liveReport((text) => said.push(text), { terminal: false });
    for (let i = 0; i < 5; i++) report(runs);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain("1 of 4 runs done");
    expect(said[0].trim().split("\n")).toHaveLength(1);
  });
});
