import { spawnSync } from "node:child_process";
import { SetupFault } from "./fault.mjs";

const OLDEST = [3, 10];
const NAMES = ["python3", "python3.13", "python3.12", "python3.11", "python3.10", "python3.14", "python", "py"];

// Old Pythons must be able to answer too.
const ASK_VERSION = `import sys
try:
    import ensurepip, venv
    whole = 1
except ImportError:
    whole = 0
print("%d.%d.%d %d" % (sys.version_info[0], sys.version_info[1], sys.version_info[2], whole))`;

/** The first Python on the path that is new enough and can make environments; the fault names those that are not. */
export function findPython(env = process.env) {
  const seen = [];
  for (const name of [env.RLVR_PYTHON, ...NAMES].filter(Boolean)) {
    const { status, stdout } = spawnSync(name, ["-c", ASK_VERSION], { env, encoding: "utf8", timeout: 20_000 });
    const answer = status === 0 && /^(\d+)\.(\d+)\.(\d+) ([01])/.exec(stdout);
    if (!answer) continue;
    const [, major, minor, patch, whole] = answer.map(Number);
    const newEnough = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
    if (newEnough && whole) return name;
    seen.push({ name, version: `${major}.${minor}.${patch}`, newEnough });
  }
  throw new SetupFault(pythonProblem(seen));
}

function pythonProblem(seen) {
  const bare = seen.find(({ newEnough }) => newEnough);
  if (bare) {
    return `${bare.name} ${bare.version} has no venv module; install it (on Debian and Ubuntu the package python3-venv) and run the same command again`;
  }
  const found = seen.map(({ name, version }) => `${name} is ${version}`).join(", ") || "none was found";
  return `JupyterLab needs Python ${OLDEST.join(".")} or later: ${found}. Install a newer one, or name it in RLVR_PYTHON`;
}
