import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Two commands started together must not install into one folder: the second waits for the first. */
export async function withLock(root, job) {
  const path = join(tmpdir(), `rlvr-lab-setup-${createHash("sha1").update(root).digest("hex").slice(0, 12)}`);
  let told = false;
  while (!take(path)) {
    if (!told) console.error("setup: waiting for another set-up of this folder");
    told = true;
    await sleep(300);
  }
  try {
    return await job();
  } finally {
    rmSync(path, { force: true });
  }
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

/** Whether the process that holds the lock still runs; one that was killed leaves its file. */
function alive(path) {
  try {
    const pid = Number(readFileSync(path, "utf8"));
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
