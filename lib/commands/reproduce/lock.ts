import { rmSync } from "node:fs";
import { join } from "node:path";
import { lockHolder, takeLock } from "../../core/lock.js";
import { UsageError } from "../command.js";

/**
 * Runs a job while no other process writes to the folder. A lock whose process is gone is taken over.
 *
 * @throws Error when another process is at work there, or the folder cannot be written
 */
export async function withFolderLock<T>(folder: string, job: () => Promise<T>): Promise<T> {
  const path = join(folder, ".lock");
  try {
    if (!takeLock(path))
      throw new UsageError(`reproduce: process ${lockHolder(path) ?? "that has just ended"} is at work in ${folder}`);
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
