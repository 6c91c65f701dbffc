/**
 * Builds TensorFlow's native tfjs backend without its own download, and runs the parity tests on it.
 *
 *     node test/native/build.mjs [--rebuild]
 *
 * The JavaScript and the addon's sources come from @tensorflow/tfjs-node, the libraries and headers from the wheel of
 * tensorflow-cpu (a Python that has pip fetches it, RLVR_PYTHON or python3; about 260 MB). It is the CPU sibling of
 * @tensorflow/tfjs-node-gpu: the same code path, so a GPU's road is tested on machines without one.
 * Everything lands in .build/native.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = join(root, ".build", "native");
const addonPackage = join(folder, "tfjs-node");
const binding = join(addonPackage, "lib", "napi-v8", "tfjs_binding.node");
const TFJS = "4.22.0";
const TENSORFLOW = "tensorflow-cpu==2.21.0";
const python = process.env.RLVR_PYTHON ?? "python3";

function run(command, args, options = {}) {
  console.log(`$ ${command} ${args.join(" ")}`);
  const { status, error } = spawnSync(command, args, { stdio: "inherit", ...options });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ended with exit code ${status}`);
}

function fetchPackage() {
  const dist = join(folder, "npm");
  mkdirSync(dist, { recursive: true });
  run("npm", ["pack", `@tensorflow/tfjs-node@${TFJS}`, "--pack-destination", dist]);
  const tarball = readdirSync(dist).find((file) => file.endsWith(".tgz"));
  run("tar", ["-xzf", join(dist, tarball), "-C", dist]);
  renameSync(join(dist, "package"), addonPackage);
}

function fetchLibraries() {
  const wheels = join(folder, "wheel");
  run(python, ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "-d", wheels, TENSORFLOW]);
  const wheel = readdirSync(wheels).find((file) => file.endsWith(".whl"));
  const unpack = "import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])";
  run(python, ["-c", unpack, join(wheels, wheel), join(folder, "wheel-files")]);
  rmSync(wheels, { recursive: true });
}

// The addon asks for the C library under names that the wheel does not use.
function linkLibraries() {
  const tensorflow = join(folder, "wheel-files", "tensorflow");
  const lib = join(addonPackage, "deps", "lib");
  mkdirSync(lib, { recursive: true });
  symlinkSync(join(tensorflow, "include"), join(addonPackage, "deps", "include"));
  const link = (from, to) => symlinkSync(join(tensorflow, from), join(lib, to));
  link("libtensorflow_cc.so.2", "libtensorflow.so");
  link("libtensorflow_cc.so.2", "libtensorflow_cc.so.2");
  link("libtensorflow_framework.so.2", "libtensorflow_framework.so");
  link("libtensorflow_framework.so.2", "libtensorflow_framework.so.2");
}

function compile() {
  const npm = dirname(createRequire(import.meta.url).resolve("npm/package.json", { paths: npmFolders() }));
  const gyp = join(npm, "node_modules", "node-gyp", "bin", "node-gyp.js");
  const module = ["--module_name=tfjs_binding", `--module_path=${dirname(binding)}`, "--napi_build_version=8"];
  run(process.execPath, [gyp, "rebuild", ...headers(), ...module], { cwd: addonPackage });
}

function npmFolders() {
  const { stdout } = spawnSync("npm", ["root", "--global"], { encoding: "utf8" });
  return [stdout.trim()];
}

// Headers beside the running Node need no download.
function headers() {
  const prefix = dirname(dirname(process.execPath));
  return existsSync(join(prefix, "include", "node", "node_api.h")) ? [`--nodedir=${prefix}`] : [];
}

function build() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  fetchPackage();
  fetchLibraries();
  linkLibraries();
  // node-pre-gyp is a dependency of the GPU package, which the project installs; Node finds it by walking up.
  compile();
  if (!existsSync(binding)) throw new Error(`the addon was compiled but is not at ${binding}`);
}

if (process.argv.includes("--rebuild") || !existsSync(binding)) build();
// Without what Node 23 removed, the native package must still load.
const later = `--import=${new URL("node23.mjs", import.meta.url).href}`;
const env = { ...process.env, NODE_OPTIONS: later, RLVR_TFJS_NATIVE: addonPackage, RLVR_TEST_BACKEND: "tensorflow" };
const tests = ["test/engine/parity.test.ts", "test/engine/tfjs.test.ts"].filter((file) => existsSync(join(root, file)));
run(process.execPath, [join(root, "node_modules", "vitest", "vitest.mjs"), "run", ...tests], { cwd: root, env });
