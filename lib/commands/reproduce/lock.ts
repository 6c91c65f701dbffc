import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../command.js";

/**
 * Runs a job while no other process writes to the folder. A lock whose process is gone is taken over.
 *
 * @throws Error when another process is at work there, or the folder cannot be written
 */
export async function withFolderLock<T>(folder: string, job: () => Promise<T>): Promise<T> {
  const path = join(folder, ".lock");
  try {
    mkdirSync(folder, { recursive: true });
    if (!take(path)) throw new UsageError(`reproduce: process ${readFileSync(path, "utf8")} is at work in ${folder}`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!code) throw error;
    throw new UsageError(
      `reproduce: ${folder} must be a folder that this user can write, got ${code}; choose another with --out`,
    );
  }
  try {
    return await job();
  } finally {
    rmSync(path, { force: true });
  }
}

function take(path: string): boolean {
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
