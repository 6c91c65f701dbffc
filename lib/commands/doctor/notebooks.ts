import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { duration, ROOT } from "../command.js";
import { executeNotebooks } from "../notebooks.js";
import { type Check, fault, ok } from "./check.js";

const require = createRequire(import.meta.url);
const SET_UP = "delete .venv, then npm run setup";

export const notebookStack: Check[] = [
  {
    name: "Plotly in JupyterLab",
    remedy: SET_UP,
    run() {
      const extension = join(ROOT, ".venv", "share", "jupyter", "labextensions", "jupyterlab-plotly", "package.json");
      if (!existsSync(extension)) return fault("its renderer is not installed", this.remedy);
      const live = manifest(extension).dependencies?.["plotly.js"];
      const still = manifest(join(ROOT, "node_modules", "plotly.js-dist", "package.json")).version;
      if (live !== still) return fault(`plotly.js ${live} draws live figures, ${still} the pictures`, this.remedy);
      return ok(`plotly.js ${live}, the same as for pictures`);
    },
  },
  {
    name: "kernel",
    remedy: "npm run setup; if it stays, run npm run notebooks for the whole message",
    async run() {
      const folder = mkdtempSync(join(tmpdir(), "rlvr-lab-doctor-"));
      try {
        writeFileSync(join(folder, "doctor.ipynb"), JSON.stringify(probe()));
        const [{ ok: runs, seconds, error }] = await executeNotebooks({ folder, outDir: folder, secondsPerCell: 60 });
        const { tslab, typescript } = versions();
        if (!runs) return fault((error ?? "does not run").split("\n").filter(Boolean).at(-1) ?? "", this.remedy);
        return ok(`TypeScript (rlvr-lab) ran a cell in ${duration(seconds)}: tslab ${tslab}, TypeScript ${typescript}`);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  },
];

function manifest(path: string): { version: string; dependencies?: Record<string, string> } {
  return JSON.parse(readFileSync(path, "utf8")) as { version: string; dependencies?: Record<string, string> };
}

/** A notebook of one cell that imports the package by name. */
function probe(): object {
  const source = 'import * as lab from "rlvr-lab";\nconsole.log(Object.keys(lab).length);';
  const cell = { cell_type: "code", id: "doctor", metadata: {}, execution_count: null, outputs: [], source };
  return { cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 };
}

function versions(): { tslab: string; typescript: string } {
  const inside = createRequire(require.resolve("tslab"));
  return {
    tslab: manifest(require.resolve("tslab/package.json")).version,
    typescript: manifest(inside.resolve("@tslab/typescript-for-tslab/package.json")).version,
  };
}
