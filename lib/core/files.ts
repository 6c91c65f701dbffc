import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { gunzipSync } from "node:zlib";

/** Writes under a temporary name, syncs, renames: a reader sees the old file or the new one, never a part. */
export function writeAtomic(path: string, data: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = openSync(temporary, "w");
    try {
      const bytes = typeof data === "string" ? Buffer.from(data) : data;
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Appends one JSON line. */
export function appendJsonLine(path: string, row: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "a");
  try {
    const bytes = Buffer.from(`${JSON.stringify(row)}\n`);
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
        throw new SyntaxError(`readJsonLines: ${path} line ${number} is not JSON: ${line.slice(0, 80)}`);
      }
    });
  return { rows, cut: tail !== "" };
}

/** The text of a file, compressed or not. */
export function readText(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
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
