import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { projectPath } from "../../lib/core/root.js";
import { readRows } from "../../lib/records/rows.js";

const command = projectPath(".build", "commands", "reproduce.js");
const newFolder = () => mkdtempSync(join(tmpdir(), "reproduce-"));
// One seed: every method once is what the machinery needs.
const tiny = (out: string, ...more: string[]) => {
  const options = ["--preset", "tiny", "--no-notebooks", "--seeds", "1", "--out", out];
  return [command, ...options, ...more];
};
/** A disk that is full, for every process, in the middle of its second half megabyte: inside a checkpoint. */
const FULL_DISK = `data:text/javascript,${encodeURIComponent(`
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  const { writeSync } = fs;
  let left = 7e5;
  fs.writeSync = (file, bytes, at = 0) => {
    if (left <= 0) throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    const some = Math.min(left, bytes.length - at);
    left -= some;
    return writeSync(file, bytes, at, some);
  };
  syncBuiltinESMExports();
`)}`;
const reproduce = (...args: string[]) => spawnSync(process.execPath, args, { encoding: "utf8" });
const timeless = (folder: string) => readRows(folder).rows.map(({ seconds: _, ...row }) => row);

/** Kills the command, children and all, as soon as some rows are written. */
async function brokenOff(
  folder: string,
  signal: "SIGKILL" | "SIGINT",
  group = signal === "SIGKILL",
): Promise<number | null> {
  const child = spawn(process.execPath, tiny(folder), { detached: true, stdio: "ignore" });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  while (child.exitCode === null && !(existsSync(folder) && readdirSync(folder).some((f) => f.endsWith(".jsonl")))) {
    await sleep(50);
  }
  await sleep(400);
  process.kill(group ? -child.pid! : child.pid!, signal);
  return ended;
}

describe("npm run reproduce", { timeout: 300_000 }, () => {
  const whole = newFolder();
  let said = "";
  beforeAll(() => {
    const { status, stdout, stderr } = reproduce(...tiny(whole));
    said = stdout;
    expect(stderr).toBe("");
    expect(status).toBe(0);
  }, 300_000);

  it("says what it will do and how long it will take, then how far it is", () => {
    expect(said).toMatch(/\d+ runs, \d+ at a time/);
    expect(said).toMatch(/Estimate: \d+ (s|min)/);
    expect(said).toMatch(/100 %, \d+ of \d+ runs done/);
  });

  it("writes rows, figures, checks and the page", () => {
    const { rows, cut } = readRows(whole);
    expect(cut).toEqual([]);
    expect(new Set(rows.map(({ recipe }) => recipe)).size).toBeGreaterThanOrEqual(7);
    for (const name of ["entropy.svg", "entropy.png", "buckets.svg"]) {
      expect(readFileSync(join(whole, "figures", name)).length).toBeGreaterThan(5000);
    }
    const page = readFileSync(join(whole, "results.html"), "utf8");
    expect(page.match(/<img src="data:image\/svg/g)?.length).toBeGreaterThanOrEqual(6);
    expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
    const { results } = JSON.parse(readFileSync(join(whole, "checks.json"), "utf8"));
    expect(results.length).toBeGreaterThan(5);
    for (const { seeds } of results) expect(seeds).toHaveLength(1);
  });

  it("killed at any moment and started again, ends with the same rows", async () => {
    const folder = newFolder();
    await brokenOff(folder, "SIGKILL");
    const { status, stderr } = reproduce(...tiny(folder));
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(timeless(folder)).toEqual(timeless(whole));
  });

  it("killed without its children, does not mix their rows with its own", async () => {
    const folder = newFolder();
    await brokenOff(folder, "SIGKILL", false);
    expect(reproduce(...tiny(folder)).status).toBe(0);
    expect(timeless(folder)).toEqual(timeless(whole));
  });

  it("on a full disk says so in one line, and ends with the same rows once there is room", () => {
    const folder = newFolder();
    const some = tiny(folder, "--only", "grpo,siren,fr3e", "--workers", "1");
    const full = spawnSync(process.execPath, ["--import", FULL_DISK, ...some], {
      encoding: "utf8",
      env: { ...process.env, NODE_OPTIONS: `--import ${FULL_DISK}` },
    });
    expect(full.status).toBe(1);
    expect(full.stderr).toMatch(
      /^reproduce: no room to write .*grpo-countdown-1-1\.safetensors: .* MB left on its disk; free some and run the same command again: nothing is lost\n$/,
    );
    expect(readdirSync(folder).filter((name) => name.endsWith(".jsonl"))).toEqual(["grpo-countdown-1-1.jsonl"]);
    expect(readdirSync(join(folder, "checkpoints"))).toEqual([]);
    expect(reproduce(...some).status).toBe(0);
    const names = new Set(["grpo", "siren", "fr3e"]);
    expect(timeless(folder)).toEqual(timeless(whole).filter(({ recipe }) => names.has(recipe)));
  });

  it("stops cleanly on Ctrl-C and goes on, with another number of workers too", async () => {
    const folder = newFolder();
    expect(await brokenOff(folder, "SIGINT")).toBe(130);
    expect(existsSync(join(folder, ".lock"))).toBe(false);
    expect(readRows(folder).cut).toEqual([]);
    expect(reproduce(...tiny(folder, "--workers", "1")).status).toBe(0);
    expect(timeless(folder)).toEqual(timeless(whole));
  });

  it("refuses what makes no sense, in words", () => {
    const refused = (...args: string[]) => {
      const { status, stderr } = reproduce(command, ...args);
      expect(status).toBe(1);
      expect(stderr).not.toContain("    at ");
      return stderr;
    };
    expect(refused("--preset", "qiuck")).toContain("did you mean quick?");
    expect(refused("--preset", "tiny", "--only", "sirn")).toContain("did you mean siren?");
    expect(refused("--workers", "0")).toContain("--workers must be an integer >= 1, got 0");
    expect(refused("--seeds", "1,x")).toContain("--seeds must be an integer >= 0, got NaN");
    expect(refused("--out", projectPath("data", "results"))).toContain("must not be the shipped");
    expect(refused("--nonsense")).toContain("--nonsense");
  });

  it("refuses a folder that it cannot write, and one where another process is at work", () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    expect(reproduce(...tiny(join(file, "inside"))).stderr).toContain("must be a folder that this user can write");
    const busy = newFolder();
    writeFileSync(join(busy, ".lock"), String(process.pid));
    expect(reproduce(...tiny(busy)).stderr).toContain(`process ${process.pid} is at work in`);
    if (process.getuid?.() === 0) return;
    const closed = newFolder();
    mkdirSync(closed, { recursive: true });
    chmodSync(closed, 0o500);
    expect(reproduce(...tiny(closed)).stderr).toContain("must be a folder that this user can write");
  });

  it("names the run whose checkpoint is damaged, finishes the others, and keeps the rows", () => {
    const folder = newFolder();
    expect(reproduce(...tiny(folder, "--only", "grpo,siren")).status).toBe(0);
    const before = timeless(folder);
    writeFileSync(join(folder, "checkpoints", "siren-countdown-1-1.safetensors"), "rubbish");
    const { status, stderr } = reproduce(...tiny(folder, "--only", "grpo,siren"));
    expect(status).toBe(1);
    expect(stderr).toContain("run siren-countdown-1-1 failed: readSafetensors:");
    expect(stderr).not.toContain("grpo");
    expect(timeless(folder)).toEqual(before);
  });
});
