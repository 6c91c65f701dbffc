import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { gunzipSync } from "node:zlib";

/** A disk, or a share of one, is full: its user can mend that. */
export class NoRoomError extends Error {
  override name = "NoRoomError";
}

/**
 * Does what writes to a path.
 *
 * @throws NoRoomError with the path and what is left when the disk is full; else the file system's error
 */
export function withRoom<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOSPC" && code !== "EDQUOT") throw error;
    throw new NoRoomError(`no room to write ${path}: ${roomAt(dirname(path))}`, { cause: error });
  }
}

function roomAt(folder: string): string {
  if (!existsSync(folder)) return roomAt(dirname(folder));
  const { bavail, bsize, files, ffree } = statfsSync(folder);
  // A disk may have room and yet no place for another file's name, or a quota that it does not tell.
  if (files > 0 && ffree === 0) return "its disk can hold no further file";
  return `${((bavail * bsize) / 1e6).toFixed(1)} MB left on its disk`;
}

/** Writes under a temporary name, syncs, renames: a reader sees the old file or the new one, never a part. */
export function writeAtomic(path: string, data: string | Uint8Array): void {
  const temporary = `${path}.${process.pid}.tmp`;
  withRoom(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    try {
      writeTo(temporary, "w", typeof data === "string" ? Buffer.from(data) : data);
      flush(temporary);
      renameSync(temporary, path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  });
}

/** Appends one JSON line. */
export function appendJsonLine(path: string, row: unknown): void {
  withRoom(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    writeTo(path, "a", Buffer.from(`${JSON.stringify(row)}\n`));
  });
}

/** Waits until the disk has all of a file. */
export function flush(path: string): void {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function writeTo(path: string, flags: "w" | "a", bytes: Uint8Array): void {
  const file = openSync(path, flags);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  } finally {
    closeSync(file);
  }
}

/**
 * The rows of a JSON-lines file (`.gz`: compressed); a missing file has none. A last line without its newline is what an interrupted
 * writer leaves: it is not a row, and `cut` says so.
 *
 * @throws SyntaxError naming file and line when a complete line is not JSON.
 */
export function readJsonLines<T>(path: string): { rows: T[]; cut: boolean } {
  if (!existsSync(path)) return { rows: [], cut: false };
  const lines = readText(path).split("\n");
  const tail = lines.pop() ?? "";
  const rows = lines
    .map((line, i) => ({ line, number: i + 1 }))
    .filter(({ line }) => line.trim() !== "")
    .map(({ line, number }) => {
      try {
        return JSON.parse(line) as T;
      } catch {
        throw new SyntaxError(
          `readJsonLines: ${path} line ${number} is not JSON: ${line.slice(0, 80)}; restore the file or make it again`,
        );
      }
    });
  return { rows, cut: tail !== "" };
}

/**
 * The text of a file, compressed or not.
 *
 * @throws RangeError naming a compressed file that is damaged
 */
export function readText(path: string): string {
  const bytes = readFileSync(path);
  if (!path.endsWith(".gz")) return bytes.toString("utf8");
  try {
    return gunzipSync(bytes).toString("utf8");
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new RangeError(
      `readText: ${path} must be a whole gzip file, got ${bytes.length} bytes (${why}); fetch or ship it again`,
    );
  }
}

/** Keeps the first `count` lines of a file, drops what follows (a cut line too). */
export function keepLines(path: string, count: number): void {
  if (!existsSync(path)) return;
  const bytes = readFileSync(path);
  let end = 0;
  for (let line = 0; line < count; line++) {
    const newline = bytes.indexOf(10, end);
    if (newline < 0) throw new RangeError(`keepLines: ${path} must have ${count} lines, got ${line}`);
    end = newline + 1;
  }
  if (end < bytes.length) truncateSync(path, end);
}
