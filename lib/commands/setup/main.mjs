import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ensureBuild } from "./build.mjs";
import { SetupFault } from "./fault.mjs";
import { ensureGpu } from "./gpu.mjs";
import { withLock } from "./lock.mjs";
import { ensurePackages } from "./packages.mjs";
import { ensurePython } from "./python.mjs";

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url)).replace(/[/\\]$/, "");

const HELP = ["--help", "-h"];

/** The commands that open or execute notebooks, and the arguments with which they do not. */
const WITH_NOTEBOOKS = {
  lab: HELP,
  notebooks: HELP,
  reproduce: [...HELP, "--list", "--plan", "--no-notebooks"],
  test: [],
};

/** Whether a command with these arguments needs Python, which is there for notebooks alone. */
export function needsPython(name, args) {
  return Object.hasOwn(WITH_NOTEBOOKS, name) && !args.some((arg) => WITH_NOTEBOOKS[name].includes(arg));
}

/** Runs the command line; a fault is told in words and sets the exit code. */
export async function main(args, root = ROOT) {
  try {
    if (args[0] === "run") await run(args.slice(1), root);
    else if (args[0] === "build") await ensure(root, { python: false });
    else await install(args, root);
  } catch (error) {
    if (!(error instanceof SetupFault)) throw error;
    console.error(`setup: ${error.message}`);
    process.exitCode = error.exitCode;
  }
}

async function install(args, root) {
  const unknown = args.filter((arg) => arg !== "--gpu");
  if (unknown.length) {
    throw new SetupFault(`unknown argument ${unknown[0]}; known: nothing, --gpu, build, run COMMAND [arguments]`);
  }
  await ensure(root, { python: true, gpu: args.includes("--gpu") });
  console.error("setup: everything is in place. Next: npm run reproduce, npm run lab or npm test");
}

/** Brings what is missing or stale up to date, one set-up at a time in a checkout. */
export async function ensure(root, { python, gpu = false }) {
  await withLock(root, async () => {
    await ensurePackages(root);
    if (python) await ensurePython(root);
    await ensureBuild(root);
    await ensureGpu(root, gpu);
  });
}

async function run([name, ...args], root) {
  await ensure(root, { python: needsPython(name, args) });
  const folder = join(root, ".build", "commands");
  const script = join(folder, `${name}.js`);
  if (!name || !existsSync(script)) {
    const known = readdirSync(folder).flatMap((file) => /^(.+)\.js$/.exec(file)?.[1] ?? []);
    throw new SetupFault(`no command ${name ?? ""}; known: ${known.join(", ")}`);
  }
  // In this process: Ctrl-C and a kill reach the command itself, and no layer is left over.
  process.setSourceMapsEnabled(true);
  process.argv = [process.execPath, script, ...args];
  await import(pathToFileURL(script).href);
}
