import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { SetupFault } from "./fault.mjs";
import { lastLines, runProgram } from "./process.mjs";
import { withProgress } from "./progress.mjs";

const ASSEMBLY = ["lib/engine/wasm", "lib/entropy/simd"];

/** The parts of the build: what each is made from, and how. */
const PARTS = {
  library: { seconds: 12, sources: librarySources, make: compile },
  kernels: { seconds: 10, sources: wasmSources(ASSEMBLY[0]), make: wasmBuild(ASSEMBLY[0], "buildKernels") },
  statistics: { seconds: 5, sources: wasmSources(ASSEMBLY[1]), make: wasmBuild(ASSEMBLY[1], "buildStatistics") },
};

/** Builds what changed since the last build into `.build/`; a part's stamp is written after it was made. */
export async function ensureBuild(root) {
  const stamps = readStamps(root);
  for (const [name, stamp] of staleParts(root)) {
    const { seconds, make } = PARTS[name];
    mkdirSync(join(root, ".build"), { recursive: true });
    // Without its earlier stamp the earlier build may be a part of one.
    if (!stamps[name] && name === "library") rmSync(join(root, ".build", "tsc.json"), { force: true });
    delete stamps[name];
    writeFileSync(stampsPath(root), JSON.stringify(stamps));
    await withProgress(`building the ${name}`, { seconds }, () => make(root));
    stamps[name] = stamp;
    writeFileSync(stampsPath(root), JSON.stringify(stamps));
  }
}

/** Whether `.build/` was made from the sources as they are. */
export const isBuilt = (root) => staleParts(root).length === 0;

function staleParts(root) {
  const stamps = readStamps(root);
  return Object.entries(PARTS).flatMap(([name, { sources }]) => {
    const files = sources(root);
    const stamp = hashFiles(root, files);
    return files.length === 0 || stamps[name] === stamp ? [] : [[name, stamp]];
  });
}

const stampsPath = (root) => join(root, ".build", "setup.json");

function readStamps(root) {
  if (!existsSync(stampsPath(root))) return {};
  const text = readFileSync(stampsPath(root), "utf8");
  return text.endsWith("}") ? JSON.parse(text) : {};
}

/** What changed is told by content: a fresh checkout or a touched file costs no build that is not needed. */
export function hashFiles(root, files) {
  const hash = createHash("sha1").update(process.version);
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

function librarySources(root) {
  const sources = walk(root, "lib").filter((file) => file.endsWith(".ts") && !file.includes("/assembly/"));
  return [...sources, ...assets(root), "tsconfig.json"];
}

/** What runs as it is written and lies beside the compiled files: programs of child processes. */
function assets(root) {
  return walk(root, "lib").filter(
    (file) => /\.(mjs|js|py)$/.test(file) && !/^lib\/(vendor|commands\/setup)|\/build\.mjs$/.test(file),
  );
}

function wasmSources(folder) {
  return (root) => {
    if (!existsSync(join(root, folder, "build.mjs"))) return [];
    return walk(root, folder).filter((file) => /\/assembly\/|\.mjs$|asconfig/.test(file));
  };
}

function walk(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? walk(root, path) : [path];
    })
    .sort();
}

async function compile(root) {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const args = [tsc, "-p", "tsconfig.json", "--incremental", "--tsBuildInfoFile", ".build/tsc.json"];
  const { code, output } = await runProgram(process.execPath, args, { cwd: root });
  if (code !== 0) throw new SetupFault(`the library does not compile\n${lastLines(output, 30)}`);
  for (const file of assets(root)) {
    const target = join(root, file.replace(/^lib/, ".build"));
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(root, file), target);
  }
}

function wasmBuild(folder, name) {
  return async (root) => {
    const module = await import(pathToFileURL(join(root, folder, "build.mjs")).href);
    await module[name]();
  };
}
