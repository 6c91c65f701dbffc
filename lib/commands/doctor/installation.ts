import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT, VENV_PYTHON } from "../command.js";
import { type Check, fault, note, ok } from "./check.js";

/** The set-up script's own questions: it is plain JavaScript, so that it runs before anything is built. */
const setup = <T>(file: string): Promise<T> =>
  import(pathToFileURL(join(ROOT, "lib", "commands", "setup", file)).href) as Promise<T>;

const SET_UP = "npm run setup";

export const installation: Check[] = [
  {
    name: "Node",
    remedy: "install Node 20.19 or later",
    async run() {
      const { nodeProblem } = await setup<{ nodeProblem(version: string): string | undefined }>("node.mjs");
      const problem = nodeProblem(process.versions.node);
      return problem
        ? fault(problem, this.remedy)
        : ok(`${process.versions.node} on ${process.platform} ${process.arch}`);
    },
  },
  {
    name: "npm packages",
    remedy: SET_UP,
    async run() {
      const { installedAsLocked } = await setup<{ installedAsLocked(root: string): boolean }>("packages.mjs");
      return installedAsLocked(ROOT)
        ? ok("as in package-lock.json")
        : fault("not those of package-lock.json", this.remedy);
    },
  },
  {
    name: "build",
    remedy: "npm run build",
    async run() {
      const { isBuilt } = await setup<{ isBuilt(root: string): boolean }>("build.mjs");
      return isBuilt(ROOT) ? ok("of the sources as they are") : fault("older than the sources", this.remedy);
    },
  },
  {
    name: "package name",
    remedy: SET_UP,
    run: () =>
      existsSync(join(ROOT, "node_modules", "rlvr-lab", "package.json"))
        ? ok('notebooks import "rlvr-lab"')
        : fault('notebooks do not find "rlvr-lab"', SET_UP),
  },
  {
    name: "Python",
    remedy: SET_UP,
    async run() {
      const { pythonIsReady } = await setup<{ pythonIsReady(root: string): boolean }>("python.mjs");
      if (!pythonIsReady(ROOT)) return fault(".venv is missing or not that of .jupyter/requirements.txt", this.remedy);
      const code =
        "import sys, importlib.metadata as m; print(sys.version.split()[0], *(n + ' ' + m.version(n) for n in sys.argv[1:]), sep=', ')";
      return ok(
        execFileSync(VENV_PYTHON, ["-c", code, "jupyterlab", "nbclient", "plotly"], { encoding: "utf8" }).trim(),
      );
    },
  },
  {
    name: "disk",
    remedy: "choose another folder",
    run() {
      const { bavail, bsize } = statfsSync(ROOT);
      const free = (bavail * bsize) / 1e9;
      const text = `${free.toFixed(1)} GB free`;
      return free < 1 ? note(text, "runs of many seeds write about a hundred megabytes; make room") : ok(text);
    },
  },
  {
    name: "base policies",
    remedy: "git checkout data/bases, or npm run base",
    run() {
      const folder = join(ROOT, "data", "bases");
      const bases = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".safetensors")) : [];
      if (bases.length === 0) return fault("data/bases holds no checkpoint", this.remedy);
      const sizes = bases.map((file) => `${file} (${(statSync(join(folder, file)).size / 1e6).toFixed(1)} MB)`);
      return ok(sizes.join(", "));
    },
  },
];
