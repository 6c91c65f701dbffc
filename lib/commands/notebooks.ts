import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { asProgram, duration, ROOT, UsageError } from "./command.js";
import { executeNotebook, listNotebooks, type NotebookResult } from "./notebooks/execute.js";

export type { NotebookResult } from "./notebooks/execute.js";

/** How far an execution is. */
export interface NotebookProgress {
  name: string;
  /** Code cells begun in this notebook, and its number of them. */
  cell: number;
  cells: number;
  /** Seconds since the start, and about how many are left. */
  elapsed: number;
  left: number | undefined;
}

export interface ExecuteNotebooksOptions {
  /** Names without `.ipynb`, or their beginnings (`02`); all when absent. */
  names?: string[];
  /** Where the executed copies go. */
  outDir: string;
  /** The folder of the notebooks. */
  folder?: string;
  /** Added to the kernels' environment. */
  env?: Record<string, string>;
  signal?: AbortSignal;
  onProgress?: (progress: NotebookProgress) => void;
  /** A cell that takes longer is stopped and has failed. */
  secondsPerCell?: number;
}

/**
 * Executes notebooks headless, one after another; every one is written to `outDir`, also one with a failing cell.
 *
 * @throws UsageError when a name is unknown; the signal's reason when it was raised.
 * @example const results = await executeNotebooks({ outDir: "data/runs/notebooks", env: { RLVR_LAB_BUDGET: "tiny" } });
 * @source this project
 */
export async function executeNotebooks(options: ExecuteNotebooksOptions): Promise<NotebookResult[]> {
  const { names = [], outDir, folder = join(ROOT, "notebooks"), env = {}, signal, secondsPerCell = 900 } = options;
  const chosen = listNotebooks(folder, names);
  const total = chosen.reduce((sum, { cells }) => sum + cells, 0);
  const begin = performance.now();
  const results: NotebookResult[] = [];
  let done = 0;
  for (const { name, cells } of chosen) {
    const onCell = (cell: number) => {
      const elapsed = (performance.now() - begin) / 1000;
      const share = (done + cell) / total;
      const left = share > 0 ? (elapsed * (1 - share)) / share : undefined;
      options.onProgress?.({ name, cell, cells, elapsed, left });
    };
    const target = join(resolve(outDir), `${name}.ipynb`);
    results.push(
      await executeNotebook({
        name,
        source: join(folder, `${name}.ipynb`),
        target,
        env,
        signal,
        secondsPerCell,
        onCell,
      }),
    );
    done += cells;
  }
  return results;
}

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      out: { type: "string" },
      "in-place": { type: "boolean", default: false },
      env: { type: "string", multiple: true, default: [] },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    console.log(
      "npm run notebooks -- [NAMES] [--out FOLDER | --in-place] [--env NAME=VALUE]: executes notebooks headless",
    );
    return 0;
  }
  const inPlace = values["in-place"];
  if (inPlace && values.out) throw new UsageError("notebooks: --in-place and --out exclude each other");
  const outDir = inPlace ? join(ROOT, "notebooks") : resolve(values.out ?? join(ROOT, "data", "runs", "notebooks"));
  const signal = stopSignal();
  const results = await executeNotebooks({
    names: positionals,
    outDir,
    env: Object.fromEntries(values.env.map(assignment)),
    signal,
    onProgress: ({ name, cell, cells, elapsed, left }) => {
      const rest = left === undefined ? "" : `, about ${duration(left)} left`;
      console.log(`${name}: cell ${cell + 1} of ${cells} (${duration(elapsed)}${rest})`);
    },
  });
  for (const { name, ok, seconds, error } of results) {
    console.log(`${ok ? "ok    " : "FAILED"} ${name} (${duration(seconds)})`);
    if (error) console.log(error.replace(/^/gm, "       "));
  }
  console.log(`${results.length} notebooks in ${relative(process.cwd(), outDir) || "."}`);
  return results.every(({ ok }) => ok) ? 0 : 1;
}

function assignment(text: string): [string, string] {
  const at = text.indexOf("=");
  if (at < 1) throw new UsageError(`notebooks: --env must be NAME=VALUE, got ${text}`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Ctrl-C stops the running notebook, whose kernel ends and whose cells so far are written. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  process.once("SIGINT", () => controller.abort(new UsageError("notebooks: stopped")));
  process.once("SIGTERM", () => controller.abort(new UsageError("notebooks: stopped")));
  return controller.signal;
}

await asProgram(import.meta.url, main);
