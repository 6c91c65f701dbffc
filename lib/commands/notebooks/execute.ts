import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { jupyterEnvironment, ROOT, UsageError, VENV_PYTHON } from "../command.js";

/** The folder name of the kernel in `.jupyter/kernels`, as notebooks name it. */
export const KERNEL = "rlvr-lab";

export interface NotebookResult {
  name: string;
  ok: boolean;
  seconds: number;
  /** The executed copy. */
  path: string;
  /** What failed, as the notebook shows it. */
  error?: string;
}

interface Execution {
  name: string;
  source: string;
  target: string;
  env: Record<string, string>;
  signal?: AbortSignal;
  secondsPerCell: number;
  onCell: (cell: number) => void;
}

/** The notebooks of a folder whose names begin with one of `names` (all when there are none), with their code cells. */
export function listNotebooks(folder: string, names: string[]): { name: string; cells: number }[] {
  const all = readdirSync(folder)
    .filter((file) => file.endsWith(".ipynb"))
    .map((file) => file.slice(0, -".ipynb".length))
    .sort();
  const wanted = names.map((name) => name.replace(/^.*[/\\]/, "").replace(/\.ipynb$/, ""));
  const unknown = wanted.find((name) => !all.some((known) => known.startsWith(name)));
  if (unknown !== undefined) throw new UsageError(`notebooks: no notebook ${unknown}; known: ${all.join(", ")}`);
  const chosen = wanted.length ? all.filter((known) => wanted.some((name) => known.startsWith(name))) : all;
  return chosen.map((name) => ({ name, cells: codeCells(join(folder, `${name}.ipynb`)) }));
}

function codeCells(path: string): number {
  const { cells } = JSON.parse(readFileSync(path, "utf8")) as { cells: { cell_type: string }[] };
  return cells.filter(({ cell_type }) => cell_type === "code").length;
}

/** Runs one notebook in a kernel of its own. */
export async function executeNotebook(execution: Execution): Promise<NotebookResult> {
  const { name, source, target, signal } = execution;
  if (!existsSync(VENV_PYTHON)) throw new UsageError("notebooks: no .venv; npm run setup makes it");
  signal?.throwIfAborted();
  const begin = performance.now();
  const { code, stderr } = await runPython(execution, source, target);
  signal?.throwIfAborted();
  const seconds = (performance.now() - begin) / 1000;
  return { name, ok: code === 0, seconds, path: target, ...(code === 0 ? {} : { error: explain(stderr, code) }) };
}

function runPython({ env, signal, secondsPerCell, onCell }: Execution, source: string, target: string) {
  const script = join(ROOT, ".jupyter", "run_notebook.py");
  const child = spawn(VENV_PYTHON, [script, source, target, KERNEL, String(secondsPerCell)], {
    env: jupyterEnvironment(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (data) => {
    stderr += data;
  });
  createInterface(child.stdout).on("line", (line) => {
    if (line.startsWith("{")) onCell((JSON.parse(line) as { cell: number }).cell);
  });
  // The runner shuts its kernel down and writes the notebook before it ends.
  const stop = () => child.kill("SIGINT");
  signal?.addEventListener("abort", stop, { once: true });
  return new Promise<{ code: number; stderr: string }>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      signal?.removeEventListener("abort", stop);
      resolve({ code: code ?? 1, stderr });
    });
  });
}

function explain(stderr: string, code: number): string {
  if (/DeadKernelError/.test(stderr)) {
    return "the kernel died; a heap that is too small is the usual cause (NODE_OPTIONS=--max-old-space-size=8192)";
  }
  return stderr.trim() || `the runner ended with exit code ${code}`;
}
