import { spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ROOT } from "../../lib/commands/command.js";
import { setupModule } from "./plain.js";

const { nodeProblem } = await setupModule<{ nodeProblem(version: string): string | undefined }>("node.mjs");
const { findPython } = await setupModule<{ findPython(env: NodeJS.ProcessEnv): string }>("interpreter.mjs");
const { ensurePython, pythonIsReady } = await setupModule<{
  ensurePython(root: string, env: NodeJS.ProcessEnv): Promise<void>;
  pythonIsReady(root: string): boolean;
}>("python.mjs");
const { checkFolder, folderProblem } = await setupModule<{
  checkFolder(root: string, what: string, bytes: number, free?: number): void;
  folderProblem(root: string, code: string): string | undefined;
}>("folder.mjs");
const { answers } = await setupModule<{
  answers(url: string, options?: { seconds?: number; env?: NodeJS.ProcessEnv }): Promise<boolean>;
}>("net.mjs");
const { ensurePackages, installedAsLocked } = await setupModule<{
  ensurePackages(root: string, env: NodeJS.ProcessEnv): Promise<void>;
  installedAsLocked(root: string): boolean;
}>("packages.mjs");
const { hashFiles } = await setupModule<{ hashFiles(root: string, files: string[]): string }>("build.mjs");
const { withLock } = await setupModule<{ withLock<T>(root: string, job: () => Promise<T>): Promise<T> }>("lock.mjs");
const { main, needsPython } = await setupModule<{
  main(args: string[], root?: string): Promise<void>;
  needsPython(name: string | undefined, args: string[]): boolean;
}>("main.mjs");

const work = mkdtempSync(join(tmpdir(), "rlvr-lab-setup-test-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));

let count = 0;
const folder = (): string => {
  const path = join(work, String(count++));
  mkdirSync(path, { recursive: true });
  return path;
};

/** A path on which only these programs are found. */
function pathOf(programs: Record<string, string>): string {
  const path = folder();
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(path, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(path, name), 0o755);
  }
  return path;
}

/** A port at which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe("Node", () => {
  it.each(["18.20.4", "20.18.3", "21.7.0", "22.11.0", "16.0.0"])("%s is told to be too old", (version) => {
    expect(nodeProblem(version)).toContain(`Node ${version} is too old: rlvr-lab needs Node 20.19 or later`);
  });
  it.each(["20.19.0", "20.20.2", "22.12.0", "24.1.0"])("%s serves", (version) =>
    expect(nodeProblem(version)).toBeUndefined(),
  );
});

describe("which commands need Python", () => {
  it.each([
    "reproduce",
    "reproduce --preset paper --only siren",
    "lab --no-browser",
    "notebooks 02",
    "test",
    "test unit --help",
  ])("%s does", (line) => expect(needed(line)).toBe(true));
  it.each([
    "reproduce --list",
    "reproduce --help",
    "reproduce -h",
    "reproduce --preset paper --plan",
    "reproduce --preset tiny --no-notebooks",
    "lab --help",
    "notebooks -h",
    "ship paper",
    "doctor",
    "bench",
    "base",
    "docs",
    "readme",
    "no-such-command",
    "toString",
  ])("%s does not", (line) => expect(needed(line)).toBe(false));
  it("a missing command does not", () => expect(needsPython(undefined, [])).toBe(false));

  function needed(line: string): boolean {
    const [name, ...args] = line.split(" ");
    return needsPython(name, args);
  }
});

describe.skipIf(process.platform === "win32")("Python", () => {
  it("takes the first that is new enough and whole", () => {
    const path = pathOf({ python3: "echo 3.9.18 1", "python3.12": "echo 3.12.1 1" });
    expect(findPython({ PATH: path })).toBe("python3.12");
  });
  it("names those that are too old", () => {
    const path = pathOf({ python3: "echo 3.9.18 1", python: "echo 2.7.18 0" });
    expect(() => findPython({ PATH: path })).toThrow(
      "JupyterLab needs Python 3.10 or later: python3 is 3.9.18, python is 2.7.18. Install a newer one, or name it in RLVR_PYTHON",
    );
  });
  it("says when there is none", () => {
    expect(() => findPython({ PATH: folder() })).toThrow("JupyterLab needs Python 3.10 or later: none was found");
  });
  it("says which part of Python is missing", () => {
    expect(() => findPython({ PATH: pathOf({ python3: "echo 3.11.2 0" }) })).toThrow(
      "python3 3.11.2 has no venv module; install it (on Debian and Ubuntu the package python3-venv)",
    );
  });
  it("takes the one that is named", () => {
    const named = join(pathOf({ mine: "echo 3.10.0 1" }), "mine");
    expect(findPython({ PATH: pathOf({ python3: "echo 3.13.0 1" }), RLVR_PYTHON: named })).toBe(named);
  });
});

describe("folder and disk", () => {
  it("says what is needed and what is free", () => {
    const root = folder();
    expect(() => checkFolder(root, "the npm packages", 1.1e9, 0.3e9)).toThrow(
      `the npm packages need about 1.1 GB, but the disk of ${root} has 0.3 GB free`,
    );
    expect(() => checkFolder(root, "the npm packages", 1000, 2000)).not.toThrow();
  });
  it("has words for a full, a read-only and a foreign folder", () => {
    expect(folderProblem("/x", "ENOSPC")).toBe("the disk of /x is full; make room and run the same command again");
    expect(folderProblem("/x", "EROFS")).toContain("read-only disk");
    expect(folderProblem("/x", "EACCES")).toContain("may not be written by this user");
    expect(folderProblem("/x", "ENOENT")).toBeUndefined();
  });
});

describe("package indexes", () => {
  it("hears a server, and soon hears that there is none", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    expect(await answers(`http://127.0.0.1:${port}/simple`, { env: {} })).toBe(true);
    server.close();
    expect(await answers(`http://127.0.0.1:${await closedPort()}/simple`, { env: {} })).toBe(false);
    expect(await answers("http://no-such-host.invalid/", { env: {} })).toBe(false);
  });

  it("asks the proxy where there is one, and a folder where the index is one", async () => {
    const proxy = `http://127.0.0.1:${await closedPort()}`;
    expect(await answers("http://127.0.0.1:1/", { env: { http_proxy: proxy } })).toBe(false);
    expect(await answers(`file://${folder()}`, { env: {} })).toBe(true);
    expect(await answers("file:///no/such/folder", { env: {} })).toBe(false);
  });

  it("a Python index that does not answer is told within seconds, and no environment counts as made", {
    timeout: 60_000,
  }, async () => {
    const root = folder();
    cpSync(join(ROOT, ".jupyter"), join(root, ".jupyter"), { recursive: true });
    const index = `http://127.0.0.1:${await closedPort()}/simple`;
    const { PATH } = process.env;
    const env = { PATH, HOME: root, PIP_CONFIG_FILE: "/dev/null", PIP_INDEX_URL: index };
    await expect(ensurePython(root, env)).rejects.toThrow(`no Python package index answers (${index}`);
    expect(pythonIsReady(root)).toBe(false);
    await expect(ensurePython(root, { ...env, PIP_NO_INDEX: "1" })).rejects.toThrow(/pip could not install/);
  });

  it("an npm registry that does not answer is told within seconds", { timeout: 60_000 }, async () => {
    const root = folder();
    const lock = {
      name: "x",
      lockfileVersion: 3,
      packages: {
        "": { name: "x", dependencies: { "left-pad": "1.3.0" } },
        "node_modules/left-pad": { version: "1.3.0" },
      },
    };
    writeFileSync(join(root, "package.json"), JSON.stringify({ name: "x", dependencies: { "left-pad": "1.3.0" } }));
    writeFileSync(join(root, "package-lock.json"), JSON.stringify(lock));
    const env = {
      PATH: process.env["PATH"],
      HOME: root,
      npm_config_cache: join(root, "cache"),
      npm_config_registry: `http://127.0.0.1:${await closedPort()}/`,
    };
    const begin = performance.now();
    await expect(ensurePackages(root, env)).rejects.toThrow("the npm registry does not answer and npm's cache");
    expect(performance.now() - begin).toBeLessThan(30_000);
  });
});

describe("what is up to date", () => {
  const locked = {
    "": {},
    "node_modules/a": { version: "1.0.0" },
    "node_modules/b": { version: "2.0.0", optional: true },
  };
  const project = (installed?: object): string => {
    const root = folder();
    mkdirSync(join(root, "node_modules", "a"), { recursive: true });
    writeFileSync(join(root, "package-lock.json"), JSON.stringify({ packages: locked }));
    if (installed)
      writeFileSync(join(root, "node_modules", ".package-lock.json"), JSON.stringify({ packages: installed }));
    return root;
  };

  it("knows the packages of the lock file, without those of other machines", () => {
    expect(installedAsLocked(project({ "node_modules/a": { version: "1.0.0" } }))).toBe(true);
    expect(installedAsLocked(project({ "node_modules/a": { version: "0.9.0" } }))).toBe(false);
    expect(installedAsLocked(project({}))).toBe(false);
    expect(installedAsLocked(project())).toBe(false);
  });
  it("sees a package whose folder is gone and a list that was cut", () => {
    const gone = project({ "node_modules/a": { version: "1.0.0" } });
    rmSync(join(gone, "node_modules", "a"), { recursive: true });
    expect(installedAsLocked(gone)).toBe(false);
    const cut = project();
    writeFileSync(join(cut, "node_modules", ".package-lock.json"), '{"packages": {"node_mod');
    expect(installedAsLocked(cut)).toBe(false);
  });
  it("tells a changed source by its content", () => {
    const root = folder();
    writeFileSync(join(root, "a"), "1");
    const before = hashFiles(root, ["a"]);
    writeFileSync(join(root, "a"), "1");
    expect(hashFiles(root, ["a"])).toBe(before);
    writeFileSync(join(root, "a"), "2");
    expect(hashFiles(root, ["a"])).not.toBe(before);
  });
  it("a half-made Python environment is none", () => {
    const root = folder();
    mkdirSync(join(root, ".venv", "bin"), { recursive: true });
    writeFileSync(join(root, ".venv", "bin", "python"), "");
    expect(pythonIsReady(root)).toBe(false);
  });
});

describe("the script", () => {
  it("lets one set-up run at a time, and takes over from one that was killed", async () => {
    const root = folder();
    const seen: string[] = [];
    const slow = withLock(root, async () => {
      seen.push("first begins");
      await new Promise((done) => setTimeout(done, 400));
      seen.push("first ends");
    });
    await Promise.all([slow, withLock(root, async () => void seen.push("second"))]);
    expect(seen).toEqual(["first begins", "first ends", "second"]);
    await withLock(root, async () => {
      const held = readFileSync(lockPath(), "utf8");
      expect(held).toBe(String(process.pid));
      // What npm or pip still does after its parent was killed is waited for.
      const orphan = spawn("sleep", ["0.5"]);
      writeFileSync(lockPath(), `999999 ${orphan.pid}`);
      setTimeout(() => seen.push("orphan works"), 100);
      await withLock(root, async () => void seen.push("taken over"));
    });
    expect(seen.slice(-2)).toEqual(["orphan works", "taken over"]);

    function lockPath(): string {
      const name = spawnSync("sh", ["-c", `printf %s '${root}' | sha1sum | cut -c1-12`], {
        encoding: "utf8",
      }).stdout.trim();
      return join(tmpdir(), `rlvr-lab-setup-${name}`);
    }
  });

  it("names what it does not know", async () => {
    await main(["--gpus"], folder());
    expect(console.error).toHaveBeenCalledWith(
      expect.stringContaining("setup: unknown argument --gpus; known: nothing, --gpu, build, run"),
    );
    expect(process.exitCode).toBe(1);
    process.exitCode = 0;
  });

  it("stopped on its way ends with 130, and nothing half-made counts", { timeout: 60_000 }, async () => {
    const root = folder();
    for (const name of ["lib/commands/setup", "lib/commands/setup.mjs", ".jupyter"])
      cpSync(join(ROOT, name), join(root, name), { recursive: true });
    writeFileSync(join(root, "package.json"), "{}");
    writeFileSync(join(root, "package-lock.json"), JSON.stringify({ packages: {} }));
    mkdirSync(join(root, "node_modules"));
    writeFileSync(join(root, "node_modules", ".package-lock.json"), JSON.stringify({ packages: {} }));
    const python = pathOf({ python3: 'case "$1" in -c) echo 3.11.0 1;; *) exec sleep 30;; esac' });
    const child = spawn(process.execPath, [join(root, "lib/commands/setup.mjs")], {
      env: { PATH: `${python}:${process.env["PATH"]}` },
    });
    let said = "";
    child.stderr.on("data", (data) => {
      said += data;
    });
    await new Promise((done) => setTimeout(done, 1500));
    child.kill("SIGINT");
    const code = await new Promise((done) => child.on("close", done));
    expect({ code, said }).toEqual({ code: 130, said: "setup: stopped; the same command continues\n" });
    expect(pythonIsReady(root)).toBe(false);
  });

  it.skipIf(!existsSync(join(ROOT, ".build", "setup.json")))(
    "finds everything in place in under two seconds",
    { timeout: 120_000 },
    () => {
      const build = () =>
        spawnSync(process.execPath, [join(ROOT, "lib/commands/setup.mjs"), "build"], { encoding: "utf8" });
      expect(build().stderr).not.toContain("does not compile");
      const begin = performance.now();
      expect(build()).toMatchObject({ status: 0, stderr: "" });
      expect((performance.now() - begin) / 1000).toBeLessThan(2);
    },
  );
});
