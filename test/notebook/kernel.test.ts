import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { jupyterEnvironment, ROOT, VENV_PYTHON } from "../../lib/commands/command.js";
import { canExecute } from "./environment.js";

interface Reply {
  text: string;
  error: { ename: string; evalue: string; traceback: string[] } | null;
  inputs: number[];
  status: string;
  seconds: number;
}
interface Probe {
  info: { name: string; version: string };
  cwd: Reply;
  shorthand: Reply;
  thrown: Reply;
  compile: Reply;
  cause: Reply;
  queued: [Reply, Reply];
  allowed: [Reply, Reply];
  awaited: Reply;
  busy: Reply;
  alive: Reply;
  hover: string;
  completion: string[];
  "left running": boolean;
}

const skip = !canExecute() || process.platform === "win32";

describe.skipIf(skip)("the kernel, asked as a front end asks", () => {
  let probe: Probe;
  beforeAll(() => {
    const script = join(import.meta.dirname, "kernel_probe.py");
    probe = JSON.parse(execFileSync(VENV_PYTHON, [script], { env: jupyterEnvironment(), encoding: "utf8" })) as Probe;
  }, 120_000);

  it("runs cells from the top of the project and counts them", () => {
    expect(probe.cwd).toMatchObject({ text: "true\n", status: "ok", inputs: [1] });
    expect(probe.info).toMatchObject({ name: "typescript", version: "5.0.4" });
  });

  it("sees the names of earlier cells, in shorthand properties too", () => {
    expect(probe.shorthand).toMatchObject({ text: "{ earlier: 3 }\n", status: "ok", inputs: [3] });
  });

  it("sends what was thrown as an error, with the cell's frames only", () => {
    expect(probe.thrown).toMatchObject({ status: "error", error: { ename: "RangeError", evalue: "too deep" } });
    expect(probe.thrown.error?.traceback).toEqual([
      "RangeError: too deep",
      "    at deep (this notebook)",
      "    at (this notebook)",
    ]);
    expect(probe.thrown.text).toBe("");
  });

  it("sends compiler messages, causes and thrown values that are no errors", () => {
    expect(probe.compile.error).toMatchObject({ ename: "TypeScript" });
    expect(probe.compile.error?.evalue).toContain("1:7 - Type 'string' is not assignable to type 'number'");
    expect(probe.cause.error?.traceback.join("\n")).toMatch(/Error: outer.*caused by.*TypeError: inner/s);
    expect(probe.queued[0].error).toMatchObject({ ename: "Thrown", evalue: "'plain'" });
  });

  it("drops what is queued behind a failure, unless the front end allows errors", () => {
    expect(probe.queued[1]).toMatchObject({ text: "", status: "aborted" });
    expect(probe.allowed[0]).toMatchObject({ status: "error" });
    expect(probe.allowed[1]).toMatchObject({ text: "still runs\n", status: "ok" });
  });

  it("stops awaited and busy cells and lives on", () => {
    for (const stopped of [probe.awaited, probe.busy]) {
      expect(stopped).toMatchObject({ status: "error", error: { ename: "Interrupted" } });
      expect(stopped.seconds).toBeLessThan(5);
    }
    expect(probe.alive.text).toBe("2\n");
  });

  it("shows the docstring on hover and completes the library's names", () => {
    expect(probe.hover).toContain("Advantage that follows the gradient");
    expect(probe.completion).toContain("maxRlAdvantage");
  });

  it("ends when it is shut down", () => expect(probe["left running"]).toBe(false));

  it("is found through the folder that the project ships", () => {
    const list = execFileSync(VENV_PYTHON, ["-m", "jupyter_client.kernelspecapp", "list", "--json"], {
      env: jupyterEnvironment(),
      encoding: "utf8",
    });
    const { kernelspecs } = JSON.parse(list) as { kernelspecs: Record<string, { resource_dir: string }> };
    expect(kernelspecs["rlvr-lab"].resource_dir).toBe(join(ROOT, ".jupyter", "kernels", "rlvr-lab"));
  });
});
