import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { executeNotebooks } from "../../lib/commands/notebooks.js";
import { canExecute, FIXTURES } from "./environment.js";

const out = mkdtempSync(join(tmpdir(), "rlvr-lab-notebooks-"));
afterAll(() => rmSync(out, { recursive: true, force: true }));

interface Written {
  cells: { execution_count?: number; outputs?: Record<string, unknown>[] }[];
}
const written = (name: string) => JSON.parse(readFileSync(join(out, `${name}.ipynb`), "utf8")) as Written;

/** A notebook of these cells, in a folder of its own. */
function notebook(name: string, ...sources: string[]): string {
  const folder = mkdtempSync(join(out, "source-"));
  const cells = sources.map((source, i) => ({
    cell_type: "code",
    id: `c${i}`,
    metadata: {},
    execution_count: null,
    outputs: [],
    source,
  }));
  writeFileSync(join(folder, `${name}.ipynb`), JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }));
  return folder;
}

describe.skipIf(!canExecute())("notebooks executed headless", () => {
  it("runs the package by name, a plot, printed lines, and says how far it is", async () => {
    const seen: string[] = [];
    const [result] = await executeNotebooks({
      names: ["tiny"],
      folder: FIXTURES,
      outDir: out,
      onProgress: ({ cell, cells }) => seen.push(`${cell}/${cells}`),
    });
    expect(result).toMatchObject({ name: "tiny", ok: true, path: join(out, "tiny.ipynb") });
    expect(seen).toEqual(["0/4", "1/4", "2/4", "3/4"]);
    const [, , printed, plot, last] = written("tiny").cells;
    expect(printed.outputs).toEqual([{ output_type: "stream", name: "stdout", text: ["draw true\n"] }]);
    expect(plot.outputs?.[0]).toMatchObject({
      data: { "application/vnd.plotly.v1+json": { data: [{ y: [1, 3, 2] }] } },
    });
    expect(last.execution_count).toBe(4);
  });

  it("writes a failing notebook with its error, mapped to the library's TypeScript", async () => {
    const [result] = await executeNotebooks({ names: ["fails"], folder: FIXTURES, outDir: out });
    expect(result.ok).toBe(false);
    expect(result.error).toContain("maxRlAdvantage: rewards[1] must be >= 0");
    expect(result.error).toMatch(/at .*maxRlAdvantage \(lib\/advantages\/max-rl\.ts:\d+:\d+\)/);
    expect(written("fails").cells[1].outputs?.[0]).toMatchObject({ output_type: "error", ename: "RangeError" });
  });

  it("stops a cell that takes too long and says so", async () => {
    const folder = notebook("slow", "await new Promise((done) => setTimeout(done, 60000));", "console.log(1)");
    const [result] = await executeNotebooks({ folder, outDir: out, secondsPerCell: 2 });
    expect(result.ok).toBe(false);
    expect(result.error).toMatch(/Interrupted/);
    expect(result.seconds).toBeLessThan(30);
  });

  it("tells a kernel that died from a cell that failed, and writes the notebook", async () => {
    const folder = notebook("dies", "console.log('before');", "process.exit(7);");
    const [result] = await executeNotebooks({ folder, outDir: out });
    expect(result.ok).toBe(false);
    expect(result.error).toMatch(/kernel died/);
    expect(written("dies").cells[0].outputs).toHaveLength(1);
  });

  it("ends at once when its signal is raised, with what was executed so far written", async () => {
    const folder = notebook(
      "stopped",
      "console.log('before');",
      "await new Promise((done) => setTimeout(done, 60000));",
    );
    const controller = new AbortController();
    const onProgress = ({ cell }: { cell: number }) => {
      if (cell === 1) setTimeout(() => controller.abort(new Error("enough")), 500);
    };
    const begin = performance.now();
    await expect(executeNotebooks({ folder, outDir: out, signal: controller.signal, onProgress })).rejects.toThrow(
      "enough",
    );
    expect(performance.now() - begin).toBeLessThan(20_000);
    expect(written("stopped").cells[0].outputs).toHaveLength(1);
  });

  it("lists the names it knows", async () => {
    await expect(executeNotebooks({ names: ["99"], folder: FIXTURES, outDir: out })).rejects.toThrow(
      "notebooks: no notebook 99; known: fails, tiny",
    );
  });
});
