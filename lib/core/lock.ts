import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { withRoom } from "./files.js";

/** Makes the lock file this process's own, unless a living one has it. A lock whose process is gone is taken over. */
export function takeLock(path: string): boolean {
  for (let tries = 0; tries < 2; tries++) {
    if (create(path)) return true;
    if (lockHolder(path) !== undefined) return false;
    rmSync(path, { force: true });
  }
  return false;
}

/** The living process that has a lock, by its number. */
export function lockHolder(path: string): number | undefined {
  // Created and not yet written: its owner is about to.
  if (textOf(path) === "") pause(100);
  const [pid, begun] = (textOf(path) ?? "").split(" ");
  // Numbers are given anew, after a restart or in a container the same ones: another beginning is another process.
  const same = begun === undefined || begun === beginningOf(pid);
  return isAlive(Number(pid)) && same ? Number(pid) : undefined;
}

function create(path: string): boolean {
  try {
    withRoom(path, () => mkdirSync(dirname(path), { recursive: true }));
    withRoom(path, () => writeFileSync(path, markOf(process.pid), { flag: "wx" }));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function markOf(pid: number): string {
  const begun = beginningOf(String(pid));
  return begun === undefined ? String(pid) : `${pid} ${begun}`;
}

/** Where the system tells it: when a process began, in ticks since the machine did. */
function beginningOf(pid: string): string | undefined {
  // The name in brackets may hold blanks; the time is the 20th field after it.
  return textOf(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, "")
    .split(" ")[19];
}

/** A file's text; undefined where there is none (any more). */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ESRCH") return undefined;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

const pause = (milliseconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
