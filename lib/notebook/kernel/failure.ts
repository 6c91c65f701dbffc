import { fileURLToPath } from "node:url";
import { inspect } from "node:util";

/** What Jupyter's `error` message holds. */
export interface Failure {
  ename: string;
  evalue: string;
  traceback: string[];
}

const CELL = /evalmachine\.<anonymous>|<cell>/;
const MACHINERY = /node:|node_modules\/(tslab|zeromq|@tslab)\/|notebook\/kernel\/|__tslab__/;

/** A thrown value as an `error` message: frames of the library and of the cell only, paths from the repository root. */
export function thrownFailure(thrown: unknown, root: string): Failure {
  if (!(thrown instanceof Error)) {
    const text = inspect(thrown);
    return { ename: "Thrown", evalue: text, traceback: [`Thrown: ${text}`] };
  }
  if (isInterrupt(thrown)) {
    const evalue = "the cell was stopped; what it awaits ends at its next look at its AbortSignal";
    return { ename: "Interrupted", evalue, traceback: [`Interrupted: ${evalue}`] };
  }
  return { ename: thrown.name, evalue: thrown.message, traceback: tracebackOf(thrown, root) };
}

/** Compiler messages of a cell as an `error` message, one line each. */
export function compileFailure(messages: string[], root: string): Failure {
  const lines = messages.map((message) => message.replaceAll(`${root}/`, ""));
  return {
    ename: "TypeScript",
    evalue: lines[0] ?? "the cell does not compile",
    traceback: lines.map((line) => `TypeScript: ${line}`),
  };
}

function isInterrupt(error: Error): boolean {
  return (
    (error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_INTERRUPTED" ||
    error.message === "Interrupted asynchronously"
  );
}

function tracebackOf(error: Error, root: string): string[] {
  const frames = (error.stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line) && !MACHINERY.test(line.replaceAll(`${root}/`, "")))
    .map((line) => readable(line, root));
  const cause = error.cause instanceof Error ? tracebackOf(error.cause, root).map((line) => `  ${line}`) : [];
  return [`${error.name}: ${error.message}`, ...new Set(frames), ...(cause.length ? ["caused by", ...cause] : [])];
}

/** The cell's own line numbers are those of its compiled form: they would mislead, so they are left out. */
function readable(frame: string, root: string): string {
  if (CELL.test(frame)) return frame.replace(/\(?(evalmachine\.<anonymous>|<cell>)[:\d]*\)?/, "(this notebook)");
  return frame.replace(/file:\/\/[^\s):]+/, (url) => fileURLToPath(url)).replaceAll(`${root}/`, "");
}
