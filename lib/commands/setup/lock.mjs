import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

let held;

/** Two commands started together must not install into one folder: the second waits for the first. */
export async function withLock(root, job) {
  const path = join(tmpdir(), `rlvr-lab-setup-${createHash("sha1").update(root).digest("hex").slice(0, 12)}`);
  let told = false;
  while (!take(path)) {
    if (!told) console.error("setup: waiting for another set-up of this folder");
    told = true;
    await sleep(300);
  }
  held = path;
  try {
    return await job();
  } finally {
    held = undefined;
    rmSync(path, { force: true });
  }
}

/** A program that we started keeps the lock too: when we are killed, npm or pip may still write for a while. */
export function keepLockFor(pid) {
  if (held && pid) writeFileSync(held, `${process.pid} ${pid}`);
}

function take(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  if (!alive(path)) rmSync(path, { force: true });
  return false;
}

/** Whether a process that holds the lock still runs; those that were killed leave its file. */
function alive(path) {
  try {
    return readFileSync(path, "utf8").split(" ").map(Number).some(runs);
  } catch (error) {
    if (error.code === "ENOENT") return false;
    throw error;
  }
}

function runs(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
