import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { asProgram, jupyterEnvironment, ROOT, UsageError, VENV_PYTHON } from "./command.js";

export interface LabOptions {
  /** First port tried; the next free one is taken. */
  port?: number;
  openBrowser?: boolean;
  env?: Record<string, string>;
  /** Where the server's own messages go. */
  log?: "inherit" | "ignore";
  /** Ends the server, also while it starts. */
  signal?: AbortSignal;
}

export interface Lab {
  /** Opens `notebooks/`, token included. */
  url: string;
  origin: string;
  token: string;
  server: ChildProcess;
  /** Ends the server and its kernels. */
  stop(): Promise<void>;
}

const SETTINGS = [
  "--ServerApp.ip=127.0.0.1",
  "--ServerApp.port_retries=0",
  "--LabApp.default_url=/lab/tree/notebooks",
  "--MappingKernelManager.default_kernel_name=rlvr-lab",
  "--ServerApp.log_level=WARN",
  // Answers Ctrl-C's "Shut down?" itself.
  "--JupyterApp.answer_yes=True",
  // Nothing leaves the machine: no question about news, no look for updates.
  `--LabApp.app_settings_dir=${join(ROOT, ".jupyter", "lab")}`,
  "--LabApp.extension_manager=readonly",
  "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
];

/**
 * Starts JupyterLab on localhost with a fresh token and this project's kernel, and waits until it answers.
 *
 * @throws UsageError when there is no `.venv`, no free port, or the server ends at once.
 * @example const lab = await startLab({ openBrowser: false });
 * @source this project
 */
export async function startLab({
  port = 8888,
  openBrowser = true,
  env = {},
  log = "inherit",
  signal,
}: LabOptions = {}): Promise<Lab> {
  if (!existsSync(VENV_PYTHON)) throw new UsageError("lab: no .venv; npm run setup makes it");
  const free = await freePort(port);
  const token = randomBytes(24).toString("hex");
  const root = process.getuid?.() === 0 ? ["--allow-root"] : [];
  const args = [
    `--ServerApp.root_dir=${ROOT}`,
    `--port=${free}`,
    `--ServerApp.open_browser=${openBrowser ? "True" : "False"}`,
  ];
  const server = spawn(VENV_PYTHON, ["-m", "jupyterlab", ...SETTINGS, ...args, ...root], {
    cwd: ROOT,
    env: jupyterEnvironment({ JUPYTER_TOKEN: token, ...env }),
    stdio: ["ignore", log, log],
  });
  const origin = `http://127.0.0.1:${free}`;
  const stop = () => stopServer(server);
  signal?.addEventListener("abort", stop, { once: true });
  await untilItAnswers(server, `${origin}/api/status?token=${token}`).catch(async (error) => {
    await stop();
    throw error;
  });
  return { url: `${origin}/lab/tree/notebooks?token=${token}`, origin, token, server, stop };
}

async function freePort(first: number): Promise<number> {
  for (let port = first; port < first + 50; port++) if (await isFree(port)) return port;
  throw new UsageError(`lab: no free port from ${first} to ${first + 49}; choose another with --port`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

async function untilItAnswers(server: ChildProcess, url: string): Promise<void> {
  const end = performance.now() + 60_000;
  while (performance.now() < end) {
    if (server.signalCode) throw new UsageError("lab: stopped");
    if (server.exitCode !== null) throw new UsageError(`lab: JupyterLab ended with exit code ${server.exitCode}`);
    const up = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (up) return;
    await sleep(200);
  }
  throw new UsageError("lab: JupyterLab did not answer within a minute; npm run doctor says what is wrong");
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await ended;
}

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: "string", default: "8888" },
      "no-browser": { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    console.log("npm run lab -- [--port N] [--no-browser]: JupyterLab on this machine, with the project's kernel");
    return 0;
  }
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_485) {
    throw new UsageError(`lab: --port must be an integer in [1, 65485], got ${values.port}`);
  }
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
  const lab = await startLab({ port, openBrowser: !values["no-browser"], signal: stop.signal });
  console.log(`\nJupyterLab is at ${lab.url}\nCtrl-C ends it.\n`);
  await new Promise((resolve) => lab.server.once("exit", resolve));
  return 0;
}

await asProgram(import.meta.url, main);
