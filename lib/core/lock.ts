import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Makes the lock file this process's own, unless a living one has it. A lock whose process is gone is taken over. */
export function takeLock(path: string): boolean {
  mkdirSync(dirname(path), { recursive: true });
  for (let tries = 0; tries < 2; tries++) {
    try {
      writeFileSync(path, String(process.pid), { flag: "wx" });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      if (isAlive(Number(readFileSync(path, "utf8")))) return false;
      rmSync(path, { force: true });
    }
  }
  return false;
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
