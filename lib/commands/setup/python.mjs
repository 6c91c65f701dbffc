import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SetupFault } from "./fault.mjs";
import { checkFolder, folderProblem } from "./folder.mjs";
import { findPython } from "./interpreter.mjs";
import { answers } from "./net.mjs";
import { lastLines, runProgram } from "./process.mjs";
import { withProgress } from "./progress.mjs";

const BYTES = 0.45e9;
const ASK_INDEX = `import json
from pip._internal.commands import create_command
o, _ = create_command("install").parse_args([])
print(json.dumps({"none": o.no_index, "urls": [o.index_url, *o.extra_index_urls], "proxy": o.proxy}))`;

export const requirementsPath = (root) => join(root, ".jupyter", "requirements.txt");
export const venvPython = (root) =>
  process.platform === "win32" ? join(root, ".venv", "Scripts", "python.exe") : join(root, ".venv", "bin", "python");

const stampPath = (root) => join(root, ".venv", "rlvr-lab.stamp");
const wantedStamp = (root) =>
  createHash("sha256")
    .update(readFileSync(requirementsPath(root)))
    .digest("hex");

/** Whether `.venv` holds what `.jupyter/requirements.txt` names; the stamp is written last, so a half-made one has none. */
export function pythonIsReady(root) {
  if (!existsSync(venvPython(root)) || !existsSync(stampPath(root))) return false;
  return readFileSync(stampPath(root), "utf8") === wantedStamp(root);
}

/** Makes the project's own Python environment (JupyterLab, Plotly's renderer, nbclient) unless it is there. */
export async function ensurePython(root, environment = process.env) {
  if (pythonIsReady(root)) return;
  const env = ownEnvironment(environment);
  const base = findPython(env);
  checkFolder(root, "JupyterLab and its packages", BYTES);
  rmSync(join(root, ".venv"), { recursive: true, force: true });
  const made = await runProgram(base, ["-m", "venv", join(root, ".venv")], { cwd: root, env });
  if (made.code !== 0) throw new SetupFault(`${base} could not make .venv\n${lastLines(made.output)}`);
  await checkIndex(root, env);
  await installRequirements(root, env);
  // JupyterLab carries CommonJS programs; without this they would be read as the modules that this package is made of.
  writeFileSync(join(root, ".venv", "package.json"), '{ "type": "commonjs" }\n');
  writeFileSync(stampPath(root), wantedStamp(root));
}

/** Settings that would lead Python or pip to another place than `.venv`. */
const ELSEWHERE = ["PYTHONHOME", "PYTHONPATH", "PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_REQUIRE_VIRTUALENV"];

function ownEnvironment(env) {
  const kept = Object.entries(env).filter(([name]) => !ELSEWHERE.includes(name));
  return { ...Object.fromEntries(kept), PYTHONNOUSERSITE: "1" };
}

/** With PIP_NO_INDEX or a folder as index pip itself says at once what it lacks; a network index is asked first. */
async function checkIndex(root, env) {
  const { code, output } = await runProgram(venvPython(root), ["-c", ASK_INDEX], { cwd: root, env });
  const answer = code === 0 && /^\{.*\}$/m.exec(output);
  if (!answer) return;
  const { none, urls, proxy } = JSON.parse(answer[0]);
  if (none) return;
  const all = urls.flatMap((url) => url.split(/\s+/));
  const up = await Promise.all(all.map((url) => answers(url, { env, proxy })));
  if (up.some(Boolean)) return;
  throw new SetupFault(
    `no Python package index answers (${all.join(", ")}); check the network, PIP_INDEX_URL or the proxy settings`,
  );
}

/** How far pip is: it names each package when it collects it, and then unpacks them into the environment. */
function pipProgress(root) {
  const packages = readFileSync(requirementsPath(root), "utf8")
    .split("\n")
    .filter((line) => /^\w/.test(line)).length;
  let collected = 0;
  const unpacked = () => sitePackages(root).filter((name) => name.endsWith(".dist-info")).length;
  return {
    onLine: (line) => {
      if (line.startsWith("Collecting")) collected++;
    },
    fraction: () => Math.min(1, 0.4 * (collected / packages) + 0.6 * (unpacked() / packages)),
  };
}

function sitePackages(root) {
  const windows = join(root, ".venv", "Lib", "site-packages");
  if (existsSync(windows)) return readdirSync(windows);
  const lib = join(root, ".venv", "lib");
  return readdirSync(lib).flatMap((python) => readdirSync(join(lib, python, "site-packages")));
}

async function installRequirements(root, env) {
  const { onLine, fraction } = pipProgress(root);
  const args = [
    "-m",
    "pip",
    "install",
    "--no-input",
    "--retries",
    "1",
    "--timeout",
    "30",
    "--disable-pip-version-check",
  ];
  const { code, output } = await withProgress("JupyterLab and its packages", { seconds: 25, fraction }, () =>
    runProgram(venvPython(root), [...args, "-r", requirementsPath(root)], {
      cwd: root,
      env: { ...env, PYTHONUNBUFFERED: "1" },
      onLine,
    }),
  );
  if (code === 0) return;
  const full = /No space left|Read-only file system/.exec(output)?.[0];
  const words = full && folderProblem(root, full.startsWith("No space") ? "ENOSPC" : "EROFS");
  throw new SetupFault(words ?? `pip could not install .jupyter/requirements.txt\n${lastLines(output)}`);
}
