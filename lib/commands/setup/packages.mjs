import { existsSync, lstatSync, readFileSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { SetupFault } from "./fault.mjs";
import { checkFolder, folderProblem } from "./folder.mjs";
import { answers } from "./net.mjs";
import { lastLines, runProgram } from "./process.mjs";
import { withProgress } from "./progress.mjs";

const BYTES = 1.1e9;

/** Installs the npm packages of the lock file unless they are there, and the name `rlvr-lab` for notebooks. */
export async function ensurePackages(root, env = process.env) {
  if (!installedAsLocked(root)) await installPackages(root, env);
  linkSelf(root);
}

/** Whether every package of the lock file is installed in its version; those of other machines may be absent. */
export function installedAsLocked(root) {
  const installed = packagesOf(join(root, "node_modules", ".package-lock.json"));
  if (!installed) return false;
  return Object.entries(lockedPackages(root)).every(([path, { version, optional }]) => {
    const found = installed[path];
    return found ? found.version === version && existsSync(join(root, path)) : Boolean(optional);
  });
}

function lockedPackages(root) {
  const { "": _self, ...packages } = packagesOf(join(root, "package-lock.json")) ?? {};
  return packages;
}

function packagesOf(path) {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function installPackages(root, env) {
  checkFolder(root, "the npm packages", BYTES);
  const npm = npmProgram(env);
  const offline = (await registryAnswers(npm, root, env)) ? [] : ["--offline"];
  const wanted = Object.entries(lockedPackages(root)).filter(([, { optional }]) => !optional);
  // npm makes the folders first and fills them one by one.
  const fraction = () => wanted.filter(([path]) => existsSync(join(root, path, "package.json"))).length / wanted.length;
  const args = ["ci", "--fetch-retries=1", "--fetch-timeout=60000", "--no-progress", ...offline];
  const { code, output } = await withProgress("npm packages", { seconds: 25, fraction }, () =>
    runProgram(npm.command, [...npm.args, ...args], { cwd: root, env }),
  );
  if (code !== 0) throw new SetupFault(npmProblem(root, output, offline.length > 0));
}

/** npm as the one that started us, or the one on the path. */
function npmProgram(env) {
  if (env.npm_execpath?.endsWith(".js")) return { command: process.execPath, args: [env.npm_execpath] };
  return { command: process.platform === "win32" ? "npm.cmd" : "npm", args: [] };
}

async function registryAnswers(npm, root, env) {
  const { output } = await runProgram(npm.command, [...npm.args, "config", "get", "registry", "https-proxy"], {
    cwd: root,
    env,
  });
  const registry = /registry ?= ?(\S+)/.exec(output)?.[1];
  const proxy = /https-proxy ?= ?(\S+)/.exec(output)?.[1];
  if (!registry) return true;
  if (await answers(registry, { env, proxy: proxy === "null" ? undefined : proxy })) return true;
  console.error(`setup: the npm registry ${registry} does not answer; trying npm's cache`);
  return false;
}

function npmProblem(root, output, offline) {
  const full = /ENOSPC|EROFS|EACCES/.exec(output)?.[0];
  const words = full && folderProblem(root, full);
  if (words) return words;
  const why = offline
    ? "the npm registry does not answer and npm's cache does not hold every package; check the network or npm's registry and proxy settings"
    : "npm could not install the packages";
  return `${why}\n${lastLines(output)}`;
}

/** `import ... from "rlvr-lab"` in a notebook finds the package by name in node_modules. */
function linkSelf(root) {
  const link = join(root, "node_modules", "rlvr-lab");
  const there = lstatSync(link, { throwIfNoEntry: false });
  if (there?.isSymbolicLink() && resolve(join(root, "node_modules"), readlinkSync(link)) === resolve(root)) return;
  rmSync(link, { recursive: true, force: true });
  symlinkSync(process.platform === "win32" ? root : "..", link, "junction");
}
