import { mkdtempSync, rmdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { SetupFault } from "./fault.mjs";

const gigabytes = (bytes) => `${(bytes / 1e9).toFixed(1)} GB`;

/** Throws when the folder cannot be written or its disk has no room for what is about to be installed. */
export function checkFolder(root, what, bytes, freeBytes = freeSpace(root)) {
  try {
    rmdirSync(mkdtempSync(join(root, ".setup-")));
  } catch (error) {
    throw new SetupFault(folderProblem(root, error.code) ?? `cannot write to ${root}: ${error.message}`);
  }
  if (freeBytes < bytes) {
    throw new SetupFault(
      `${what} need about ${gigabytes(bytes)}, but the disk of ${root} has ${gigabytes(freeBytes)} free`,
    );
  }
}

/** A system error on the way, in words; undefined for one that needs no words of ours. */
export function folderProblem(root, code) {
  if (code === "ENOSPC") return `the disk of ${root} is full; make room and run the same command again`;
  if (code === "EROFS") return `${root} is on a read-only disk; copy the project to a folder you may write to`;
  if (code === "EACCES" || code === "EPERM")
    return `${root} may not be written by this user; change its owner or copy it`;
  return undefined;
}

function freeSpace(root) {
  const { bavail, bsize } = statfsSync(root);
  return bavail * bsize;
}
