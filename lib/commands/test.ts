/** `npm test [-- STAGE ...]`: types, lint, import rules, unit tests, then everything that runs a kernel or a browser. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkOneOf } from "../core/check.js";
import { asProgram, duration, ROOT } from "./command.js";

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface Stage {
  what: string;
  run(): Promise<Counts>;
}

// By path: the bin folder's `tsc` may be the older compiler that tslab brings.
const module = (...path: string[]): string => join(ROOT, "node_modules", ...path);

const STAGES: Record<string, Stage> = {
  types: {
    what: "strict types of the library and its tests",
    run: () => tool(module("typescript", "bin", "tsc"), "-p", "test/tsconfig.json"),
  },
  lint: {
    what: "format and lint",
    run: () => tool(module("@biomejs", "biome", "bin", "biome"), "check", "."),
  },
  rules: {
    what: "who may import whom, no circles",
    run: () =>
      tool(module("dependency-cruiser", "bin", "dependency-cruise.mjs"), "--config", ".dependency-cruiser.cjs", "lib"),
  },
  unit: {
    what: "functions, engines, commands, a tiny run from end to end",
    run: () => vitest("--exclude", "test/notebook/**"),
  },
  notebooks: {
    what: "kernel, every notebook with a tiny budget, JupyterLab in a browser",
    run: () => vitest("test/notebook/", "--no-file-parallelism"),
  },
};

async function main(args: string[]): Promise<number> {
  const names = args.length
    ? args.map((name) => checkOneOf("test", "the stage", name, Object.keys(STAGES)))
    : Object.keys(STAGES);
  const sum: Counts = { passed: 0, failed: 0, skipped: 0 };
  const lines: string[] = [];
  for (const name of names) {
    const { what, run } = STAGES[name];
    console.log(`\n== ${name}: ${what}`);
    const begin = performance.now();
    const counts = await run();
    const seconds = (performance.now() - begin) / 1000;
    lines.push(`${counts.failed ? "FAILED" : "ok    "} ${name} (${duration(seconds)}): ${summary(counts)}`);
    for (const key of ["passed", "failed", "skipped"] as const) sum[key] += counts[key];
  }
  console.log(`\n${lines.join("\n")}\n\n${summary(sum)}`);
  return sum.failed ? 1 : 0;
}

const summary = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** A tool whose exit code is its verdict counts as one test. */
async function tool(script: string, ...args: string[]): Promise<Counts> {
  const fine = (await runNode(script, ...args)) === 0;
  return { passed: fine ? 1 : 0, failed: fine ? 0 : 1, skipped: 0 };
}

async function vitest(...args: string[]): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), "rlvr-lab-test-"));
  try {
    const file = join(folder, "report.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const code = await runNode(module("vitest", "vitest.mjs"), "run", ...args, ...reporters);
    return counted(file, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
}

/** The counts of vitest's own report. A file that does not load fails without failing a test: it counts as one. */
function counted(file: string, code: number): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(readFileSync(file, "utf8")) as VitestReport;
  const failed = code === 0 ? report.numFailedTests : Math.max(1, report.numFailedTests);
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests };
}

function runNode(...args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: "inherit" });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

await asProgram(import.meta.url, main);
