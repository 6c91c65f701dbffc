import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { afterEach, describe, expect, it, vi } from "vitest";
import { budget, insideNotebook, interrupted, live, progress, show } from "../../lib/notebook/index.js";
import { clock, progressLine } from "../../lib/notebook/progress.js";
import { pretendKernel } from "./kernel.js";

const spec = {
  data: [{ type: "scatter", name: "siren", x: [0, 1, 2], y: [1, 3, 2] }],
  layout: { title: { text: "Entropy" }, xaxis: { title: { text: "step" } } },
};
/** The module by itself, compiled: another process has no TypeScript. */
const INTERRUPT = join(mkdtempSync(join(tmpdir(), "interrupt-")), "interrupt.mjs");
const source = readFileSync(new URL("../../lib/notebook/interrupt.ts", import.meta.url), "utf8");
writeFileSync(INTERRUPT, ts.transpile(source, { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }));

const PLOTLY = "application/vnd.plotly.v1+json";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe("show", () => {
  it("sends one output of three forms and no HTML", async () => {
    const kernel = pretendKernel();
    expect(insideNotebook()).toBe(true);
    await show(spec);
    kernel.end();
    expect(kernel.sent).toHaveLength(1);
    const { data, update, id } = kernel.sent[0];
    expect(Object.keys(data).sort()).toEqual([PLOTLY, "image/png", "text/plain"]);
    expect(update).toBe(false);
    expect(id).toBeUndefined();
    expect(data[PLOTLY]).toMatchObject({ data: spec.data, layout: spec.layout });
    expect(Buffer.from(String(data["image/png"]), "base64").subarray(1, 4).toString()).toBe("PNG");
    expect(data["text/plain"]).toBe(
      "Figure: Entropy. Axes: step.\nsiren: 3 points, first 1, last 2, lowest 1, highest 3",
    );
  });

  it("writes the words outside a notebook", async () => {
    const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    expect(insideNotebook()).toBe(false);
    await show(spec);
    expect(write.mock.calls.map(([text]) => text).join("")).toContain("Figure: Entropy.");
  });

  it("says what a spec is when it gets something else", async () => {
    await expect(show({} as never)).rejects.toThrow(/spec must be \{data: array, layout: object\}, got \{\}/);
  });
});

describe("live and progress", () => {
  it("replace one output in place, at most as often as asked", async () => {
    const kernel = pretendKernel();
    const figure = live({ every: 1e6 });
    const make = vi.fn(() => spec);
    figure.update(make);
    figure.update(make);
    await figure.finish(spec);
    kernel.end();
    expect(make).toHaveBeenCalledTimes(1);
    expect(kernel.sent.map(({ update }) => update)).toEqual([false, true]);
    expect(new Set(kernel.sent.map(({ id }) => id)).size).toBe(1);
    expect(kernel.sent[0].data["image/png"]).toBeUndefined();
    expect(kernel.sent[1].data["image/png"]).toBeDefined();
  });

  it("shows count, elapsed and remaining time", () => {
    const kernel = pretendKernel();
    let time = 0;
    const bar = progress(120, { label: "siren", every: 0, now: () => time });
    time = 10_000;
    bar.update(30, "entropy 0.31");
    bar.finish();
    kernel.end();
    expect(kernel.sent[0].data["text/plain"]).toBe(
      "siren  █████░░░░░░░░░░░░░░░  30/120  10 s, 30 s left  entropy 0.31",
    );
    expect(kernel.sent[1]).toMatchObject({ update: true, id: kernel.sent[0].id });
  });

  it("writes one line outside a notebook", () => {
    const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const bar = progress(2, { every: 0 });
    bar.update(1);
    bar.update(2);
    bar.finish("done");
    expect(write).toHaveBeenCalledTimes(1);
    expect(String(write.mock.calls[0][0])).toMatch(/█{20} {2}2\/2 {2}0 s {2}done\n/);
  });

  it("refuses a total that cannot be reached", () => {
    expect(() => progress(0)).toThrow("progress: total must be > 0, got 0");
    expect(() => live({ every: -1 })).toThrow("live: every must be >= 0, got -1");
  });

  it("writes times shortly", () => {
    expect([999, 59_400, 60_000, 3_599_000, 3_720_000].map(clock)).toEqual([
      "1 s",
      "59 s",
      "1:00 min",
      "59:59 min",
      "1:02 h",
    ]);
    expect(progressLine({ label: "", done: 3, total: 3, elapsed: 0, note: "" })).toBe(`${"█".repeat(20)}  3/3  0 s`);
  });
});

describe("interrupted", () => {
  it("is raised by SIGINT and renewed by the next call", async () => {
    const guard = () => undefined;
    process.on("SIGINT", guard);
    const signal = interrupted();
    expect(interrupted()).toBe(signal);
    await new Promise(setImmediate);
    process.emit("SIGINT");
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toEqual(new Error("interrupted"));
    expect(interrupted().aborted).toBe(false);
    process.off("SIGINT", guard);
  });
});

it("leaves a handler behind that a cell's own watch over SIGINT does not undo", async () => {
  // What a kernel does: one handler of its own, the cell run by vm with breakOnSigint, the signal during an await.
  const script = `
    const vm = await import("node:vm");
    process.on("SIGINT", () => {});
    const { interrupted } = await import(${JSON.stringify(INTERRUPT)});
    globalThis.interrupted = interrupted;
    const signal = vm.runInThisContext("interrupted()", { breakOnSigint: true });
    setInterval(() => {}, 1000); // signals do not keep a process alive
    setTimeout(() => process.kill(process.pid, "SIGINT"), 50);
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    process.stdout.write("raised");
    process.exit(0);`;
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(run).toMatchObject({ stdout: "raised", signal: null, status: 0 });
});

describe("budget", () => {
  it("follows the environment and refuses other words", () => {
    vi.stubEnv("RLVR_LAB_BUDGET", "");
    expect(budget(120, 3)).toBe(120);
    vi.stubEnv("RLVR_LAB_BUDGET", "tiny");
    expect(budget(120, 3)).toBe(3);
    vi.stubEnv("RLVR_LAB_BUDGET", "small");
    expect(() => budget(120, 3)).toThrow('budget: RLVR_LAB_BUDGET must be full or tiny, got "small"');
  });
});
