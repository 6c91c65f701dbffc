import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { executeNotebooks } from "../../lib/commands/notebooks.js";
import { canExecute, NOTEBOOKS } from "./environment.js";

interface Notebook {
  metadata: { kernelspec?: { name: string; display_name: string } };
  cells: { cell_type: string; execution_count?: number | null; outputs?: { output_type: string }[] }[];
}

const names = existsSync(NOTEBOOKS) ? readdirSync(NOTEBOOKS).filter((name) => name.endsWith(".ipynb")) : [];
const run = canExecute();

it("there are notebooks", () => expect(names.length).toBeGreaterThan(0));

describe.each(names)("notebooks/%s", (file) => {
  const text = readFileSync(join(NOTEBOOKS, file), "utf8");
  const notebook = JSON.parse(text) as Notebook;
  const code = notebook.cells.filter(({ cell_type }) => cell_type === "code");

  it("is small: under 40 cells and 1 MB", () => {
    expect(notebook.cells.length).toBeLessThan(40);
    expect(statSync(join(NOTEBOOKS, file)).size).toBeLessThan(1_000_000);
  });

  it("names the project's kernel", () => expect(notebook.metadata.kernelspec?.name).toBe("rlvr-lab"));

  it("is committed with the outputs of a whole run in order, without an error", () => {
    expect(code.map(({ execution_count }) => execution_count)).toEqual(code.map((_, i) => i + 1));
    const errors = code.flatMap(({ outputs }) => outputs ?? []).filter(({ output_type }) => output_type === "error");
    expect(errors).toEqual([]);
  });

  it("names no folder of the machine it ran on", () => {
    expect(text).not.toMatch(/"[^"]*(\/home\/|\/root\/|\/tmp\/|\/Users\/|\/work\/)/);
  });

  it.skipIf(!run)("executes with a tiny budget", { timeout: 300_000 }, async () => {
    const outDir = join(tmpdir(), `rlvr-lab-tiny-${process.pid}`);
    const [result] = await executeNotebooks({ names: [file], outDir, env: { RLVR_LAB_BUDGET: "tiny" } });
    expect(result.error).toBeUndefined();
    expect(result.ok).toBe(true);
  });
});
